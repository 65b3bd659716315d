"""Asking reviewers and appointing leads."""

from __future__ import annotations

import datetime as dt
import zoneinfo
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import F
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core import clock
from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.web import actor_of
from projects.reviews import deciders, queries, rounds, seats, services
from projects.reviews.choosing import Choosing
from projects.reviews.models import Assignment, Round
from projects.reviews.rail import round_name
from projects.reviews.states import WAITING, AssignmentState, RoundState
from projects.reviews.views.page import find_task, frame
from projects.tasks import policies
from projects.tasks.models import Task
from projects.terms import queries as terms


@dataclass(frozen=True)
class Candidate:
    """`why_not` is "" for somebody who may be asked. `earlier`: they reviewed, or led, a round before; `left` says that
    they stepped down ("stepped_down") or were released ("released")."""

    person: Subject
    why_not: str
    earlier: bool
    left: str = ""


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_assign(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project, task, viewer = find_task(request, slug, number)
    if "assign" not in viewer.powers:
        raise Forbidden(_("Reviewers are asked by holders of the power “assign”."))
    interest = policies.keeps_out(actor_of(request).pk, task)
    if interest == "own":
        raise Forbidden(_("This is your own work. Somebody else asks its reviewers."))
    if interest == "declared" and rounds.reviewers_are_hidden(task):
        raise Forbidden(_("You declared an interest in this task. Who judges it is not shown to you."))
    reasons: list[object] = []
    status = 200
    if request.method == "POST":
        try:
            _act(request, project, task)
        except (Refused, Conflict, Forbidden) as error:
            reasons, status = list(error.reasons), error.status
        else:
            return redirect("task_assign", slug, number)
    found, at = queries.rounds_of(task), clock.now()
    open_rounds = [_round(actor_of(request), project, task, one, at) for one in found if one.state == RoundState.OPEN]
    context = frame(project, task, viewer, found, named=_named(open_rounds))
    context |= {
        "open_rounds": open_rounds,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/assign.html", context, status=status)


def _named(open_rounds: Iterable[dict[str, Any]]) -> list[Subject | None]:
    """Everybody who reviews or leads a round, or could."""
    people: list[Subject | None] = []
    for one in open_rounds:
        people += [place["place"].reviewer for place in one["places"]]
        people += [candidate.person for candidate in (*one["reviewers"], *one["leads"])]
        people.append(one["round"].lead)
    return people


def _act(request: HttpRequest, project: Project, task: Task) -> None:
    round_ = queries.get_round(task, task.revision_count, request.POST.get("stage", ""))
    if request.POST.get("do") == "release":
        _release(request, round_)
        return
    handle = request.POST.get("handle", "")
    person = Subject.objects.select_related("profile").filter(handle=handle).first()
    if person is None:
        raise Refused(_("Choose somebody from the list."))
    if request.POST.get("do") == "lead":
        services.appoint_lead(actor=actor_of(request), round=round_, lead=person)
        messages.success(request, _("The lead is appointed."))
    else:
        assignment = services.assign(actor=actor_of(request), round=round_, reviewer=person)
        messages.success(request, _("Asked, as Reviewer %(letter)s.") % {"letter": assignment.letter})


def _release(request: HttpRequest, round_: Round) -> None:
    letter = request.POST.get("letter", "")
    assignment = Assignment.objects.select_related("round__task__project").filter(round=round_, letter=letter).first()
    if assignment is None:
        raise NotVisible
    services.release(actor=actor_of(request), assignment=assignment)
    messages.success(request, _("Reviewer %(letter)s is released.") % {"letter": letter})


def _round(actor: Subject, project: Project, task: Task, one: Round, at: dt.datetime) -> dict[str, Any]:
    one.task = task
    choosing = Choosing(actor.pk, one, task)
    taken = seats.of(one)
    earlier = set(
        Assignment.objects.filter(round__task=task, state=AssignmentState.FILED).values_list("reviewer_id", flat=True)
    )
    led = set(Round.objects.filter(task=task, decision__by=F("lead")).values_list("lead_id", flat=True))
    places = list(one.assignments.all())
    asked = {place.reviewer_id for place in places}
    reviewers = [person for person in choosing.holders["review"] if person.pk not in asked]
    zone = terms.zone(project)
    return {
        "round": one,
        "name": round_name(one),
        "stage": taken.stage,
        "zone": zone,
        "first_answer": _last_day(one.first_answer_due, zone),
        "decision": _last_day(one.decision_due, zone),
        "places": [
            {"place": place, "waits": place.state in WAITING, "why_not": taken.why_not_released(place, at) or ""}
            for place in places
        ],
        "free": taken.free(at),
        "reviewers": _candidates(choosing, reviewers, choosing.why_no_reviewer, earlier, queries.left(task)),
        "leads": _candidates(choosing, choosing.holders["decide"], choosing.why_no_lead, led, {}),
        "not_you": choosing.why_no_lead(actor) if actor in choosing.holders["decide"] else None,
        "stuck": deciders.stuck(one, choosing),
        "lead_stays": services.why_not_replaced(one, at) or "",
        "may_decide": one.lead_id == actor.pk,
    }


def _last_day(due: dt.datetime | None, zone: str) -> dt.date | None:
    """Deadlines are whole days in the project's zone; in the reader's their last second may be another day."""
    return due.astimezone(zoneinfo.ZoneInfo(zone)).date() if due else None


def _candidates(
    choosing: Choosing,
    people: list[Subject],
    why_not: Callable[[Subject], str | None],
    earlier: set[str],
    left: Mapping[str, str],
) -> list[Candidate]:
    """Everybody who holds the power, earlier reviewers of the task first, whoever left it last, and why some cannot be
    asked.

    Where authors are hidden from whoever assigns, people with an interest are left out: they would be the authors.
    """
    if rounds.anonymity(choosing.task) == "both_hidden":
        people = [person for person in people if not choosing.is_interested(person)]
    found = [
        Candidate(person, why_not(person) or "", person.pk in earlier, left.get(person.pk, "")) for person in people
    ]
    return sorted(
        found,
        key=lambda one: (
            bool(one.left),
            not one.earlier,
            bool(one.why_not),
            one.person.profile.sort_key,
            one.person.pk,
        ),
    )
