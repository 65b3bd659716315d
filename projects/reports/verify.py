"""Proves that reports of defects and their decisions agree with the tasks and with the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.reports.models import DefectCase, DefectReport, ReportDecision
from projects.reports.states import OPEN, CaseState
from projects.reviews.models import CorrectionStep
from projects.tasks.models import Task
from projects.tasks.states import TaskState

_CASES = DefectCase._meta.db_table
_DECIDED = frozenset({CaseState.NO_DEFECT, CaseState.CORRECTED, CaseState.REVOKED})
_STANDING = frozenset({TaskState.ACCEPTED, TaskState.UNDER_CORRECTION})


def verify_reports(project: Project) -> Iterator[str]:
    yield from _cases(project)
    yield from _tasks(project)
    yield from _told(project)


def _cases(project: Project) -> Iterator[str]:
    """An end has its decision, and the task is what was decided last."""
    rows = DefectCase.objects.filter(task__project=project).select_related("task", "corrected", "decision")
    last: dict[int, DefectCase] = {}
    for case in rows.order_by("task__number", "pk"):
        place = f"{_CASES} {case.pk} of task {case.task.number}"
        decision: ReportDecision | None = getattr(case, "decision", None)
        if (case.state in _DECIDED) != (decision is not None):
            yield f"{place}: its state and its decision do not agree"
        elif decision is not None and decision.outcome != case.state:
            yield f"{place}: it ended otherwise than its decision says"
        if case.state in OPEN and case.task.state not in _STANDING:
            yield f"{place}: it is open, and the task is not accepted"
        last[case.task_id] = case
    for case in last.values():
        if case.state == CaseState.REVOKED and case.task.state != TaskState.REVOKED:
            yield f"{_CASES} {case.pk} of task {case.task.number}: revoked, and the task is not"


def _tasks(project: Project) -> Iterator[str]:
    """What a task says of its open case is that case; the revision that counts is the one last found corrected."""
    open_cases = {case.task_id: case for case in DefectCase.objects.filter(task__project=project, state__in=OPEN)}
    fixed = CorrectionStep.objects.filter(task__project=project, step=CorrectionStep.Step.FIXED)
    counts = {step.task_id: step.revision or 0 for step in fixed.order_by("pk")}
    for task in Task.objects.filter(project=project, number__isnull=False).order_by("number"):
        case = open_cases.get(task.pk)
        if task.reported != (case.state if case else ""):
            yield f"{Task._meta.db_table} number {task.number}: it tells another state of its report"
        if (task.standing or 0) < counts.get(task.pk, 0):
            yield f"{Task._meta.db_table} number {task.number}: an older revision counts than was decided"


def _told(project: Project) -> Iterator[str]:
    """As many reports and decisions on the record as there are."""
    told: Counter[tuple[str, object]] = Counter()
    for entry in queries.entries(project, kinds=("DefectReported", "ReportDecided")):
        told[entry.kind, presenters.payload(entry)["task"]] += 1
    here: Counter[tuple[str, object]] = Counter()
    for number in DefectReport.objects.filter(case__task__project=project).values_list("case__task__number", flat=True):
        here["DefectReported", number] += 1
    decided = ReportDecision.objects.filter(case__task__project=project)
    for number in decided.values_list("case__task__number", flat=True):
        here["ReportDecided", number] += 1
    for kind, task in sorted(told.keys() | here.keys(), key=str):
        if told[kind, task] != here[kind, task]:
            yield f"task {task}: {here[kind, task]} of {kind}, and the record tells of {told[kind, task]}"
