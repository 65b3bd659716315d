"""What became of the days of a task, as its reader may know it: the same on its page and in the API."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from portal.people.models import Subject
from projects.reviews import clocks, rounds
from projects.reviews.models import RoundStep
from projects.tasks import days
from projects.tasks.models import Task
from projects.tasks.queries import Viewer


@dataclass(frozen=True)
class ShownStep:
    """`by` is None where the clock acted, where a contributor did, and where a lead is one of hidden reviewers.
    Why a day was moved on is public; what contributors wrote when they asked is for those who see the reviews."""

    step: RoundStep
    on: dt.date
    before: dt.date
    until: dt.date | None
    by: Subject | None
    reason: str


def shown_steps(viewer: Viewer, task: Task) -> list[ShownStep]:
    """The oldest first."""
    found = clocks.steps_of(task)
    if not found:
        return []
    zone = clocks.zone_of(task)
    unnamed = rounds.hidden_leads(task)
    chairs = set(task.chairs.values_list("chair_id", flat=True))
    shown = []
    for one in found:
        public = one.kind == clocks.Kind.EXTENDED
        named = public and (one.by_id in chairs or one.round.stage not in unnamed)
        shown.append(
            ShownStep(
                step=one,
                on=days.day_of(one.at, zone),
                before=days.day_of(one.before, zone),
                until=days.day_of(one.until, zone) if one.until else None,
                by=one.by if named else None,
                reason=one.reason if public or "reviews" in viewer.fields(task) else "",
            )
        )
    return shown
