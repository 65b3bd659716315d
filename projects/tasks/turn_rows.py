"""Whose turn it is, as `turns.of` says it, asked of the database: for filters, orders and counts of lists."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Mapping
from typing import Any

from django.db.models import (
    Case,
    Count,
    DateTimeField,
    Exists,
    F,
    Field,
    IntegerField,
    Manager,
    Model,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Coalesce

from portal.people.models import Subject
from projects.tasks import turns
from projects.tasks.models import Task, TaskContributor
from projects.tasks.states import ReportState, TaskState
from projects.tasks.turns import StageRow, StageRows

CONTRIBUTORS, REVIEWERS, LEAD, ASSIGN = "contributors", "reviewers", "lead", "assign"
REPORT, CORRECTION, NOBODY = "report", "correction", "nobody"
KEYS = (CONTRIBUTORS, REVIEWERS, LEAD, ASSIGN, REPORT, CORRECTION, NOBODY)
OF_ROUNDS = (ASSIGN, REVIEWERS, LEAD)

_FAR = dt.datetime(9999, 12, 31, tzinfo=dt.UTC)
_FILED = (turns.ASSIGNMENT_FILED, turns.ASSIGNMENT_KEPT)
_WRITTEN = Q(state__in=(TaskState.DRAFT, TaskState.CHANGES_REQUESTED))
_IN_REVIEW = (TaskState.SUBMITTED, TaskState.IN_REVIEW)
_REVIEWED = Q(reported="", state__in=_IN_REVIEW)
_ANSWERED = Q(reported__in=(ReportState.OPEN, ReportState.CORRECTING))


# Over tasks: where it is somebody's turn outside a round. In this order, since a report goes before all else.
WITHOUT_ROUND: Mapping[str, Q] = {
    REPORT: Q(reported=ReportState.TO_DECIDE),
    CONTRIBUTORS: _ANSWERED | Q(_WRITTEN, reported=""),
    CORRECTION: Q(reported="", state=TaskState.UNDER_CORRECTION),
}


def with_turn(rows: QuerySet[Task], stages: StageRows, reader: Subject | None = None) -> QuerySet[Task]:
    """Each with `turn_key` and `turn_until`, the `key` and `until` of `turns.of` for the same reader. `stages` are
    those of the one project whose tasks these are."""
    first = _of_task(stages, reader)
    until = Case(
        When(_ANSWERED, then=F("reported_until")),
        When(_REVIEWED, then=Subquery(first.values("until")[:1])),
        default=None,
        output_field=DateTimeField(null=True),
    )
    key = Case(
        *(When(condition, then=Value(name)) for name, condition in WITHOUT_ROUND.items()),
        When(_REVIEWED, then=Coalesce(Subquery(first.values("whose")[:1]), Value(NOBODY))),
        default=Value(NOBODY),
    )
    return rows.annotate(turn_key=key, turn_until=until)


def of(rows: QuerySet[Task], stages: StageRows, key: str, reader: Subject | None = None) -> QuerySet[Task]:
    """Those whose turn is of this key."""
    whose: dict[str, str] = {"turn_key": key}
    return with_turn(rows, stages, reader).filter(**whose)


def by_due(rows: QuerySet[Task], stages: StageRows, reader: Subject | None = None) -> QuerySet[Task]:
    """Each with `due`, the last moment of a turn; where no clock runs, one after all others."""
    return with_turn(rows, stages, reader).annotate(due=Coalesce("turn_until", Value(_FAR)))


def yours(stages: StageRows, reader: Subject) -> Q:
    """Over tasks: those whose turn is `yours` to the reader."""
    waits = _places(turns.ASSIGNMENT_WAITING).filter(reviewer=reader)
    rounds = with_whose(open_rounds(), stages).filter(Exists(waits) | Q(whose=LEAD, lead=reader))
    written = TaskContributor.objects.filter(subject=reader).values("task")
    return Q(_REVIEWED, pk__in=rounds.values("task")) | WITHOUT_ROUND[CONTRIBUTORS] & Q(pk__in=written)


def late(stages: StageRows, at: dt.datetime) -> Q:
    """Over tasks: those for which somebody has let a promised day pass, in whatever round."""
    return late_report(at) | Q(pk__in=late_rounds(stages, at).values("task"))


def late_report(at: dt.datetime) -> Q:
    """Over tasks: those whose contributors have let the day of a report pass."""
    return Q(_ANSWERED, reported_until__lt=at)


def late_rounds(stages: StageRows, at: dt.datetime) -> QuerySet[Any]:
    """Open rounds in which somebody has let a day pass, each with `until`; of tasks of any project."""
    reviewed = open_rounds().filter(task__reported="", task__state__in=_IN_REVIEW)
    return with_whose(reviewed, stages).filter(until__lt=at)


def in_stage(stages: StageRows, stage: str, whose: str = "") -> Q:
    """Over tasks: those with an open round of the stage, or with one in which it is the turn of `whose`."""
    rounds = open_rounds().filter(stage=stage)
    if whose:
        rounds = with_whose(rounds, stages).filter(whose=whose)
    return Q(pk__in=rounds.values("task"))


def with_whose(rounds: QuerySet[Any], stages: StageRows) -> QuerySet[Any]:
    """Open rounds, each with `whose` turn it is (one of OF_ROUNDS) and `until` when."""
    filed = _places(_FILED).order_by().values("round").annotate(n=Count("pk")).values("n")
    rounds = rounds.annotate(
        filed=Coalesce(Subquery(filed), Value(0)),
        awaited=by_stage(stages, _before_lead),
    )
    rounds = rounds.annotate(
        whose=Case(
            When(Exists(_places(turns.ASSIGNMENT_WAITING)), then=Value(REVIEWERS)),
            When(lead__isnull=False, filed__gte=F("awaited"), then=Value(LEAD)),
            default=Value(ASSIGN),
        )
    )
    return rounds.annotate(until=Case(When(whose=LEAD, then=F("decision_due")), default=F("first_answer_due")))


def by_stage(
    stages: StageRows, read: Callable[[StageRow], Any], field: type[Field[Any, Any]] = IntegerField, path: str = ""
) -> Case:
    """Over rounds, or what `path` leads to them from: what `read` finds in the stage as the terms of the task write it;
    null where that is None."""
    found: dict[tuple[str, Any], list[int]] = defaultdict(list)
    for (version, stage), row in stages.items():
        value = read(row)
        if value is not None:
            found[stage, value].append(version)
    names = f"{path}stage", f"{path}task__terms__in"
    cases = (
        When(Q((names[0], stage), (names[1], versions)), then=Value(value))
        for (stage, value), versions in found.items()
    )
    return Case(*cases, default=None, output_field=field(null=True))


def open_rounds() -> QuerySet[Any]:
    return _rows("rounds", Task).filter(state=turns.ROUND_OPEN).order_by()


def _of_task(stages: StageRows, reader: Subject | None) -> QuerySet[Any]:
    """The open rounds of a task, the one that `turns.of` tells first."""
    rounds = with_whose(open_rounds().filter(task=OuterRef("pk")), stages)
    order: list[Any] = [F("until").asc(nulls_last=True), "revision__number", "pk"]
    if reader is not None:
        waits = Exists(_places(turns.ASSIGNMENT_WAITING).filter(reviewer=reader))
        mine = Case(When(waits | Q(whose=LEAD, lead=reader), then=Value(0)), default=Value(1))
        rounds, order = rounds.annotate(mine=mine), ["mine", *order]
    return rounds.order_by(*order)


def _places(states: Any) -> QuerySet[Any]:
    return _rows("assignments", open_rounds().model).filter(round=OuterRef("pk"), state__in=list(states))


def _before_lead(row: StageRow) -> int | None:
    return turns.awaited(row) if row["decides"] == "lead" else None


def _rows(name: str, of: type[Model]) -> QuerySet[Any]:
    # The room above owns these tables; it is reached by the name of its relation, as in `turns`.
    related: Any = of._meta.get_field(name).related_model
    manager: Manager[Any] = related._default_manager
    return manager.all()
