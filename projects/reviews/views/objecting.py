"""The page on which somebody takes an approval back that counts only since a revision corrects typos."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core import clock
from portal.core.errors import Conflict, NotVisible, Refused
from projects.project.web import actor_of
from projects.reviews import held, queries, services
from projects.reviews.views.page import compared, find_task, frame


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def approval_object(request: HttpRequest, slug: str, number: int, revision: int, stage: str) -> HttpResponse:
    """Shows what changed since the approval, and the form. To whoever never approved there is no such page."""
    project, task, viewer = find_task(request, slug, number)
    actor, said = actor_of(request), request.POST.get("reasons", "")
    reasons, status = [], 200
    if request.method == "POST":
        try:
            services.object_to(actor=actor, task=task, revision=revision, stage=stage, reasons=said)
        except (Refused, Conflict) as error:
            if not held.ever_approved(task, actor, stage):
                raise NotVisible from None
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
        else:
            messages.success(request, _("Your approval no longer counts. The stage reads the revision anew."))
            return redirect("task_page", slug, number)
    mine = [one for one in held.own(task, actor) if (one.revision.number, one.round.stage) == (revision, stage)]
    if not mine and not reasons:
        raise NotVisible
    context = frame(project, task, viewer, queries.rounds_of(task))
    context |= {
        "held": mine[0] if mine else None,
        "over": bool(mine) and mine[0].until is not None and mine[0].until < clock.now(),
        "compared": compared(task, mine[0].of, revision, context["fields"]) if mine else [],
        "said": said,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/object.html", context, status=status)
