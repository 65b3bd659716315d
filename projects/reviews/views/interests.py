"""Interests in a task: one's own declared, others' waived."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.access.check import check
from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from projects.project.web import actor_of
from projects.reviews import queries, rounds, services
from projects.reviews.views.page import find_task, frame
from projects.tasks import policies
from projects.tasks.models import DeclaredInterest, Task
from projects.tasks.queries import Viewer

_JUDGING = frozenset({"review", "decide", "chair", "assign"})


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_interests(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Whoever may judge declares here; those who assign or chair, without an interest, read what others declared."""
    project, task, viewer = find_task(request, slug, number)
    if not viewer.powers & _JUDGING:
        raise Forbidden(_("Interests are declared by those who review, decide, chair or assign."))
    if policies.keeps_out(actor_of(request).pk, task) == "own":
        raise Forbidden(_("This is your own work, which you never judge. There is nothing to declare."))
    sent = {name: request.POST.get(name, "") for name in ("do", "kind", "text", "interest", "reason")}
    reasons, status = [], 200
    if request.method == "POST":
        try:
            _act(request, viewer, task, sent)
        except (Refused, Conflict, Forbidden) as error:
            reasons, status = list(error.reasons), error.status
        else:
            return redirect("task_interests", slug, number)
    rows = [_row(viewer, task, one, sent) for one in _shown(viewer, task)]
    named = [one["interest"].subject for one in rows]
    context = frame(project, task, viewer, queries.rounds_of(task), named=named)
    context |= {"rows": rows, "kinds": list(DeclaredInterest.Kind), "sent": sent, "reasons": reasons}
    return render(request, "projects/reviews/interests.html", context, status=status)


def _act(request: HttpRequest, viewer: Viewer, task: Task, sent: dict[str, str]) -> None:
    actor = actor_of(request)
    if sent["do"] == "waive":
        interest = next((one for one in _shown(viewer, task) if str(one.pk) == sent["interest"]), None)
        if interest is None:
            raise NotVisible
        services.waive_interest(actor=actor, interest=interest, reason=sent["reason"])
        messages.success(request, _("The interest is waived. Your reason is on the record."))
    else:
        services.declare_interest(actor=actor, task=task, kind=sent["kind"], text=sent["text"])
        messages.success(request, _("Your interest is declared. You judge nothing of this task until it is waived."))


def _shown(viewer: Viewer, task: Task) -> list[DeclaredInterest]:
    """One's own; all, for whoever sees who reviews by assigning, chairing or auditing and has none."""
    rows = DeclaredInterest.objects.filter(task=task).select_related("subject__profile", "waiver__by__profile")
    own = rows.filter(subject=viewer.subject)
    sees_all = "assign" in viewer.powers or viewer.persons(task) & frozenset("AK")
    declared = rounds.reviewers_are_hidden(task) and own.filter(waiver=None).exists()
    return list((rows if sees_all and not declared else own).order_by("pk"))


def _row(viewer: Viewer, task: Task, one: DeclaredInterest, sent: dict[str, str]) -> dict[str, Any]:
    waiver = getattr(one, "waiver", None)
    verdict = check(viewer.subject, "interest.waive", task.project, task, first=one.subject_id)
    return {
        "interest": one,
        "waiver": waiver,
        "waives": waiver is None and verdict.allowed,
        "why_not": () if waiver is not None or one.subject == viewer.subject else verdict.reasons,
        "reason": sent["reason"] if sent["interest"] == str(one.pk) else "",
    }
