"""What tasks add to pages of lower rooms."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from projects.project.models import Project
from projects.project.queries import subject_of
from projects.tasks import queries
from projects.tasks.states import IN_PROGRESS, TaskState


def stays(request: HttpRequest, project: Project) -> str:
    """On the page on which one leaves: one's own tasks go on, drafts wait."""
    subject = subject_of(request.user)
    if subject is None:
        return ""
    rows = list(queries.own(subject, project).order_by("number", "pk"))
    context = {
        "project": project,
        "open": [task for task in rows if task.state in IN_PROGRESS],
        "drafts": [task for task in rows if task.state == TaskState.DRAFT],
    }
    return render_to_string("projects/tasks/panel_stays.html", context, request)
