"""The days of a task: what is waited for, what was moved on and why, how long it was where. Open to everybody."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core import clock
from portal.core.access.check import check
from portal.core.errors import Conflict, NotVisible, Refused
from projects.project.web import actor_of
from projects.reviews import ages, clocks, queries, services
from projects.reviews.clocks import Clock, Kind
from projects.reviews.models import Round
from projects.reviews.rail import round_name
from projects.reviews.steps import shown_steps
from projects.reviews.views.page import find_task, frame
from projects.tasks import days
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

_FIELDS = ("stage", "do", "clock", "day", "reason")


@require_http_methods(["GET", "HEAD", "POST"])
def task_clock(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project, task, viewer = find_task(request, slug, number)
    sent, reasons, status = {name: request.POST.get(name, "") for name in _FIELDS}, [], 200
    if request.method == "POST":
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            _act(request, task, sent)
        except (Refused, Conflict) as error:
            reasons, status = list(error.reasons), error.status
        else:
            return redirect("task_clock", slug, number)
    context = frame(project, task, viewer, queries.rounds_of(task))
    context |= {
        "rounds": [_round(viewer, task, one, sent) for one in clocks.open_rounds(task)],
        "steps": shown_steps(viewer, task),
        "chairs": clocks.chairs_of(task),
        "times": ages.stage_times(task),
        "zone": clocks.zone_of(task),
        "reasons": reasons,
        "sent": sent,
    }
    return render(request, "projects/reviews/clock.html", context, status=status)


def _act(request: HttpRequest, task: Task, sent: dict[str, str]) -> None:
    actor = actor_of(request)
    round_ = _open_round(task, sent["stage"])
    if sent["do"] == "ask":
        services.ask_for_somebody_else(actor=actor, round=round_, reason=sent["reason"])
        messages.success(request, _("Everybody else who may see to it was told."))
        return
    try:
        day = dt.date.fromisoformat(sent["day"].strip())
    except ValueError:
        raise Refused(_("Write the new day as year-month-day, like 2027-03-09.")) from None
    services.extend(actor=actor, round=round_, clock=sent["clock"], day=day, reason=sent["reason"])
    messages.success(request, _("The day is moved on. The contributors and reviewers are told."))


def _open_round(task: Task, stage: str) -> Round:
    found = next((one for one in clocks.open_rounds(task) if one.stage == stage), None)
    if found is None:
        raise NotVisible
    return found


def _round(viewer: Viewer, task: Task, one: Round, sent: dict[str, str]) -> dict[str, Any]:
    """Its days, what is over, and what this reader may do about it."""
    at, zone = clock.now(), clocks.zone_of(task)
    over = clocks.passed(one, zone, at)
    mine = task.pk in viewer.contributed
    promised = [
        {"clock": kind, "label": kind.label, "day": days.day_of(due, zone), "over": due < at}
        for kind, due in ((Clock.FIRST_ANSWER, one.first_answer_due), (Clock.DECISION, one.decision_due))
        if due is not None
    ]
    return {
        "round": one,
        "name": round_name(one),
        "promised": promised,
        "over": bool(over),
        "asks": mine and any(not clocks.is_taken(one, Kind.ASKED, day) for day in over),
        "not_reviewed": days.day_of(clocks.not_reviewed_day(one, one.steps.all(), zone), zone) if mine else None,
        "moves": bool(promised) and check(viewer.subject, "clock.extend", task.project, task, round=one).allowed,
        "sent": sent if sent["stage"] == one.stage else {},
    }
