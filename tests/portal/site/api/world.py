"""A small project in the middle of its work, with something at every address of the API."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.db import transaction
from django.test import Client
from django.urls import get_resolver

from authorship.lists import services as lists
from portal.core import clock
from portal.core.record import checkpoints
from portal.people import services as people
from portal.people.models import Subject
from projects.project import services as projects
from projects.project.models import Project
from projects.reviews import services as reviews
from projects.reviews.models import Assignment
from projects.rubric import services as rubric
from projects.runs import services as runs
from projects.tasks.models import Task
from tests.portal.api.programs import user_of
from tests.projects.conftest import CORE
from tests.projects.journey import Journey
from tests.projects.proposals import proposing


@dataclass
class World:
    """Ana wrote: 1 accepted, 2 with changes requested, 3 in review by Tomas (agreed) and Amara (asked); and a draft.

    `secret` is a draft of a project that Ines alone sees, with the same addresses.
    """

    journey: Journey
    ana: Subject
    draft: Task
    asked: Task
    under_way: Task
    place: Assignment
    secret: Project
    outsider: Subject
    request: str = ""
    proposal: str = ""
    places: dict[str, str] = field(default_factory=dict)

    def address(self, name: str, /, **changed: object) -> str:
        """Of a named address, in this world."""
        version = "/terms/" in ADDRESSES[name] or "/rubrics/" in ADDRESSES[name]
        own = {"number": "1"} if version else {}
        own = {"number": str(self.asked.number)} if name in _OF_REQUESTS else own
        own = {"public_id": self.proposal} if name.startswith("api_proposal") else own
        values = {**self.places, **own, **{key: str(value) for key, value in changed.items()}}
        return "/" + ADDRESSES[name] % values


def _addresses() -> dict[str, str]:
    """name -> address with `%(slug)s` and its kin, of every address of the API."""
    found = {}
    for name, ways in get_resolver().reverse_dict.lists():
        if isinstance(name, str) and name.startswith("api_"):
            [(template, _parameters)] = ways[0][0]
            found[name] = template
    return dict(sorted(found.items()))


ADDRESSES = _addresses()
_OF_REQUESTS = ("api_request", "api_answer")


def person(handle: str) -> Subject:
    """An account with a verified address; asked twice it is the same one."""
    found = Subject.objects.filter(handle=handle).first()
    if found is not None:
        return found
    user = people.open_account(
        email=f"{handle}@example.org",
        password="correct horse",
        handle=handle,
        at=clock.deciding(),
        verified=True,
        printed_name=handle.replace("-", " ").title(),
        given="",
        family=handle.split("-")[-1].title(),
        language="en",
    )
    return user.subject


def client_of(who: str) -> Client:
    client = Client()
    if who != "visitor":
        client.force_login(user_of(person(who)))
    return client


def founded(change: Callable[[dict[str, Any]], None] = lambda document: None) -> Journey:
    """The example project, recruiting, its terms after `change(document)`."""
    for handle in CORE:
        person(handle)
    project = projects.create(
        actor=person(CORE[0]), title="Aquifer Bench", slug="aquifer-bench", summary="Wells.", field="Hydrogeology"
    )
    criteria = [
        {"id": "sound", "sentence": "The answer follows from the data given."},
        {"id": "checked", "sentence": "A second person can check the answer."},
    ]
    rubric.save_draft(actor=person(CORE[0]), project=project, title="The standard", criteria=criteria, version=0)
    rubric.publish(actor=person(CORE[0]), project=project)
    journey = Journey(project, person)
    journey.publish_first(change)
    project.refresh_from_db()
    return journey


def _taking_proposals(document: dict[str, Any]) -> None:
    document["participation"]["proposals"] = "welcome"


@pytest.fixture(scope="module")
def built(django_db_setup: None, django_db_blocker: Any) -> Iterator[World]:
    """Built once a module, in a transaction that is rolled back: each test begins with it and leaves it as it was."""
    with django_db_blocker.unblock():
        outermost = transaction.atomic()
        outermost.__enter__()
        try:
            found = made(founded(_taking_proposals))
            found.proposal = proposing.sent(found.ana, found.journey.project).public_id
            yield found
        finally:
            transaction.set_rollback(True)
            outermost.__exit__(None, None, None)


@pytest.fixture
def world(built: World, db: None) -> World:
    return built


def made(journey: Journey) -> World:
    ana = journey.member("ana")
    accepted = journey.accepted(ana, "Accepted")
    asked = journey.submitted(ana, "Asked")
    [review, _second] = journey.judged(asked, "revise", "revise")
    under_way = journey.submitted(ana, "Under way")
    place = journey.agreed(under_way, journey.tomas)
    journey.ask(under_way, journey.amara)
    reviews.save_review_draft(
        actor=journey.tomas, assignment=place, version=0, verdict="", text="So far.", scores={"sound": 4}, requests=[]
    )
    draft = journey.draft(ana, "Draft")
    for task in (under_way, draft):
        runs.log(
            actor=ana,
            task=task,
            rows=[{"model": "Kiln", "attempts": "20", "solved": "2", "ran_on": "2026-11-02"}],
        )
    secret = projects.create(actor=journey.ines, title="Secret", slug="secret", summary="Hidden.", field="Geology")
    found = World(journey, ana, draft, asked, under_way, place, secret, journey.person("zoe"))
    found.request = f"1-{review.assignment.letter}1"
    lists.recompute(project=journey.project)
    checkpoints.publish_by_id(journey.project.public_id, clock.deciding())
    found.places = {
        "slug": journey.project.slug,
        "number": str(under_way.number),
        "revision": "1",
        "stage": place.round.stage,
        "public_id": draft.public_id,
        "name": found.request,
        "seq": "1",
        "output": "paper-1",
        "generation": "1",
        "handle": "ana",
        "run": "1",
    }
    assert accepted.number == 1
    return found
