"""The draft of a task as it is typed: saved, and answered with the parts of the page that follow from it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from portal.core.errors import Conflict, Refused
from portal.core.web.whole import require_whole
from projects.project.web import actor_of, reader_of
from projects.tasks import queries, services, texts
from projects.tasks.forms import DraftForm
from projects.tasks.models import Task, TaskDraft
from projects.tasks.views.writing import conflict_context, missing, own_task


@login_required
@require_POST
def task_draft_beside(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """For `static/js/keep.js`: saves the texts like the form's button does, without a file. What is stored already is
    not saved again.

    409 with both texts where somebody else has saved, 422 where the form did not arrive whole or is refused.
    """
    project, task = own_task(request, slug, public_id)
    form = DraftForm.sent(request)
    try:
        require_whole(request)
        _save(request, task, form)
    except Refused as refused:
        return render(request, "components/kept_cut.html", {"reasons": refused.reasons}, status=refused.status)
    except Conflict as conflict:
        theirs = conflict.context.get("theirs")
        if not isinstance(theirs, TaskDraft):
            raise
        context = conflict_context(project, task, form, theirs)
        return render(request, "projects/tasks/draft_conflict.html", context, status=409)
    task.draft.refresh_from_db()
    binding = queries.binding_version(task)
    context = {
        "project": project,
        "task": task,
        "draft": task.draft,
        "missing": missing(task, binding),
        "typos": services.typos_of(task, task.draft) if task.number else None,
        "mine": task.contributors.filter(subject=reader_of(request)).first(),
    }
    return render(request, "projects/tasks/draft_saved.html", context)


def _save(request: HttpRequest, task: Task, form: DraftForm) -> None:
    if not form.is_valid():
        raise Refused(*(str(error) for errors in form.errors.values() for error in errors), code="invalid")
    kept = texts.cleaned(**form.texts())
    if any(getattr(task.draft, name) != value for name, value in kept.items()):
        services.save_draft(actor=actor_of(request), task=task, version=form.cleaned_data["version"], **form.texts())
