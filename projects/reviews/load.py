"""How much each reviewer has to do and has done lately. For those who ask reviewers, who see on the pages of tasks whom
they ask; tasks in which the reader has an interest are not counted, since a number would tell who reviews them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.db.models import Count, DateTimeField, F, Q

from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.reviews import interests, stages
from projects.reviews.health import LATELY
from projects.reviews.models import Assignment
from projects.reviews.states import WAITING, AssignmentState, RoundState
from projects.tasks import days, turn_rows
from projects.tasks.turns import StageRow, StageRows


@dataclass(frozen=True)
class Load:
    """`open` reviews are asked for or agreed to, `overdue` those of them past the days the terms give, as
    `seats.Seats.due` counts them; `filed` in the last LATELY days."""

    reviewer: str
    open: int
    overdue: int
    filed: int


def of_reviewers(project: Project, reader: Subject, rules: StageRows, zone: str, at: dt.datetime) -> list[Load]:
    """Everybody who may review now or has a review open: those with most overdue first, then most open, by name."""
    counts = _counts(project, reader, rules, zone, at)
    named = members.grants_with(project, "review").values_list("subject_id", "subject__profile__sort_key")
    names = dict(named.order_by())
    found = [counts.get(one, Load(one, 0, 0, 0)) for one in {*names, *(k for k, v in counts.items() if v.open)}]
    return sorted(found, key=lambda one: (-one.overdue, -one.open, names.get(one.reviewer, ""), one.reviewer))


def people(rows: list[Load]) -> Mapping[str, Subject]:
    """Those of a page, with their names."""
    return Subject.objects.select_related("profile").in_bulk([one.reviewer for one in rows])


def _counts(project: Project, reader: Subject, rules: StageRows, zone: str, at: dt.datetime) -> dict[str, Load]:
    waiting = Q(state__in=WAITING, round__state=RoundState.OPEN)
    filed = Q(state=AssignmentState.FILED, ended_at__gte=at - dt.timedelta(days=LATELY))
    late = waiting & Q(offered_at__lt=F("asked_before"))
    late &= Q(round__first_answer_due=None) | Q(round__first_answer_due__lt=at)
    rows = Assignment.objects.filter(waiting | filed, round__task__project=project)
    rows = rows.exclude(round__task__in=interests.tasks_of(project, reader, rows.values("round__task")))
    rows = rows.annotate(asked_before=turn_rows.by_stage(rules, _asked_before(zone, at), DateTimeField, "round__"))
    counted = (
        rows.order_by()
        .values_list("reviewer")
        .annotate(open=Count("pk", filter=waiting), overdue=Count("pk", filter=late), filed=Count("pk", filter=filed))
    )
    return {reviewer: Load(reviewer, *numbers) for reviewer, *numbers in counted}


def _asked_before(zone: str, at: dt.datetime) -> Callable[[StageRow], dt.datetime | None]:
    """Whoever was asked before this has let the days of the stage pass; None where it promises none."""
    today = days.day_of(at, zone)

    def read(row: StageRow) -> dt.datetime | None:
        promised = stages.from_row(row).first_answer_days
        return None if promised is None else days.start_of(today - dt.timedelta(days=promised), zone)

    return read
