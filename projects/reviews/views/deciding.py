"""Decisions of a lead, and corrections of accepted tasks."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.access.check import check
from portal.core.errors import Conflict, Forbidden, Refused
from portal.people.queries import display_name
from projects.project.web import actor_of
from projects.reviews import queries, reading, rounds, services
from projects.reviews.models import Round
from projects.reviews.rail import round_name
from projects.reviews.reading import ShownDecision
from projects.reviews.states import Outcome
from projects.reviews.views.page import find_task, frame, shown_corrections
from projects.tasks.models import Task
from projects.tasks.states import TaskState


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_decide(request: HttpRequest, slug: str, number: int, revision: int, stage: str) -> HttpResponse:
    """GET shows the form, `do=preview` what the contributors will read, `do=decide` decides.

    `do=step_down` leaves it to another lead.
    """
    project, task, viewer = find_task(request, slug, number)
    round_ = queries.get_round(task, revision, stage)
    if viewer.subject is None or round_.lead_id != viewer.subject.pk:
        raise Forbidden(_("This round is decided by its lead."))
    sent: dict[str, Any] = {
        "outcome": request.POST.get("outcome", ""),
        "criteria": request.POST.getlist("criteria"),
        "reasons": request.POST.get("reasons", ""),
    }
    preview, reasons, status = None, [], 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "step_down":
                services.step_down_as_lead(actor=actor_of(request), round=round_)
                messages.success(request, _("You no longer lead this round. Somebody else is appointed."))
                return redirect("task_page", slug, number)
            if request.POST.get("do") == "decide":
                services.decide(actor=actor_of(request), round=round_, **sent)
                messages.success(request, _("The decision stands."))
                return redirect("task_page", slug, number)
            preview = _preview(request, round_, sent)
        except (Refused, Forbidden, Conflict) as error:
            # Somebody else may have decided meanwhile; what was typed here stays on the page all the same.
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
    context = frame(project, task, viewer, queries.rounds_of(task))
    context |= _decide(request, task, viewer, round_)
    context |= {"sent": sent, "preview": preview, "reasons": reasons}
    return render(request, "projects/reviews/decide.html", context, status=status)


def _preview(request: HttpRequest, round_: Round, sent: dict[str, Any]) -> ShownDecision:
    """Exactly what the task page shows afterwards."""
    outcome, criteria, said = services.checked_decision(round_, **sent)
    sentences = {row["id"]: row["sentence"] for row in round_.rubric.criteria}
    return ShownDecision(
        round_name=round_name(round_),
        outcome=outcome.value,
        label=outcome.label,
        who=_("the lead") if rounds.lead_is_hidden(round_) else display_name(actor_of(request)),
        criteria=tuple(sentences[one] for one in criteria),
        reasons=said,
        at=None,
    )


def _decide(request: HttpRequest, task: Task, viewer: Any, round_: Round) -> dict[str, Any]:
    found = queries.rounds_of(task)
    here = next(one for one in found if one.pk == round_.pk)
    stage = rounds.stage_of(here)
    filed = len(rounds.reviews_that_count(here))
    verdict = check(actor_of(request), "round.decide", task.project, task, round=here)
    why_not = list(verdict.reasons)
    if stage.decides != "lead":
        why_not.append(_("This stage is decided by counting the verdicts of its reviewers."))
    elif filed < stage.filed_before_lead:
        why_not.append(
            _("%(filed)s of %(awaited)s reviews are filed; the terms wait for all of them.")
            % {"filed": filed, "awaited": stage.filed_before_lead}
        )
    reviews = [
        shown
        for one in found
        for shown in reading.shown_reviews(viewer, one, queries.visible_reviews(viewer, task, one), named=False)
    ]
    shown = reading.shown_requests(viewer, queries.visible_requests(viewer, task, found), here.revision)
    return {
        "round": here,
        "round_name": round_name(here),
        "stage": stage,
        "why_not": why_not,
        "reviews": reviews,
        "shown": shown,
        "parts": reading.parts_of(viewer.fields(task), here.revision, shown),
        "outcomes": list(Outcome),
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_correction(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Opens a correction, or closes one that somebody else opened."""
    project, task, viewer = find_task(request, slug, number)
    actor = actor_of(request)
    opening = task.state == TaskState.ACCEPTED
    verdict = (
        check(actor, "correction.open", project, task)
        if opening
        else check(actor, "correction.decide", project, task, first=queries.opener(task))
    )
    if not viewer.powers & {"decide", "chair"}:
        raise Forbidden(*verdict.reasons)
    sent = {"outcome": request.POST.get("outcome", ""), "reasons": request.POST.get("reasons", "")}
    reasons, status = [], 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "open":
                services.open_correction(actor=actor, task=task, reasons=sent["reasons"])
                messages.success(request, _("The correction is open. Somebody else decides it."))
            else:
                services.decide_correction(actor=actor, task=task, **sent)
                messages.success(request, _("The correction is closed."))
        except (Refused, Forbidden, Conflict) as error:
            # Somebody else may have decided meanwhile; what was typed here stays on the page all the same.
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
        else:
            return redirect("task_page", slug, number)
    if not reasons and task.state not in (TaskState.ACCEPTED, TaskState.UNDER_CORRECTION):
        raise Conflict(_("Only an accepted task is corrected."))
    context = frame(project, task, viewer, queries.rounds_of(task))
    context |= {
        "opening": opening,
        "verdict": verdict,
        "steps": shown_corrections(task),
        "sent": sent,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/correction.html", context, status=status)
