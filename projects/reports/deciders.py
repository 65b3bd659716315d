"""Who may decide a report of a defect: those who hold the power, see the text, and have no part in the matter."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.reports.models import DefectReport
from projects.reports.states import OPEN
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, CorrectionStep, ReviewDecision
from projects.reviews.states import AssignmentState, Outcome
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

POWERS = ("decide", "chair")

People = defaultdict[int, set[str]]


class Deciding:
    """For some tasks of one project; asks the database once for any number of them."""

    def __init__(self, project: Project, tasks: Sequence[Task], at: dt.datetime | None = None) -> None:
        self.project = project
        self.tasks = tasks
        self.at = at

    @cached_property
    def reporters(self) -> People:
        """By task: of its open case."""
        rows = DefectReport.objects.filter(case__task__in=self.tasks, case__state__in=OPEN)
        return _by_task(rows.values_list("case__task", "reporter"))

    @cached_property
    def proposers(self) -> People:
        """By task: who proposed to revoke it, while that is not decided."""
        steps = CorrectionStep.objects.filter(task__in=self.tasks).exclude(step=CorrectionStep.Step.AMEND)
        last = {task: (step, by) for task, step, by in steps.order_by("pk").values_list("task", "step", "by")}
        return _by_task((task, by) for task, (step, by) in last.items() if step == CorrectionStep.Step.OPEN)

    @cached_property
    def accepters(self) -> People:
        """By task: who decided for accepting it, leads who accepted and reviewers whose verdict was counted for it."""
        accepted = ReviewDecision.objects.filter(round__task__in=self.tasks, outcome=Outcome.ACCEPT)
        leads = accepted.exclude(by=None).values_list("round__task", "by")
        counted = Assignment.objects.filter(
            round__in=accepted.filter(by=None).values("round"),
            state=AssignmentState.FILED,
            review__verdict=Outcome.ACCEPT,
        )
        return _by_task([*leads, *counted.values_list("round__task", "reviewer")])

    def could(self, task: Task) -> list[Subject]:
        """Everybody who could decide, whether they took part in accepting the task or not: they see its text, have no
        interest in it, reported nothing in the open case and did not propose to revoke it."""
        told = self.reporters[task.pk] | self.proposers[task.pk]
        return [
            one
            for one in self._holders
            if one.pk not in told
            and not self._interests.has(one.pk, task)
            and "statement" in self._viewers[one.pk].fields(task)
        ]

    def asked(self, task: Task) -> list[Subject]:
        """Those whom a case waits for: without those who accepted the task, unless nobody else is left."""
        found = self.could(task)
        return [one for one in found if one.pk not in self.accepters[task.pk]] or found

    def accepted_and_is_not_alone(self, subject_id: str, task: Task) -> bool:
        """Whether this person took part in accepting the task, and somebody who did not could decide."""
        took_part = self.accepters[task.pk]
        return subject_id in took_part and any(one.pk not in took_part for one in self.could(task))

    @cached_property
    def _holders(self) -> list[Subject]:
        found = {one.pk: one for power in POWERS for one in members.holders(self.project, power, self.at)}
        return [found[pk] for pk in sorted(found)]

    @cached_property
    def _viewers(self) -> dict[str, Viewer]:
        return {one.pk: Viewer(one.user, self.project) for one in self._holders}

    @cached_property
    def _interests(self) -> Interests:
        return Interests(self.project, self.tasks, [one.pk for one in self._holders])


def _by_task(pairs: Iterable[tuple[int, str]]) -> People:
    found: People = defaultdict(set)
    for task, subject in pairs:
        found[task].add(subject)
    return found
