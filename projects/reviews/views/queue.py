"""What waits for the reader in a project, the nearest day first."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from portal.core import clock
from portal.core.web.pages import paginate
from projects.project.web import actor_of, get_project
from projects.reviews import queries
from projects.reviews.rail import round_name
from projects.tasks.queries import Viewer

_LINKS = {"review": "review_form", "lead": "round_decide", "assign": "task_assign", "correction": "task_correction"}


@login_required
@require_safe
def review_queue(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    viewer = Viewer(request.user, project)
    now = clock.now()
    page = paginate(request, queries.queue(project, actor_of(request), viewer.powers))
    rows = [
        {
            "due": one,
            "title": one.task.title if "title" in viewer.fields(one.task) else "",
            "round": round_name(one.round) if one.round else "",
            "page": _LINKS[one.what],
            "late": one.due is not None and one.due < now,
        }
        for one in page
    ]
    context = {"project": project, "tab": "tasks", "page": page, "rows": rows, "powers": viewer.powers}
    return render(request, "projects/reviews/queue.html", context)
