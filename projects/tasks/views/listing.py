"""The tasks of a project, each with whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, QuerySet
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.core.access.check import check, held_by
from portal.core.errors import NotVisible
from portal.core.text.series import marked_series
from portal.core.web import panels
from portal.core.web.pages import paginate
from portal.people.queries import display_name
from projects.project.web import get_project, reader_of
from projects.tasks import download, queries, tags, turns
from projects.tasks.choosing import ORDERS, TURNS, YOURS, Asked, chosen, in_order
from projects.tasks.forms import FilterForm
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState


@dataclass(frozen=True)
class Row:
    """A task as one reader sees it; `title` and `names` are "" where they are not to be seen."""

    task: Task
    title: str
    names: SafeString
    turn: turns.Turn
    hidden: bool


@require_safe
def task_list(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    viewer = Viewer(request.user, project)
    visible = queries.visible_to(request.user, project)
    form = FilterForm(request.GET)
    asked = form.asked()
    page = paginate(request, queries.with_turns(in_order(chosen(visible, viewer, asked), asked.order, viewer)))
    stages = queries.stage_rows(project)
    begin = check(reader_of(request), "task.create", project)
    context = {
        "project": project,
        "tab": "tasks",
        "confidential": any(viewer.sees_unpublished(task, queries.LISTED) for task in page),
        "page": page,
        "rows": [_row(task, viewer, stages) for task in page],
        "asked": asked,
        # What was understood of the address still counts; the page says that something was not.
        "understood": form.is_valid(),
        "states": _states(visible, asked),
        "tags": tags.used(project),
        "turns": [(name, words) for name, words in TURNS.items() if name != YOURS or viewer.subject],
        # Of every version: an older task goes on under its own.
        "stages": sorted({stage for _version, stage in stages}),
        "orders": [(name, words) for name, (words, _fields) in ORDERS.items()],
        "address": urlencode(asked.address()),
        "reader": viewer.subject,
        "may_begin": begin.allowed,
        "why_not": _why_not(viewer, begin.reasons),
        "is_member": viewer.is_member,
        "powers": viewer.powers,
        "desk": held_by(viewer.powers, "desk.read"),
        "panels": panels.render("task_list", request, viewer),
    }
    return render(request, "projects/tasks/list.html", context)


@require_safe
def task_file(request: HttpRequest, slug: str, form: str) -> StreamingHttpResponse:
    """The submitted tasks of the list that the same parameters ask for, as this reader sees them."""
    project = get_project(request, slug)
    if form not in download.FORMS:
        raise NotVisible
    viewer = Viewer(request.user, project)
    asked = FilterForm(request.GET).asked()
    rows = in_order(chosen(queries.submitted(project), viewer, asked), asked.order, viewer)
    response = StreamingHttpResponse(
        download.lines(form, rows, viewer, queries.stage_rows(project)),
        content_type=f"{download.FORMS[form]}; charset=utf-8",
    )
    response["Content-Disposition"] = f'attachment; filename="{project.slug}.tasks.{form}"'
    return response


def _why_not(viewer: Viewer, reasons: Sequence[object]) -> object:
    if viewer.subject is None:
        return _("Sign in and join to begin a task.")
    return reasons[0] if reasons else ""


def _states(rows: QuerySet[Task], asked: Asked) -> list[dict[str, Any]]:
    counts = Counter(dict(rows.values_list("state").annotate(n=Count("pk")).order_by()))
    return [
        {"value": state.value, "label": state.label, "count": counts[state.value], "on": state.value in asked.states}
        for state in TaskState
        if counts[state.value]
    ]


def _row(task: Task, viewer: Viewer, stages: turns.StageRows) -> Row:
    fields = viewer.fields(task)
    people = [row.subject for row in viewer.contributors(task)]
    return Row(
        task=task,
        title=task.title if "title" in fields else "",
        names=marked_series(display_name(one) for one in people),
        turn=turns.of(task, stages, viewer.subject),
        hidden="title" not in fields,
    )
