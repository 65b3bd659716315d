"""Looking for overlaps of a draft and of a task."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from portal.core import clock
from portal.core.errors import NotVisible, Refused
from projects.overlaps import services
from projects.project.web import actor_of
from projects.reviews import queries as reviewing
from projects.reviews.views.page import find_task, frame
from projects.tasks.models import Task
from projects.tasks.views.writing import own_task
from projects.tasks.visibility import CRAK


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_overlaps(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """GET says what a look does, POST looks. To whoever has no part in the task there is no such page."""
    project, task, viewer = find_task(request, slug, number)
    if not viewer.persons(task) & CRAK:
        raise NotVisible
    return _answered(request, task, frame(project, task, viewer, reviewing.rounds_of(task)), "task")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft_overlaps(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    project, task = own_task(request, slug, public_id)
    if task.number is not None:
        return redirect("task_overlaps", slug, task.number)
    return _answered(request, task, {"project": project, "tab": "tasks", "task": task}, "draft")


def _answered(request: HttpRequest, task: Task, context: dict[str, Any], page: str) -> HttpResponse:
    actor, status = actor_of(request), 200
    matches: Sequence[services.Match] | None = None
    reasons: Sequence[object] = ()
    if request.method == "POST":
        try:
            matches = services.look(actor=actor, task=task)
        except (Refused, services.TooOften) as refused:
            reasons, status = refused.reasons, refused.status
    context |= {
        "matches": matches,
        "reasons": reasons,
        "left": services.left_today(actor, clock.deciding()),
        "most": services.MOST_A_DAY,
    }
    answer = render(request, f"projects/overlaps/{page}.html", context, status=status)
    answer["Cache-Control"] = "private, no-store"
    return answer
