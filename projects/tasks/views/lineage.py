"""Naming the earlier task that a draft goes on from."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from portal.core.errors import Refused
from projects.project.web import actor_of
from projects.tasks import services
from projects.tasks.forms import DraftForm
from projects.tasks.views.writing import draft_page, own_task


@login_required
@require_POST
def task_predecessor(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """An empty number takes it back."""
    project, task = own_task(request, slug, public_id)
    typed = request.POST.get("number", "").strip()
    try:
        if typed and not (typed.isascii() and typed.isdigit() and len(typed) < 8):
            raise Refused(_("Type the number of a task, in digits."), code="invalid")
        task = services.name_predecessor(actor=actor_of(request), task=task, number=int(typed) if typed else None)
    except Refused as refused:
        form, sent = DraftForm.of(task.draft), {"predecessor": typed, "refused": "predecessor"}
        return draft_page(request, project, task, form, reasons=refused.reasons, status=422, sent=sent)
    messages.success(request, _("Saved."))
    return redirect("task_draft", slug, public_id)
