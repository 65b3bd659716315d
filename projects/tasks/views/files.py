"""Attachments, for those who may see the statement they belong to."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from portal.core.errors import NotVisible
from projects.project.web import get_project
from projects.tasks import attachments, queries
from projects.tasks.queries import Viewer
from projects.tasks.views.writing import own_task


@require_safe
def task_attachment(request: HttpRequest, slug: str, number: int, revision: int) -> HttpResponseBase:
    project = get_project(request, slug)
    task = queries.get_visible(request.user, project, number)
    found = task.revisions.select_related("attachment").filter(number=revision).first()
    seen = "statement" in Viewer(request.user, project).fields(task)
    if found is None or found.attachment is None or not seen:
        raise NotVisible
    return attachments.response(found.attachment)


@login_required
@require_safe
def draft_attachment(request: HttpRequest, slug: str, public_id: str) -> HttpResponseBase:
    _project, task = own_task(request, slug, public_id)
    if task.draft.attachment is None:
        raise NotVisible
    return attachments.response(task.draft.attachment)
