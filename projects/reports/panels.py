"""What reports of defects add to pages of lower rooms."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from projects.project.models import Project
from projects.reports import figures, queries, reading
from projects.reports.models import DefectCase
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState


def facts(request: HttpRequest, project: Project) -> str:
    """The share of accepted tasks that were found faulty; nothing where no task was accepted."""
    found = figures.of_project(project)
    return render_to_string("projects/reports/panel_facts.html", {"figures": found}, request) if found else ""


def task(request: HttpRequest, about: tuple[Task, Viewer]) -> str:
    """On the page of a task that was accepted: what is reported, and the way to report."""
    task, viewer = about
    if task.accepted_on is None:
        return ""
    found = DefectCase.objects.filter(task=task).order_by("-pk")
    cases = list(found.values("state", "corrected__number", "revision__number"))
    stands = task.state in (TaskState.ACCEPTED, TaskState.UNDER_CORRECTION)
    fields = viewer.fields(task)
    context = {
        "task": task,
        "project": task.project,
        "cases": cases,
        "corrected": cases[0]["corrected__number"] if task.reported and cases else None,
        "may_report": stands and "statement" in fields,
        "may_decide": bool(task.reported) and queries.sight(viewer, task).decides,
        "mine": "C" in viewer.persons(task),
    }
    if not cases and not context["may_report"]:
        return ""
    return render_to_string("projects/reports/panel_task.html", context, request)


def to_correct(request: HttpRequest, task: Task) -> str:
    """On the draft of a correction: what was reported."""
    if not task.reported:
        return ""
    cases = queries.cases_of(task)[:1]
    shown = reading.shown(task, queries.sight(Viewer(request.user, task.project), task), cases)
    context = {"task": task, "project": task.project, "case": shown[0] if shown else None}
    return render_to_string("projects/reports/panel_draft.html", context, request)
