"""What proposals add to pages of lower rooms; nothing where the terms take none."""

from __future__ import annotations

from django.http import HttpRequest
from django.template.loader import render_to_string

from portal.core import clock
from projects.proposals import queries
from projects.tasks.models import Task
from projects.tasks.queries import Viewer


def of_list(request: HttpRequest, viewer: Viewer) -> str:
    """The way to the proposals of the project, beside the list of its tasks."""
    if not queries.asked(viewer.project):
        return ""
    context = {"project": viewer.project, "primary": queries.asked(viewer.project) == queries.REQUIRED}
    return render_to_string("projects/proposals/panel_list.html", context, request)


def waiting(request: HttpRequest, viewer: Viewer) -> str:
    """Proposals that wait for the reader: to answer, or their own to go on with."""
    if viewer.subject is None or not queries.asked(viewer.project):
        return ""
    answers = "triage" in viewer.powers
    context = {
        "project": viewer.project,
        "to_answer": list(queries.to_answer(viewer.project, viewer.subject)[:50]) if answers else [],
        "own": list(queries.to_go_on(viewer.project, viewer.subject)[:50]),
        "now": clock.now(),
    }
    if not context["to_answer"] and not context["own"]:
        return ""
    return render_to_string("projects/proposals/panel_waiting.html", context, request)


def of_draft(request: HttpRequest, task: Task) -> str:
    """On the draft of a task: the proposal it was begun from, for those who see that."""
    return _beside(request, task)


def of_task(request: HttpRequest, about: tuple[Task, Viewer]) -> str:
    """On a submitted task, only for who sees whose it is and what it is called: a proposal has both."""
    task, viewer = about
    return _beside(request, task) if {"title", "contributors"} <= viewer.fields(task) else ""


def _beside(request: HttpRequest, task: Task) -> str:
    if not request.user.is_authenticated or not queries.ever_asked(task.project):
        return ""
    proposal = queries.visible_to(request.user, task.project).filter(task=task).first()
    if proposal is None:
        return ""
    context = {"project": task.project, "proposal": proposal, "text": proposal.texts.last()}
    return render_to_string("projects/proposals/panel_task.html", context, request)
