"""The days of a round that have passed without an answer, and who is to see to it then."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Prefetch, Q, QuerySet

from projects.members import queries as members
from projects.project.models import Project
from projects.reviews.interests import without_interest
from projects.reviews.models import Assignment, Round, RoundStep, TaskChair
from projects.reviews.states import WAITING, AssignmentState, RoundState
from projects.tasks import days
from projects.tasks.models import Task
from projects.terms import queries as terms

Clock = RoundStep.Clock
Kind = RoundStep.Kind


@dataclass(frozen=True)
class Passed:
    """A day that is over. `clock` says what was waited for."""

    clock: str
    day: dt.datetime


def passed(round_: Round, zone: str, at: dt.datetime) -> list[Passed]:
    """What was promised for a day that is over, and is still waited for. Reads the round's assignments."""
    if round_.state != RoundState.OPEN:
        return []
    found = []
    first = first_day(round_, zone)
    if first < at and not _is_answered(round_):
        found.append(Passed(Clock.FIRST_ANSWER, first))
    if round_.decision_due is not None and round_.decision_due < at:
        found.append(Passed(Clock.DECISION, round_.decision_due))
    return found


def first_day(round_: Round, zone: str) -> dt.datetime:
    """When a round without an answer is passed on: the terms' day, or 14 days after it opened where they name none."""
    return round_.first_answer_due or days.after(round_.opened_at, days.PASSED_ON_DAYS, zone)


def not_reviewed_day(round_: Round, steps: Iterable[RoundStep], zone: str) -> dt.datetime:
    """After this day the contributors may take the task back as not reviewed: the first promised, see
    `tasks.services.is_overdue`."""
    moved = [one.before for one in steps if one.kind == Kind.EXTENDED and one.clock == Clock.FIRST_ANSWER]
    promised = min(moved, default=round_.first_answer_due)
    return promised or days.after(round_.opened_at, days.NOT_REVIEWED_DAYS, zone)


def _is_answered(round_: Round) -> bool:
    """Where the terms promise a day for the first answer, by a review; where they promise none, by anybody who has
    agreed to write one: theirs may take as long as it takes."""
    states = {one.state for one in round_.assignments.all()}
    if AssignmentState.FILED in states:
        return True
    return round_.first_answer_due is None and (AssignmentState.AGREED in states or round_.lead_id is not None)


def is_waited_for(step: RoundStep, zone: str) -> bool:
    """Whether the day of a step still counts and nobody has answered since."""
    round_ = step.round
    if round_.state != RoundState.OPEN:
        return False
    if step.clock == Clock.DECISION:
        return round_.decision_due == step.before
    return first_day(round_, zone) == step.before and not _is_answered(round_)


def may_have_passed(at: dt.datetime) -> QuerySet[Round]:
    """The open rounds among which are all that have a day that passed before `at`, with what `passed` reads."""
    # A day in any zone begins at most a day before or after that of another.
    earliest = at - dt.timedelta(days=days.PASSED_ON_DAYS - 1)
    over = Q(first_answer_due__lt=at) | Q(first_answer_due=None, opened_at__lt=earliest) | Q(decision_due__lt=at)
    rows = Round.objects.filter(over, state=RoundState.OPEN).select_related("task__project", "revision", "lead")
    return rows.prefetch_related("assignments", "steps").order_by("pk")


def is_taken(round_: Round, kind: str, one: Passed) -> bool:
    """Whether the step was taken for that day already."""
    return any(step.kind == kind and step.clock == one.clock and step.before == one.day for step in round_.steps.all())


def chairs_of(task: Task) -> list[TaskChair]:
    """Who chairs the task now, the first first."""
    return list(task.chairs.filter(ended_at=None).select_related("chair__profile").order_by("pk"))


def who_sees_to(round_: Round, *, further: bool) -> list[str]:
    """Subject ids: the chairs of the task; without any, or `further` than them, everybody who may assign or chair, but
    for whoever was silent. Nobody with an interest, and no reviewer of the task, who would learn more than they may.
    """
    task = round_.task
    holders = {power: {one.pk for one in members.holders(task.project, power)} for power in ("assign", "chair")}
    everybody = holders["assign"] | holders["chair"]
    reviewing = Assignment.objects.filter(round__task=task, round__state=RoundState.OPEN, state__in=WAITING)
    kept_out = set(reviewing.values_list("reviewer_id", flat=True))
    free = set(without_interest(task, everybody - kept_out))
    chairs = {one.chair_id for one in chairs_of(task)} & holders["chair"] & free
    if chairs and not further:
        return sorted(chairs)
    silent = {one.offered_by_id for one in round_.assignments.all()} | {round_.lead_id} | chairs
    return sorted(free - silent or free)


def steps_of(task: Task) -> list[RoundStep]:
    """What became of the days of its rounds, oldest first."""
    rows = RoundStep.objects.filter(round__task=task).select_related("round__revision", "by__profile")
    return list(rows.order_by("pk"))


def extended(project: Project) -> QuerySet[RoundStep]:
    """The days of open rounds that were moved on, the latest first."""
    rows = RoundStep.objects.filter(kind=Kind.EXTENDED, round__task__project=project, round__state=RoundState.OPEN)
    return rows.select_related("round__task", "round__revision").order_by("-pk")


def zone_of(task: Task, at: dt.datetime | None = None) -> str:
    return terms.zone(task.project, at)


def open_rounds(task: Task) -> list[Round]:
    """With what `passed` reads."""
    rows = task.rounds.filter(state=RoundState.OPEN).select_related("revision", "lead__profile")
    rows = rows.prefetch_related(
        "assignments", Prefetch("steps", RoundStep.objects.select_related("by__profile").order_by("pk"))
    )
    found = list(rows.order_by("pk"))
    for one in found:
        one.task = task
    return found
