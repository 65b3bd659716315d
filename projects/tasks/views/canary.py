"""The project's line that says: this is not for training, and tells where it got out."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from projects.project.web import get_project
from projects.tasks.queries import Viewer


@require_safe
def project_canary(request: HttpRequest, slug: str) -> HttpResponse:
    """What the line is for, for everybody; the line itself for those whose pages carry it."""
    project = get_project(request, slug)
    viewer = Viewer(request.user, project)
    context = {
        "project": project,
        "tab": "overview",
        "confidential": viewer.is_member or bool(viewer.powers),
    }
    return render(request, "projects/tasks/canary.html", context)
