"""People and projects as the services make them, for every room of projects."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from allauth.account.models import EmailAddress

from portal.core import clock
from portal.people.models import Profile, Subject, User
from projects.members import services as members
from projects.project import services as projects
from projects.project.models import Project
from projects.rubric import services as rubric
from projects.terms import queries as terms_queries
from projects.terms import services as terms
from projects.terms.models import TermsVersion
from tests import ground
from tests.invariants import nothing_is_wrong as nothing_is_wrong

EXAMPLE = Path(terms.__file__).parent / "document" / "example.yaml"
# As the example, but editors are appointed without credit, since a test begins on the first day.
_ASKS = 'criteria: {all: [{points: {kinds: [task], at_least: "2"}}, {count: {kind: review, at_least: 3}}]}'
TERMS = EXAMPLE.read_text().replace(_ASKS, "criteria: none")
# The three people whom the example names as its core team.
CORE = ("ines-varga", "tomas-lindqvist", "amara-nwosu")

MakePerson = Callable[..., Subject]


def person_of(handle: str, *, verified: bool = True, name: str = "") -> Subject:
    """An account with a verified address; asked twice it is the same one."""
    found = Subject.objects.filter(handle=handle).first()
    if found is not None:
        return found
    at = clock.deciding()
    subject = Subject.objects.create(handle=handle, created_at=at)
    family = handle.split("-")[-1].title()
    printed = name or handle.replace("-", " ").title()
    Profile.objects.create(subject=subject, printed_name=printed, family=family, sort_key=family.lower())
    user = User.objects.create_user(f"{handle}@example.org", "correct horse", subject=subject, date_joined=at)
    EmailAddress.objects.create(user=user, email=user.email, verified=verified, primary=True)
    return subject


def draft_of(founder: Subject) -> Project:
    return projects.create(
        actor=founder,
        title="Aquifer Bench",
        slug="aquifer-bench",
        summary="Whether a system reads a pumping test as a hydrogeologist does.",
        field="Hydrogeology",
    )


def first_terms(project: Project, founder: Subject) -> TermsVersion:
    criteria = [
        {"id": "sound", "sentence": "The answer follows from the data given."},
        {"id": "checked", "sentence": "A second person can check the answer."},
    ]
    rubric.save_draft(actor=founder, project=project, title="What a task must be", criteria=criteria, version=0)
    rubric.publish(actor=founder, project=project)
    terms.upload(actor=founder, project=project, text=TERMS, name="terms.yaml", version=0)
    return terms.publish(actor=founder, project=project)


@ground.level("published")
def _published() -> dict[str, Any]:
    core_team = [person_of(handle) for handle in CORE]
    project = draft_of(core_team[0])
    return {"core_team": core_team, "project": project, "published": first_terms(project, core_team[0])}


@ground.level("recruiting")
def _recruiting() -> dict[str, Any]:
    made = _published()
    return {**made, "recruiting": projects.recruit(actor=made["core_team"][0], project=made["project"])}


@pytest.fixture
def person(db: None) -> MakePerson:
    """`person("ana")` is an account with a verified address; asked twice it is the same one."""
    return person_of


@pytest.fixture
def core_team(person: MakePerson) -> list[Subject]:
    return ground.taken("core_team", lambda: [person(handle) for handle in CORE])


@pytest.fixture
def project(core_team: list[Subject]) -> Project:
    """A draft of Ines Varga."""
    return ground.taken("project", lambda: draft_of(core_team[0]))


@pytest.fixture
def published(project: Project, core_team: list[Subject]) -> TermsVersion:
    """Rubric 1 and version 1 of the example terms."""
    return ground.taken("published", lambda: first_terms(project, core_team[0]))


@pytest.fixture
def recruiting(project: Project, published: TermsVersion, core_team: list[Subject]) -> Project:
    return ground.taken("recruiting", lambda: projects.recruit(actor=core_team[0], project=project))


@pytest.fixture
def member(person: MakePerson, recruiting: Project) -> MakePerson:
    """`member("ana")` joined under the current terms."""

    def make(handle: str) -> Subject:
        subject = person(handle)
        version = terms_queries.current(recruiting)
        assert version is not None
        members.join(actor=subject, project=recruiting, number=version.number, hash=version.hash)
        return subject

    return make


@pytest.fixture
def days_later() -> Callable[[int], None]:
    def move(days: int) -> None:
        clock.move(dt.timedelta(days=days))

    return move
