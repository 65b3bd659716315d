"""What reviewing adds to pages of lower rooms."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from projects.members import queries as members
from projects.project.models import Project
from projects.project.queries import subject_of
from projects.reviews import clocks, leaving, queries, reading
from projects.reviews.states import RequestState
from projects.tasks import days
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.terms import queries as terms

# On the page of a project, of all the days that were moved on.
_MOST_DAYS = 10


def requests_to_answer(request: HttpRequest, task: Task) -> str:
    """On the draft: the requests its next revision answers, with the state of each."""
    revision = tasks.latest_revision(task)
    if revision is None:
        return ""
    viewer = Viewer(request.user, task.project)
    shown = reading.shown_requests(viewer, queries.visible_requests(viewer, task), revision)
    context: dict[str, Any] = {
        "task": task,
        "project": task.project,
        "shown": shown,
        "unanswered": sum(one.state == RequestState.OPEN for one in shown),
    }
    return render_to_string("projects/reviews/draft_panel.html", context, request=request)


def days_moved(request: HttpRequest, project: Project) -> str:
    """On the project's page, for its members: the days of open rounds that were moved on, with the reasons."""
    subject = subject_of(request.user)
    if subject is None or not members.is_member(project, subject):
        return ""
    found = clocks.extended(project)[: _MOST_DAYS + 1]
    if not found:
        return ""
    zone = terms.zone(project)
    rows = [
        {"step": one, "before": days.day_of(one.before, zone), "until": days.day_of(one.until, zone)}
        for one in found[:_MOST_DAYS]
        if one.until
    ]
    context = {"project": project, "rows": rows, "more": len(found) > _MOST_DAYS, "most": _MOST_DAYS}
    return render_to_string("projects/reviews/panel_days.html", context, request)


def ends(request: HttpRequest, project: Project) -> str:
    """On the page on which one leaves: open reviews, rounds one leads and tasks one chairs."""
    subject = subject_of(request.user)
    if subject is None:
        return ""
    open_work = leaving.open_work(subject, project)
    context = {"project": project, "reviews": open_work.reviews, "leads": open_work.leads, "hidden": open_work.hidden}
    context["chairs"] = open_work.chairs
    return render_to_string("projects/reviews/panel_ends.html", context, request)
