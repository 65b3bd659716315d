"""Attachments, for those who may see the statement they belong to."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from portal.core.errors import NotVisible
from projects.project.web import get_project
from projects.tasks import looks, media, queries
from projects.tasks.queries import Viewer
from projects.tasks.views.writing import own_task


@require_safe
def task_attachment(request: HttpRequest, slug: str, number: int, revision: int, place: int) -> HttpResponseBase:
    """A file that is not public is handed out once the look is noted."""
    project = get_project(request, slug)
    task = queries.get_visible(request.user, project, number)
    task.project = project
    found = queries.revision_file(task, revision, place)
    viewer = Viewer(request.user, project)
    if found is None or "statement" not in viewer.fields(task):
        raise NotVisible
    answer = media.hand_out(found.attachment)
    if request.method == "GET":
        looks.note(viewer=viewer, task=task, file=found)
    return answer


@login_required
@require_safe
def draft_attachment(request: HttpRequest, slug: str, public_id: str, place: int) -> HttpResponseBase:
    _project, task = own_task(request, slug, public_id)
    found = task.draft.files.select_related("attachment").filter(place=place).first()
    if found is None:
        raise NotVisible
    return media.hand_out(found.attachment)
