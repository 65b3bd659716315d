"""Two worlds alike but for one hidden fact, read whole by somebody who must not know it: any difference fails."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from django.db import transaction

from portal.api.tokens import VERBS
from portal.core import ids
from portal.notices import dispatcher
from portal.people.models import Subject
from projects.members import queries as members
from projects.project import services as projects
from projects.reviews import services as reviews
from tests.portal.api.programs import secret_for
from tests.projects.journey import Journey
from tests.projects.reviews.test_anonymity import hide
from tests.twins import people
from tests.twins.crawl import differences, world

Document = dict[str, Any]
# (the journey, which of the two worlds) -> everybody who reads them without knowing; None is a visitor.
Tell = Callable[[Journey, bool], list[Subject | None]]


_TASK = ("", "revisions/", "revisions/1/", "rounds/", "reviews/", "requests/", "corrections/")
_PROJECT = (
    "",
    "tasks/",
    "drafts/",
    "queue/",
    "inbox/",
    "members/",
    "roles/",
    "entries/",
    "lists/",
    "lists/paper-1/",
    "record/",
)
API = tuple(f"/api/v1/projects/aquifer-bench/{path}" for path in (*_PROJECT, *(f"tasks/1/{part}" for part in _TASK)))


def _closed(document: Document) -> None:
    document["data"]["visibility"] = "closed"


def _members_only(document: Document) -> None:
    document["data"]["visibility"] = "members"


def _as_it_is(document: Document) -> None:
    """The example as it stands: open texts, named reviewers."""


def who_reviews(journey: Journey, second: bool) -> list[Subject | None]:
    """The author, another member and a visitor; both candidates hold the role in both worlds."""
    journey.publish_first(hide("reviewer_hidden"))
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    rui = journey.reviewer("rui-tanaka")
    task = journey.submitted(ana)
    places = [journey.agreed(task, one) for one in (journey.tomas, rui if second else journey.amara)]
    for place in places:
        journey.file(place, "revise")
    return [ana, bo, None]


def who_wrote_it(journey: Journey, second: bool) -> list[Subject | None]:
    """Both sides hidden: the reviewer and a visitor do not learn which of two members wrote the task."""
    journey.publish_first(hide("both_hidden"))
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.submitted(bo if second else ana)
    journey.agreed(task, journey.amara)
    return [journey.amara, None]  # Tomas holds the power to open what is hidden


def what_a_closed_task_says(journey: Journey, second: bool) -> list[Subject | None]:
    journey.publish_first(_closed)
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.draft(ana, "A river nearby" if second else "A fault nearby")
    journey.write(ana, task, f"The well lies near a {'river' if second else 'fault'}. Say what follows.\n")
    journey.submit(ana, task)
    return [bo, journey.amara, None]


def what_a_members_task_is_called(journey: Journey, second: bool) -> list[Subject | None]:
    journey.publish_first(_members_only)
    ana = journey.member("ana-ruiz")
    journey.submitted(ana, "A river nearby" if second else "A fault nearby")
    return [None, journey.person("a-stranger")]


def whether_somebody_drafts(journey: Journey, second: bool) -> list[Subject | None]:
    journey.publish_first(_as_it_is)
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    if second:
        journey.draft(ana)
    return [bo, journey.ines, None]


def whether_a_project_is_prepared(journey: Journey, second: bool) -> list[Subject | None]:
    journey.publish_first(_as_it_is)
    ana = journey.person("ana-ruiz")
    if second:
        projects.create(actor=ana, title="Karst Bench", slug="karst-bench", summary="Springs and caves.", field="Karst")
    return [journey.tomas, journey.person("a-stranger"), None]


def what_the_other_reviewer_said(journey: Journey, second: bool) -> list[Subject | None]:
    """Before filing their own, a reviewer does not read the others' of the round."""
    journey.publish_first(_as_it_is)
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    first, _mine = journey.agreed(task, journey.tomas), journey.agreed(task, journey.amara)
    said = f"The data {'do not carry it' if second else 'carry all of it'}, as the second table shows."
    journey.file(first, "revise" if second else "accept", text=said)
    return [journey.amara, None]


def whether_a_review_is_being_written(journey: Journey, second: bool) -> list[Subject | None]:
    journey.publish_first(_as_it_is)
    ana = journey.member("ana-ruiz")
    place = journey.agreed(journey.submitted(ana), journey.tomas)
    if second:
        reviews.save_review_draft(
            actor=journey.tomas, assignment=place, verdict="decline", text="Not yet.", scores={}, requests=[], version=0
        )
    return [ana, journey.amara, journey.ines, None]


CASES: tuple[Tell, ...] = (
    who_reviews,
    who_wrote_it,
    what_a_closed_task_says,
    what_a_members_task_is_called,
    whether_somebody_drafts,
    whether_a_project_is_prepared,
    what_the_other_reviewer_said,
    whether_a_review_is_being_written,
)


CASES += people.CASES


class _Undone(Exception):
    pass


def _read(journey: Journey, tell: Tell, second: bool) -> list[dict[str, tuple[int, str, str]]]:
    """One world as each of its readers finds it; afterwards it never was."""
    found = []
    try:
        with transaction.atomic():
            readers = tell(journey, second)
            dispatcher.drain()
            for reader in readers:
                found.append(world(reader, f"/projects/{journey.project.slug}/tasks/1/", *people.PAGES))
                if reader is not None and members.is_member(journey.project, reader):
                    found.append(world(reader, *API, secret=secret_for(reader, journey.project, tuple(VERBS))))
            raise _Undone
    except _Undone:
        return found


@pytest.fixture
def ids_from_a_seed(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Both worlds draw the same random ids, since lists fall back on them; what differs all the same is levelled."""

    def begin() -> None:
        drawn = random.Random(7)
        monkeypatch.setattr(ids.secrets, "choice", drawn.choice)

    return begin


@pytest.mark.parametrize("tell", CASES, ids=lambda tell: tell.__name__)
def test_the_hidden_fact_shows_nowhere(fresh: Journey, tell: Tell, ids_from_a_seed: Callable[[], None]) -> None:
    worlds = []
    for second in (False, True):
        ids_from_a_seed()
        worlds.append(_read(fresh, tell, second))
    for one, other in zip(*worlds, strict=True):
        assert len(one) > 15
        assert differences(one, other) == []
