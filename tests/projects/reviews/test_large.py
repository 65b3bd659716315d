"""Twelve revisions, forty requests and a review of fifty kilobytes: pages ask the database as often as for a few."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal.core import clock
from projects.reviews import marks
from projects.reviews.models import Assignment, ChangeRequest, Review, ReviewDraft, Round
from projects.tasks.differences.compare import changed_places, differences
from projects.tasks.models import Revision, Task
from tests.projects.journey import SAID, Journey

ROOT = "/projects/aquifer-bench/"


def paragraph(number: int, revision: int) -> str:
    return (
        f"Reading {number} was taken at hour {number * 7}, and the level was {number % (revision + 1)} m under the rim."
    )


def text(paragraphs: int, revision: int) -> str:
    return "\n\n".join(paragraph(number, revision) for number in range(paragraphs)) + "\n"


@pytest.fixture
def long_history(journey: Journey) -> Callable[[int, int, int], Task]:
    return lambda revisions, requests, paragraphs: history(journey, revisions, requests, paragraphs)


def history(journey: Journey, revisions: int, requests: int, paragraphs: int) -> Task:
    """A task in its last round, which Tomas has agreed to review. Earlier rounds are written as their services leave
    them: what is measured is reading."""
    ana = journey.member("ana-ruiz")
    task = journey.draft(ana)
    journey.write(ana, task, statement=text(paragraphs, 1))
    journey.submit(ana, task)
    at = clock.deciding()
    first = journey.round(task)
    numbers = iter(range(requests))
    for number in range(1, revisions):
        if number > 1:
            revision = _next(task, number, paragraphs)
            first.pk = None
            first.revision = revision
            first.save(force_insert=True)
        round_ = Round.objects.get(revision__number=number)
        place = Assignment.objects.create(
            round=round_, reviewer=journey.tomas, letter="B", state="filed", offered_at=at, offered_by=journey.ines
        )
        scores = {"sound": 2, "checked": 3}
        review = Review.objects.create(assignment=place, verdict="revise", text=SAID, scores=scores, filed_at=at)
        for position, index in enumerate(_some(numbers, requests // (revisions - 1)), start=1):
            _request(review, position, paragraph(index, number))
        Round.objects.filter(pk=round_.pk).update(state="void", closed_at=at)
    revision = _next(task, revisions, paragraphs)
    last = Round(task=task, revision=revision, stage="domain", rubric=round_.rubric, opened_at=at)
    last.save(force_insert=True)
    Assignment.objects.create(
        round=last, reviewer=journey.tomas, letter="B", state="agreed", offered_at=at, offered_by=journey.ines
    )
    Task.objects.filter(pk=task.pk).update(revision_count=revisions, state="in_review")
    task.refresh_from_db()
    return task


def _some(numbers: Any, count: int) -> list[int]:
    return [next(numbers) for _one in range(count)]


def _next(task: Task, number: int, paragraphs: int) -> Revision:
    revision = task.revisions.get(number=1)
    revision.pk, revision.number, revision.hash = None, number, f"{number:064x}"
    revision.statement = text(paragraphs, number)
    revision.save(force_insert=True)
    return revision


def _request(review: Review, number: int, quoted: str) -> None:
    said = {"criterion": "sound", "text": "Say how the level was read here.", "cure": "The way is named."}
    ChangeRequest.objects.create(review=review, number=number, part="statement", exact=quoted, state="done", **said)


def asked(client: Client, path: str) -> int:
    client.get(path)
    with CaptureQueriesContext(
        connection,
    ) as captured:
        assert client.get(path).status_code == 200
    return len(captured)


@pytest.mark.parametrize(("revisions", "requests", "paragraphs"), [(3, 2, 4), (12, 44, 120)])
def test_the_pages_of_a_long_history_ask_a_constant_number_of_times(
    journey: Journey,
    long_history: Callable[[int, int, int], Task],
    client: Client,
    revisions: int,
    requests: int,
    paragraphs: int,
) -> None:
    long_history(revisions, requests, paragraphs)
    place = Assignment.objects.get(state="agreed")
    long = "The level falls with the logarithm of time. " * 1_150
    ReviewDraft.objects.create(assignment=place, text=long, updated_at=clock.deciding())
    assert len(long) > 50_000
    client.force_login(journey.tomas.user)
    pages = (f"reviews/1/{revisions}/domain/", "tasks/1/", "tasks/1/requests/")
    assert [asked(client, ROOT + path) for path in pages] == [32, 26, 20]


def test_a_text_of_many_paragraphs_is_cut_into_no_more_than_can_be_shown() -> None:
    source = text(marks.MOST_APART * 3 + 1, 1)
    cut = marks.apart(source, [], {})
    # Four together, since three would be one piece too many.
    assert len(cut) == -(-(marks.MOST_APART * 3 + 1) // 4)
    assert "".join(one.source for one in cut).split() == source.split()


def test_what_changed_is_told_by_where_it_begins() -> None:
    old = "One stays.\n\nTwo is read at noon every day.\n\nThree goes.\n\nFour of the six wells are deep and cold.\n"
    new = "Four of the six wells are deep and cold.\n\nOne stays.\n\nTwo is read at dusk every day.\n\n- five\n- six\n"
    told = changed_places(new, differences(old, new))
    assert {new[start:].split("\n")[0]: sign for start, sign in told.items()} == {
        "Four of the six wells are deep and cold.": "moved",
        "Two is read at dusk every day.": "mixed",
        "- five": "ins",
    }


def test_a_footnote_stands_under_the_paragraph_that_refers_to_it() -> None:
    source = "The level[^a] falls.\n\nIt stays.\n\n[^a]: In metres.\n[^b]: In days.\n"
    cut = marks.apart(source, [], {})
    assert [one.source.split("\n")[0] for one in cut] == ["The level[^a] falls.", "It stays."]
    assert cut[0].source.endswith("[^a]: In metres.")
    assert "[^" not in cut[1].source
    changed = marks.apart(source, [], {source.index("[^a]: "): "ins"})
    assert changed[2].source.split("\n") == ["\\[a\\] In metres.", "\\[b\\] In days.", ""], "where it is new it is told"
