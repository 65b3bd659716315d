"""What waits for the reader in a project, the nearest day first."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.http import require_safe

from portal.core import clock
from portal.core.access.check import held_by
from portal.core.web import panels
from portal.core.web.pages import paginate
from projects.project.web import actor_of, get_project
from projects.reviews import queries
from projects.reviews.queries import Due
from projects.reviews.rail import round_name
from projects.tasks import queries as tasks
from projects.tasks.queries import Viewer
from projects.tasks.states import ReportState, TaskState

_OF_A_ROUND = {"review": "review_form", "lead": "round_decide"}
_OF_A_TASK = {
    "assign": "task_assign",
    "clock": "task_clock",
    "correction": "task_correction",
    "report": "report_decide",
}


def _href(slug: str, one: Due) -> str:
    if one.round is not None and one.what in _OF_A_ROUND:
        place = [slug, one.task.number, one.round.revision.number, one.round.stage]
        return reverse(_OF_A_ROUND[one.what], args=place)
    return reverse(_OF_A_TASK[one.what], args=[slug, one.task.number])


@login_required
@require_safe
def review_queue(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    viewer = Viewer(request.user, project)
    now = clock.now()
    page = paginate(request, queries.queue(project, actor_of(request), viewer.powers, viewer))
    rows = [
        {
            "due": one,
            "title": one.task.title if "title" in viewer.fields(one.task) else "",
            "round": round_name(one.round) if one.round else "",
            "href": _href(slug, one),
            "late": one.due is not None and one.due < now,
        }
        for one in page
    ]
    theirs = Q(state=TaskState.CHANGES_REQUESTED) | Q(reported__in=(ReportState.OPEN, ReportState.CORRECTING))
    own = tasks.own(actor_of(request), project).filter(theirs).order_by("number")
    # Each of them holds titles that not everybody sees.
    more = panels.render("review_queue", request, viewer)
    context = {
        "project": project,
        "tab": "tasks",
        "page": page,
        "rows": rows,
        "desk": held_by(viewer.powers, "desk.read"),
        "panels": more,
        "own": own,
        "confidential": bool(own or more) or any(viewer.sees_unpublished(one.task, tasks.LISTED) for one in page),
    }
    return render(request, "projects/reviews/queue.html", context)
