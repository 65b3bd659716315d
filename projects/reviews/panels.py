"""What reviewing adds to pages of lower rooms."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from projects.reviews import queries, reading
from projects.reviews.states import RequestState
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer


def requests_to_answer(request: HttpRequest, task: Task) -> str:
    """On the draft: the requests its next revision answers, with the state of each."""
    revision = tasks.latest_revision(task)
    if revision is None:
        return ""
    viewer = Viewer(request.user, task.project)
    shown = reading.shown_requests(viewer, queries.visible_requests(viewer, task), revision)
    context: dict[str, Any] = {
        "task": task,
        "project": task.project,
        "shown": shown,
        "unanswered": sum(one.state == RequestState.OPEN for one in shown),
    }
    return render_to_string("projects/reviews/draft_panel.html", context, request=request)
