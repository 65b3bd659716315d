"""Who chairs a task: assigned and ended by those who assign, stepped down by the chair."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.people.models import Subject
from projects.project.web import actor_of
from projects.reviews import clocks, queries, rounds, services
from projects.reviews.choosing import ChoosingChairs
from projects.reviews.models import TaskChair
from projects.reviews.views.page import find_task, frame
from projects.tasks import policies
from projects.tasks.models import Task


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_chairs(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project, task, viewer = find_task(request, slug, number)
    actor, chairs = actor_of(request), clocks.chairs_of(task)
    own = next((one for one in chairs if one.chair_id == actor.pk), None)
    assigns = "assign" in viewer.powers
    if not assigns and own is None:
        raise Forbidden(_("Chairs are assigned by holders of the power “assign”."))
    interest = policies.keeps_out(actor.pk, task)
    if interest == "own":
        raise Forbidden(_("This is your own work. Somebody else assigns its chairs."))
    if interest == "declared" and own is None and rounds.reviewers_are_hidden(task):
        raise Forbidden(_("You declared an interest in this task. Who judges it is not shown to you."))
    reasons: list[object] = []
    status = 200
    if request.method == "POST":
        try:
            _act(request, actor, task, chairs)
        except (Refused, Conflict, Forbidden) as error:
            reasons, status = list(error.reasons), error.status
        else:
            return redirect("task_chairs" if assigns else "task_page", slug, number)
    candidates, why_not = _candidates(actor, task, chairs) if assigns else ([], [])
    named = [*(one.chair for one in chairs), *candidates]
    context = frame(project, task, viewer, queries.rounds_of(task), named=named)
    context |= {
        "chairs": chairs,
        "own": own,
        "assigns": assigns,
        "candidates": candidates,
        "why_not": why_not,
        "reasons": reasons,
    }
    return render(request, "projects/reviews/chairs.html", context, status=status)


def _act(request: HttpRequest, actor: Subject, task: Task, chairs: list[TaskChair]) -> None:
    handle = request.POST.get("handle", "")
    do = request.POST.get("do", "")
    if do == "assign":
        person = Subject.objects.select_related("profile").filter(handle=handle).first()
        if person is None:
            raise Refused(_("Choose somebody from the list."))
        services.assign_chair(actor=actor, task=task, chair=person)
        messages.success(request, _("The chair is assigned."))
        return
    chair = next((one for one in chairs if one.chair.handle == handle), None)
    if chair is None:
        raise NotVisible
    if do == "step_down":
        services.step_down_as_chair(actor=actor, chair=chair)
        messages.success(request, _("You no longer chair this task."))
    else:
        services.end_chair(actor=actor, chair=chair)
        messages.success(request, _("They no longer chair this task."))


def _candidates(actor: Subject, task: Task, chairs: list[TaskChair]) -> tuple[list[Subject], list[Any]]:
    """Who may be assigned, and why others may not; where authors are hidden whoever has an interest is left out."""
    choosing = ChoosingChairs(actor.pk, task)
    there = {one.chair_id for one in chairs}
    people = [one for one in choosing.holders["chair"] if one.pk not in there]
    if rounds.anonymity(task) == "both_hidden":
        people = [one for one in people if not choosing.is_interested(one)]
    asked = [(one, choosing.why_no_chair(one)) for one in people]
    free = sorted((one for one, why in asked if why is None), key=lambda one: (one.profile.sort_key, one.pk))
    return free, [why for _one, why in asked if why is not None]
