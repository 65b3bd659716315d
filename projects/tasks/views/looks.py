"""Who took the files of a task, for those who write it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.core.errors import NotVisible
from portal.core.web.pages import paginate
from projects.project.web import actor_of, get_project
from projects.tasks import looks, queries
from projects.tasks.queries import Viewer


@require_safe
@login_required
def task_looks(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    task = queries.get_visible(request.user, project, number)
    task.project = project
    if not queries.is_contributor(actor_of(request), task):
        raise NotVisible
    viewer = Viewer(request.user, project)
    context = {
        "project": project,
        "tab": "tasks",
        "task": task,
        "page": paginate(request, looks.shown(task, viewer)),
        "hidden": viewer.modes(task).anonymity != "open",
        "confidential": True,
    }
    return render(request, "projects/tasks/looks.html", context)
