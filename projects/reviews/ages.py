"""How long tasks were where, in whole days of the project's zone. Days alone are told: an hour could say who acted."""

from __future__ import annotations

import datetime as dt
import statistics
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from portal.core import clock
from projects.project.models import Project
from projects.reviews.models import Assignment, Round
from projects.reviews.states import WAITING, AssignmentState, Outcome, RoundState
from projects.tasks import days, queries
from projects.tasks.models import Revision, Task
from projects.tasks.states import TaskState
from projects.terms import queries as terms

CONTRIBUTORS, ASSIGN, REVIEWERS, LEAD = "contributors", "assign", "reviewers", "lead"


@dataclass(frozen=True)
class Spell:
    """A time in which one side had the turn. `whose` is contributors, assign, reviewers or lead; `stage` is "" for the
    contributors' own, and what a lead decides alone is the lead's from its opening. `until` is None while it lasts, and
    `days` are then those until today; 0 is within one day.
    """

    revision: int
    stage: str
    whose: str
    since: dt.date
    until: dt.date | None
    days: int


@dataclass(frozen=True)
class Median:
    """Of `count` spells that are over. Of an even number the lower of the middle two, which is a number of days."""

    stage: str
    whose: str
    days: int
    count: int


def stage_times(task: Task) -> list[Spell]:
    """Every spell of a submitted task, the oldest first; asks the database once for any number of rounds."""
    if task.number is None:
        return []
    at = clock.now()
    return _Reckoning(task.project, at).spells([task])[task.pk]


def medians(project: Project) -> list[Median]:
    """One for each stage and side with a spell that is over, by stage, then side; asks the database once for any
    number of tasks. For pages of organizers."""
    found: dict[tuple[str, str], list[int]] = defaultdict(list)
    tasks = list(Task.objects.filter(project=project, number__isnull=False))
    for spells in _Reckoning(project, clock.now()).spells(tasks).values():
        for one in spells:
            if one.until is not None:
                found[one.stage, one.whose].append(one.days)
    return [
        Median(stage, whose, statistics.median_low(values), len(values))
        for (stage, whose), values in sorted(found.items())
    ]


class _Reckoning:
    """For tasks of one project, at one instant."""

    def __init__(self, project: Project, at: dt.datetime) -> None:
        self.at = at
        self.zone = terms.zone(project, at)
        self.rules = queries.stage_rows(project)

    def spells(self, tasks: Sequence[Task]) -> Mapping[int, list[Spell]]:
        ids = [one.pk for one in tasks]
        rounds: dict[int, list[Round]] = defaultdict(list)
        rows = Round.objects.filter(task__in=ids).select_related("revision", "decision").prefetch_related("assignments")
        for one in rows.order_by("opened_at", "pk"):
            rounds[one.task_id].append(one)
        submitted: dict[int, dict[int, dt.datetime]] = defaultdict(dict)
        for task, number, at in Revision.objects.filter(task__in=ids).values_list("task", "number", "submitted_at"):
            submitted[task][number] = at
        return {one.pk: self._of_task(one, rounds[one.pk], submitted[one.pk]) for one in tasks}

    def _of_task(self, task: Task, rounds: Iterable[Round], submitted: Mapping[int, dt.datetime]) -> list[Spell]:
        found: list[tuple[dt.datetime, Spell]] = []
        for one in rounds:
            row = self.rules.get((task.terms or 0, one.stage))
            found += self._of_round(one, by_lead=row is not None and row["decides"] == "lead")
            if one.state == RoundState.DECIDED and one.decision.outcome == Outcome.REVISE and one.closed_at:
                until = submitted.get(one.revision.number + 1)
                if until is None and task.state != TaskState.CHANGES_REQUESTED:
                    until = task.state_since
                found.append(self._spell(one.revision.number, "", CONTRIBUTORS, one.closed_at, until))
        # Sides of one round in their order, where they fall on one instant.
        return [spell for _since, spell in sorted(found, key=lambda row: row[0])]

    def _of_round(self, one: Round, *, by_lead: bool) -> list[tuple[dt.datetime, Spell]]:
        places: list[Assignment] = list(one.assignments.all())
        asked = min((place.offered_at for place in places), default=None)
        number = one.revision.number
        if asked is None:
            whose = LEAD if by_lead and one.lead_id else ASSIGN
            return [self._spell(number, one.stage, whose, one.opened_at, one.closed_at)]
        found = [self._spell(number, one.stage, ASSIGN, one.opened_at, asked)]
        filed = [place.ended_at for place in places if place.state == AssignmentState.FILED and place.ended_at]
        waiting = any(place.state in WAITING for place in places)
        over = max(filed) if by_lead and filed and not waiting else None
        found.append(self._spell(number, one.stage, REVIEWERS, asked, over or one.closed_at))
        if over is not None:
            found.append(self._spell(number, one.stage, LEAD, over, one.closed_at))
        return found

    def _spell(
        self, revision: int, stage: str, whose: str, since: dt.datetime, until: dt.datetime | None
    ) -> tuple[dt.datetime, Spell]:
        first, last = days.day_of(since, self.zone), days.day_of(until or self.at, self.zone)
        over = last if until is not None else None
        return since, Spell(revision, stage, whose, first, over, max((last - first).days, 0))
