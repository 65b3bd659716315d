"""Whose turn it is, asked of the database and told by `turns.of`: the same for every state and every reader."""

from __future__ import annotations

import datetime as dt
import itertools
from dataclasses import dataclass
from typing import Any

import pytest

from portal.core import clock
from portal.people.models import Subject
from projects.reviews.models import Assignment, Round
from projects.tasks import queries, turn_rows, turns
from projects.tasks.models import Revision, Task, TaskContributor
from projects.tasks.states import ReportState, TaskState
from tests.projects.journey import Journey

SOON, LATER = dt.datetime(2998, 5, 3, 23, 59, 59, tzinfo=dt.UTC), dt.datetime(2999, 5, 3, 23, 59, 59, tzinfo=dt.UTC)
# Of one round: who was asked, in which state; the reader is "me".
PLACES: tuple[tuple[tuple[str, str], ...], ...] = (
    (),
    (("me", "offered"), ("other", "filed")),
    (("me", "filed"), ("other", "agreed")),
    (("other", "filed"),),
    (("me", "filed"), ("other", "kept")),
    (("me", "stepped_down"), ("other", "void")),
)
# Its two last days, for the first answer and for the decision.
DAYS = ((None, None), (SOON, LATER), (LATER, SOON))


@dataclass(frozen=True)
class Open:
    stage: str
    lead: str
    places: tuple[tuple[str, str], ...]
    days: tuple[dt.datetime | None, dt.datetime | None]
    state: str = "open"


ROUNDS = [Open(*one) for one in itertools.product(("domain", "final", "gone"), ("", "me", "other"), PLACES, DAYS)]
SETS: list[tuple[Open, ...]] = [
    (),
    (Open("domain", "me", PLACES[1], DAYS[1], state="decided"),),
    *((one,) for one in ROUNDS),
    # Two at once, in stages that run side by side: every seventh with every fifth.
    *itertools.product(ROUNDS[::7], ROUNDS[::5]),
]


@dataclass
class World:
    journey: Journey
    people: dict[str, Subject]
    author: Subject
    count: int = 0

    def lay(self, cases: list[tuple[str, str, bool, tuple[Open, ...]]]) -> None:
        """A task a case: its state, its report, whether the reader wrote it, its rounds. Rows, as the services leave
        them or not: the two must agree on whatever there is."""
        at = clock.deciding()
        first = self.journey.submitted(self.author)
        revision, rubric = first.revisions.get(), first.rounds.get().rubric
        common = {"project": first.project, "state_since": at, "title": "x", "created_by": self.author}
        common |= {"created_at": at, "revision_count": 2}
        tasks = Task.objects.bulk_create(
            Task(
                **common,
                number=number,
                terms=1,
                submitted_on=first.submitted_on,
                state=state,
                reported=report,
                reported_since=at if report else None,
                reported_until=SOON if report == "open" else None,
            )
            for number, (state, report, _mine, _rounds) in enumerate(cases, start=10)
        )
        TaskContributor.objects.bulk_create(
            TaskContributor(task=task, subject=self.people["me"], numerator=1, denominator=1, added_at=at)
            for task, (_state, _report, mine, _rounds) in zip(tasks, cases, strict=True)
            if mine
        )
        texts = {name: getattr(revision, name) for name in ("title", "statement", "answer", "verification", "shares")}
        texts |= {"salt": "0", "hash": "0", "submitted_at": at, "submitted_by": self.author}
        made = Revision.objects.bulk_create(
            Revision(task=task, number=number, **texts) for task in tasks for number in (1, 2)
        )
        wanted = [
            (one, task, made[2 * place + index])
            for place, (task, case) in enumerate(zip(tasks, cases, strict=True))
            for index, one in enumerate(case[3])
        ]
        rounds = Round.objects.bulk_create(
            Round(
                task=task,
                revision=text,
                stage=one.stage,
                rubric=rubric,
                state=one.state,
                lead=self.people.get(one.lead),
                opened_at=at,
                first_answer_due=one.days[0],
                decision_due=one.days[1],
            )
            for one, task, text in wanted
        )
        Assignment.objects.bulk_create(
            Assignment(
                round=round_,
                reviewer=self.people[who],
                letter="AB"[place],
                state=state,
                offered_at=at,
                offered_by=self.author,
            )
            for round_, (one, _task, _text) in zip(rounds, wanted, strict=True)
            for place, (who, state) in enumerate(one.places)
        )
        self.count = len(tasks)


@pytest.fixture
def world(journey: Journey) -> World:
    people = {"me": journey.tomas, "other": journey.amara}
    return World(journey, people, journey.member("ana-ruiz"))


def _cases() -> list[tuple[str, str, bool, tuple[Open, ...]]]:
    states = [(state.value, "", mine, SETS[60]) for state in TaskState for mine in (True, False)]
    reports = [("accepted", report.value, mine, SETS[60]) for report in ReportState for mine in (True, False)]
    reviewed = [("in_review", "", False, rounds) for rounds in SETS]
    return states + reports + reviewed + [("submitted", "", True, rounds) for rounds in SETS[::9]]


def _as_told(turn: turns.Turn) -> tuple[str, dt.datetime | None]:
    return turn.key, turn.until


@pytest.mark.damages  # rows by hand
def test_the_database_and_the_words_say_the_same_for_every_state(world: World) -> None:
    world.lay(_cases())
    project = world.journey.project
    stages = dict(queries.stage_rows(project))
    # The lead of this one waits for two reviews, that of the final stage for none.
    stages[1, "domain"] = {**stages[1, "domain"], "decides": "lead"}
    at = dt.datetime(2998, 12, 1, tzinfo=dt.UTC)
    said: set[Any] = set()
    for reader in (None, *world.people.values(), world.author):
        rows = turn_rows.by_due(queries.with_turns(queries.submitted(project)), stages, reader).filter(number__gte=10)
        told = {task.pk: turns.of(task, stages, reader) for task in rows}
        assert {task.pk: (task.turn_key, task.turn_until) for task in rows} == {  # type: ignore[attr-defined]
            pk: _as_told(turn) for pk, turn in told.items()
        }
        assert len(told) == world.count == 20 + 6 + 956 + 107
        said |= {turn.key for turn in told.values()}
        if reader is not None:
            mine = set(rows.filter(turn_rows.yours(stages, reader)).values_list("pk", flat=True))
            assert mine == {pk for pk, turn in told.items() if turn.yours}
            assert (len(mine) > 50) == (reader is not world.author)
        else:
            late = set(rows.filter(turn_rows.late(stages, at)).values_list("pk", flat=True))
            assert late == {pk for pk, turn in told.items() if turn.until is not None and turn.until < at}
            order = list(rows.order_by("due", "number").values_list("pk", flat=True))
            far = dt.datetime.max.replace(tzinfo=dt.UTC)
            assert order == sorted(told, key=lambda pk: (told[pk].until or far, pk))
    assert said == set(turn_rows.KEYS)


@pytest.mark.damages  # rows by hand
def test_a_stage_is_that_of_every_open_round(world: World) -> None:
    """Task 10 waits for a lead in one stage and for reviewers in the other; 11 for whoever assigns."""
    lead, asked = Open("final", "me", PLACES[3], DAYS[1]), Open("domain", "", PLACES[1], DAYS[1])
    world.lay([("in_review", "", False, (lead, asked)), ("in_review", "", False, (Open("domain", "", (), DAYS[0]),))])
    stages = queries.stage_rows(world.journey.project)

    def found(stage: str, whose: str = "") -> list[int | None]:
        rows = Task.objects.filter(turn_rows.in_stage(stages, stage, whose), number__gte=10)
        return list(rows.order_by("number").values_list("number", flat=True))

    assert found("domain") == [10, 11]
    assert found("final") == found("final", "lead") == [10]
    assert (found("domain", "reviewers"), found("domain", "assign"), found("domain", "lead")) == ([10], [11], [])
