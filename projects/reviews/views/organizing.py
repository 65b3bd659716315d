"""The organizer's desk: what waits for whom, since when, what is stuck, and who has how much to do."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from portal.core import clock
from portal.core.access.check import require
from portal.core.web.pages import paginate
from projects.project.web import actor_of, get_project
from projects.reviews import health, load
from projects.tasks import queries as tasks
from projects.tasks import turn_rows, turns
from projects.tasks.choosing import TURNS, Asked
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.terms import queries as terms

# The rest stands in the list of tasks that the desk leads to.
_MOST_STUCK = 20


@dataclass(frozen=True)
class Stuck:
    """`act` names the page that helps, and `href` leads there."""

    task: Task
    title: str
    turn: turns.Turn
    act: str
    href: str


@login_required
@require_safe
def organizer_desk(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    actor = actor_of(request)
    require(actor, "desk.read", project)
    viewer, stages, at = Viewer(request.user, project), tasks.stage_rows(project), clock.now()
    zone, rows = terms.zone(project, at), tasks.visible_to(request.user, project)
    late = health.stuck(project, stages, at)
    first = tasks.with_turns(rows.filter(pk__in=late[:_MOST_STUCK]).select_related("project"))
    found = [_stuck(viewer, one, stages) for one in sorted(first, key=lambda one: late.index(one.pk))]
    context: dict[str, Any] = {
        "project": project,
        "tab": "tasks",
        "zone": zone,
        "lately": health.LATELY,
        "stages": [_stage(slug, one) for one in health.of_stages(project, stages, zone, at)],
        "others": [
            {"who": TURNS[key], "ages": ages, "href": _list(slug, Asked(turn=key))}
            for key, ages in health.without_round(rows, zone, at).items()
        ],
        "stuck": found,
        "stuck_count": len(late),
        "all_stuck": _list(slug, Asked(late=True, order="due")),
        "assigns": "assign" in viewer.powers,
        "confidential": any(viewer.sees_unpublished(one.task, tasks.LISTED) for one in found),
    }
    if context["assigns"]:
        page = paginate(request, load.of_reviewers(project, actor, stages, zone, at))
        people = load.people(list(page))
        context |= {"page": page, "loads": [{"load": one, "person": people[one.reviewer]} for one in page]}
    return render(request, "projects/reviews/organizer.html", context)


def _list(slug: str, asked: Asked) -> str:
    return f"{reverse('task_list', args=[slug])}?{urlencode(asked.address())}"


def _stage(slug: str, one: health.StageHealth) -> dict[str, Any]:
    waiting = [
        {"who": TURNS[key], "n": one.waiting[key], "href": _list(slug, Asked(stage=one.stage, turn=key))}
        for key in turn_rows.OF_ROUNDS
    ]
    return {"health": one, "waiting": waiting, "href": _list(slug, Asked(stage=one.stage))}


def _stuck(viewer: Viewer, task: Task, stages: turns.StageRows) -> Stuck:
    turn = turns.of(task, stages, viewer.subject)
    title = task.title if "title" in viewer.fields(task) else ""
    act = _act(viewer, task, turn)
    return Stuck(task, title, turn, act, reverse(act, args=[viewer.project.slug, task.number]))


def _act(viewer: Viewer, task: Task, turn: turns.Turn) -> str:
    """Reviewers are asked or released where they are assigned; who may not do that reads the days of the rounds."""
    if turn.key in (turn_rows.ASSIGN, turn_rows.REVIEWERS) and "assign" in viewer.powers:
        return "task_clock" if task.pk in viewer.contributed else "task_assign"
    return "task_clock" if turn.key in turn_rows.OF_ROUNDS else "task_page"
