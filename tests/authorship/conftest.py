"""A project whose terms are far from any date, and credit posted by the services."""

from __future__ import annotations

import copy
import datetime as dt
from collections.abc import Callable
from typing import Any

import pytest

from authorship.ledger import services as ledger
from authorship.ledger.facts import Fact
from authorship.ledger.models import CreditEntry
from authorship.lists import queries as lists
from authorship.lists.models import Output
from portal.core import clock
from portal.people.models import Subject
from projects.members import services as members
from projects.project import services as projects
from projects.project.models import Project
from projects.rubric import services as rubric
from projects.terms import queries as terms_queries
from projects.terms import services as terms
from projects.terms.models import TermsDraft, TermsVersion
from tests import ground
from tests.invariants import nothing_is_wrong
from tests.projects import agreement
from tests.projects.conftest import CORE, EXAMPLE, MakePerson, core_team, draft_of, person, person_of, project

__all__ = ["CORE", "core_team", "nothing_is_wrong", "person", "project"]

Change = Callable[[dict[str, Any]], None]
Publish = Callable[..., TermsVersion]
Credit = Callable[..., list[CreditEntry]]


def publish_next(project: Project, founder: Subject, change: Change | None = None) -> TermsVersion:
    """The example, or the last version, after `change(document)`."""
    last = terms_queries.latest(project)
    if last is None:
        _publish_rubric(project, founder)
        draft = terms.upload(actor=founder, project=project, text=EXAMPLE.read_text(), name="t.yaml", version=0)
        document = copy.deepcopy(draft.document)
        document["authorship"]["outputs"][0].update(
            as_of="2999-12-31", scope={"kinds": ["task", "review"], "carry_over": "no"}
        )
    else:
        draft = TermsDraft.objects.get(project=project)
        document = copy.deepcopy(last.document)
    if change is not None:
        change(document)
    terms.save_draft(actor=founder, project=project, document=document, version=draft.version)
    return agreement.publish(actor=founder, project=project)


def _publish_rubric(project: Project, founder: Subject) -> None:
    rows = [{"id": "sound", "sentence": "The answer follows from the data given."}]
    rubric.save_draft(actor=founder, project=project, title="What a task must be", criteria=rows, version=0)
    rubric.publish(actor=founder, project=project)


@ground.level("open_project")
def _open_project() -> dict[str, Any]:
    core_team = [person_of(handle) for handle in CORE]
    project = draft_of(core_team[0])
    version = publish_next(project, core_team[0])
    opened = projects.recruit(actor=core_team[0], project=project)
    return {"core_team": core_team, "project": project, "version": version, "open_project": opened}


@pytest.fixture
def publish(project: Project, core_team: list[Subject]) -> Publish:
    """`publish(change)` publishes the example, or the last version, after `change(document)`."""
    return lambda change=None: publish_next(project, core_team[0], change)


@pytest.fixture
def version(publish: Publish) -> TermsVersion:
    """Version 1: tasks 1 point by declared shares, reviews ½ each; author from 1 point, in force today."""
    return ground.taken("version", publish)


@pytest.fixture
def open_project(project: Project, version: TermsVersion, core_team: list[Subject]) -> Project:
    return ground.taken("open_project", lambda: projects.recruit(actor=core_team[0], project=project))


@pytest.fixture
def member(person: MakePerson, open_project: Project) -> MakePerson:
    def make(handle: str) -> Subject:
        subject = person(handle)
        current = terms_queries.current(open_project)
        assert current is not None
        members.join(actor=subject, project=open_project, number=current.number, hash=current.hash)
        return subject

    return make


@pytest.fixture
def credit(open_project: Project) -> Credit:
    """`credit("t1", {ana: "1/2", bo: "1/2"})` posts one accepted task of version 1."""

    def post(source: str, shares: dict[Subject, str], **changed: Any) -> list[CreditEntry]:
        at = clock.deciding()
        day = clock.today("UTC", at)
        values: dict[str, Any] = {
            "source": source,
            "type": "task",
            "submitted": day,
            "accepted": day,
            "terms": 1,
            "shares": {subject.pk: share for subject, share in shares.items()},
        }
        return ledger.post_fact(project=open_project, fact=Fact(**{**values, **changed}), at=at)

    return post


@pytest.fixture
def paper(open_project: Project) -> Output:
    output = lists.output(open_project, "paper-1")
    assert output is not None
    return output


@pytest.fixture
def days_later() -> Callable[[int], None]:
    def move(days: int) -> None:
        clock.move(dt.timedelta(days=days))

    return move
