"""Decisions of a lead, and corrections of accepted tasks."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.access.check import check
from portal.core.errors import Conflict, Forbidden, Refused
from portal.core.web.whole import require_whole
from portal.people.queries import display_name
from projects.project.web import actor_of
from projects.reviews import points, queries, reading, rounds, services
from projects.reviews.meaning import REASONS
from projects.reviews.models import Round
from projects.reviews.rail import round_name
from projects.reviews.reading import ShownDecision
from projects.reviews.states import Outcome
from projects.reviews.views.page import decisions_for, find_task, frame, shown_corrections
from projects.rubric import criteria as rubric
from projects.tasks import texts
from projects.tasks.models import Task
from projects.tasks.states import TaskState


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def round_decide(request: HttpRequest, slug: str, number: int, revision: int, stage: str) -> HttpResponse:
    """GET shows the form, `do=preview` what the contributors will read, `do=decide` decides.

    `do=add` adds an empty row for a point, `do=step_down` leaves it to another lead.
    """
    project, task, viewer = find_task(request, slug, number)
    round_ = queries.get_round(task, revision, stage)
    if viewer.subject is None or round_.lead_id != viewer.subject.pk:
        raise Forbidden(_("This round is decided by its lead."))
    sent: dict[str, Any] = {
        "outcome": request.POST.get("outcome", ""),
        "criteria": request.POST.getlist("criteria"),
        "requests": request.POST.getlist("requests"),
        "points": points.read(request.POST),
        "reasons": request.POST.get("reasons", ""),
    }
    preview, reasons, status = None, [], 200
    if request.method == "POST":
        try:
            if request.POST.get("do") == "step_down":
                services.step_down_as_lead(actor=actor_of(request), round=round_)
                messages.success(request, _("You no longer lead this round. Somebody else is appointed."))
                return redirect("task_page", slug, number)
            require_whole(request)
            if request.POST.get("do") == "decide":
                services.decide(actor=actor_of(request), round=round_, **sent)
                messages.success(request, _("The decision stands."))
                return redirect("task_page", slug, number)
            if request.POST.get("do") != "add":
                preview = _preview(request, round_, sent)
        except (Refused, Forbidden, Conflict) as error:
            # Somebody else may have decided meanwhile; what was typed here stays on the page all the same.
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
    context = frame(project, task, viewer, queries.rounds_of(task))
    context |= _decide(request, task, viewer, round_)
    context |= {"sent": sent, "again": _again(sent), "preview": preview, "reasons": reasons}
    context["ids"] = {"verdict": f"outcome-{Outcome.ACCEPT}", "reasons": "reasons"} | points.ids(sent["points"])
    context["rows"] = [{**row, "number": n} for n, row in enumerate([*sent["points"], {}], start=1)]
    return render(request, "projects/reviews/decide.html", context, status=status)


def _again(sent: dict[str, Any]) -> list[tuple[str, str]]:
    """As names and values of a form that sends the same again."""
    several = [(name, one) for name in ("criteria", "requests") for one in sent[name]]
    return [("outcome", sent["outcome"]), *several, *points.fields(sent["points"]), ("reasons", sent["reasons"])]


def _preview(request: HttpRequest, round_: Round, sent: dict[str, Any]) -> ShownDecision:
    """Exactly what the task page shows the contributors afterwards."""
    made = services.checked_decision(round_, actor=actor_of(request), **sent)
    everything = frozenset((*texts.PARTS, "reviews"))
    asked = {queries.key_of(one): one.text for one in queries.requests_of(round_.task)}
    named = reading.shown_points(round_, made.points, everything, round_.revision)
    return ShownDecision(
        round_name=round_name(round_),
        outcome=made.outcome.value,
        label=made.outcome.label,
        who=_("the lead") if rounds.lead_is_hidden(round_) else display_name(actor_of(request)),
        criteria=reading.criteria_named(round_, made.criteria),
        reasons=made.reasons,
        points=tuple(replace(one, words=asked.get(one.key, "")) for one in named),
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
    visible = queries.visible_requests(viewer, task, found)
    offered = {queries.key_of(one) for one in points.to_rest_on(here, visible)}
    shown = reading.shown_requests(viewer, visible, here.revision)
    own = reading.own_points(decisions_for(task, viewer.fields(task), found, here.revision))
    return {
        "round": here,
        "round_name": round_name(here),
        "stage": stage,
        "why_not": why_not,
        "reviews": reviews,
        "shown": shown,
        "offered": [one for one in shown if one.key in offered],
        "parts": reading.parts_of(viewer.fields(task), here.revision, shown, decided=own, numbered=True),
        "names": [(part, texts.NAMES[part]) for part in texts.PARTS],
        "criteria": [{**row, "short": rubric.short(row)} for row in here.rubric.criteria],
        "outcomes": list(Outcome),
        "least": REASONS,
    }


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_correction(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Opens a correction, or closes one that somebody else opened."""
    project, task, viewer = find_task(request, slug, number)
    actor = actor_of(request)
    if task.reported and request.method != "POST":
        return redirect("task_reports", slug, number)
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
                services.decide_correction(actor=actor, task=task, outcome=sent["outcome"], reasons=sent["reasons"])
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
        "steps": shown_corrections(task) if "decision" in context["fields"] else [],
        "sent": sent,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/correction.html", context, status=status)
