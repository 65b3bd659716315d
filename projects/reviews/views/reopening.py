"""The page on which a task that had ended is given back to its contributors."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.access.check import check
from portal.core.errors import Conflict, Forbidden, Refused
from projects.project.web import actor_of
from projects.reviews import queries, services
from projects.reviews.services.reopening import deciders
from projects.reviews.views.page import decisions_for, find_task, frame
from projects.tasks import queries as tasks
from projects.tasks.states import REOPENABLE


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_reopen(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """With what was decided, as far as the reader may know it."""
    project, task, viewer = find_task(request, slug, number)
    actor, said = actor_of(request), request.POST.get("reasons", "")
    verdict = check(actor, "task.reopen", project, task, deciders=deciders(task))
    if not viewer.powers & {"decide", "chair"}:
        raise Forbidden(*verdict.reasons)
    reasons, status = [], 200
    if request.method == "POST":
        try:
            services.reopen(actor=actor, task=task, reasons=said)
        except (Refused, Forbidden, Conflict) as error:
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
        else:
            messages.success(request, _("The task is open again. Its contributors are told."))
            return redirect("task_page", slug, number)
    elif task.state not in REOPENABLE:
        raise Conflict(_("Only a task that was declined or not reviewed is reopened."))
    found, revision = queries.rounds_of(task), tasks.latest_revision(task)
    context = frame(project, task, viewer, found)
    context |= {
        "verdict": verdict,
        "decisions": decisions_for(task, context["fields"], found, revision)[-1:] if revision else [],
        "said": said,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/reopen.html", context, status=status)
