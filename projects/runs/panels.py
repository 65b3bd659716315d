"""What runs add to the page of a task and of a draft."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from projects.runs import queries, shown
from projects.tasks.models import Task
from projects.tasks.queries import Viewer


def of_task(request: HttpRequest, about: tuple[Task, Viewer]) -> str:
    """For whoever sees the answer, and there is a run or they may log one."""
    task, viewer = about
    if not queries.is_seen(viewer, task):
        return ""
    rows = queries.visible(viewer, task)
    counted = queries.revisions(rows)
    may_log = bool(viewer.persons(task) & frozenset("CR"))
    if not counted and not may_log:
        return ""
    summary = queries.summary(viewer, task, counted[0]) if counted else None
    context = {
        "revision": counted[0] if counted else 0,
        "models": len(summary.rows) if summary else 0,
        "sentence": shown.sentence(summary) if summary else "",
        "href": reverse("task_runs", args=[task.project.slug, task.number]),
    }
    return render_to_string("projects/runs/panel_task.html", context, request)


def of_draft(request: HttpRequest, task: Task) -> str:
    """The reader is one of its contributors."""
    runs, attempts = queries.how_many(task)
    slug = task.project.slug
    numbered = task.number is not None
    href = (
        reverse("task_runs", args=[slug, task.number])
        if numbered
        else reverse("draft_runs", args=[slug, task.public_id])
    )
    context = {"runs": runs, "attempts": attempts, "href": href}
    return render_to_string("projects/runs/panel_draft.html", context, request)
