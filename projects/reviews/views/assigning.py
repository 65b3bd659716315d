"""Asking reviewers and appointing leads."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.project.web import actor_of
from projects.reviews import policies, queries, rounds, services
from projects.reviews.models import Assignment, Round
from projects.reviews.rail import round_name
from projects.reviews.states import AssignmentState, RoundState
from projects.reviews.views.page import find_task, frame
from projects.tasks.models import Task
from projects.terms import queries as terms


@dataclass(frozen=True)
class Candidate:
    """`why_not` is "" for somebody who may be asked."""

    person: Subject
    why_not: str
    earlier: bool


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_assign(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project, task, viewer = find_task(request, slug, number)
    if "assign" not in viewer.powers:
        raise Forbidden(_("Reviewers are asked by holders of the power “assign”."))
    if task.pk in viewer.contributed:
        raise Forbidden(_("This is your own work. Somebody else asks its reviewers."))
    reasons: list[object] = []
    status = 200
    if request.method == "POST":
        try:
            _act(request, project, task)
        except (Refused, Conflict, Forbidden) as error:
            reasons, status = list(error.reasons), error.status
        else:
            return redirect("task_assign", slug, number)
    found = queries.rounds_of(task)
    context = frame(project, task, viewer, found)
    context |= {
        "open_rounds": [_round(project, task, one) for one in found if one.state == RoundState.OPEN],
        "reasons": reasons,
    }
    return render(request, "projects/reviews/assign.html", context, status=status)


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


def _round(project: Project, task: Task, one: Round) -> dict[str, Any]:
    stage = rounds.stage_of(one)
    places = list(one.assignments.select_related("reviewer__profile").order_by("letter"))
    earlier = set(
        Assignment.objects.filter(round__task=task, state=AssignmentState.FILED).values_list("reviewer_id", flat=True)
    )
    asked = {place.reviewer_id for place in places}
    reviewers = [
        candidate for candidate in _candidates(project, task, "review", earlier) if candidate.person.pk not in asked
    ]
    return {
        "round": one,
        "name": round_name(one),
        "stage": stage,
        "places": places,
        "reviewers": reviewers,
        "leads": _candidates(project, task, "decide", earlier),
    }


def _candidates(project: Project, task: Task, power: str, earlier: set[str]) -> list[Candidate]:
    """Everybody who holds the power, earlier reviewers of the task first; those with an interest say why not."""
    version = terms.current(project)
    roles = [one["id"] for one in members.defined(version) if power in members.powers_of(one)]
    people = {grant.subject_id: grant.subject for grant in members.grants(project).filter(role__in=roles)}
    found = [
        Candidate(person, policies.why_not(person, task, power=power) or "", person.pk in earlier)
        for person in people.values()
    ]
    return sorted(
        found, key=lambda one: (not one.earlier, bool(one.why_not), one.person.profile.sort_key, one.person.pk)
    )
