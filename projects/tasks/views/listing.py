"""The tasks of a project, each with whose turn it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, F, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.core.access.check import check
from portal.core.text.series import marked_series, series
from portal.core.web.pages import paginate
from portal.people.queries import display_name
from projects.project.web import get_project, reader_of
from projects.tasks import queries, turns
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
    tags: str
    turn: turns.Turn
    hidden: bool


@require_safe
def task_list(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    viewer = Viewer(request.user, project)
    visible = queries.visible_to(request.user, project)
    form = FilterForm(request.GET)
    understood = form.is_valid()
    # What was understood of the address still counts; the page says that something was not.
    asked = {"state": [], "tag": "", "mine": False, **form.cleaned_data}
    rows = _filtered(visible, viewer, asked)
    page = paginate(request, queries.with_turns(rows.order_by(F("number").desc(nulls_first=True), "-pk")))
    stages = queries.stage_rows(project)
    begin = check(reader_of(request), "task.create", project)
    context = {
        "project": project,
        "tab": "tasks",
        "page": page,
        "rows": [_row(task, viewer, stages) for task in page],
        "asked": asked,
        "filtered": any(asked.values()),
        "understood": understood,
        "states": _states(visible, asked),
        "tags": queries.tags_of(visible.filter(number__isnull=False)),
        "reader": viewer.subject,
        "may_begin": begin.allowed,
        "why_not": _why_not(viewer, begin.reasons),
        "is_member": viewer.is_member,
        "powers": viewer.powers,
    }
    return render(request, "projects/tasks/list.html", context)


def _why_not(viewer: Viewer, reasons: Sequence[object]) -> object:
    if viewer.subject is None:
        return _("Sign in and join to begin a task.")
    return reasons[0] if reasons else ""


def _filtered(rows: QuerySet[Task], viewer: Viewer, asked: dict[str, Any]) -> QuerySet[Task]:
    if asked["state"]:
        rows = rows.filter(state__in=asked["state"])
    if asked["tag"]:
        rows = rows.filter(pk__in=_with_tag(rows, asked["tag"]))
    if asked["mine"]:
        rows = rows.filter(pk__in=viewer.contributed)
    return rows


def _with_tag(rows: QuerySet[Task], tag: str) -> list[int]:
    return [pk for pk, tags in rows.values_list("pk", "tags") if tag in tags]


def _states(rows: QuerySet[Task], asked: dict[str, Any]) -> list[dict[str, Any]]:
    counts = Counter(dict(rows.values_list("state").annotate(n=Count("pk")).order_by()))
    return [
        {"value": state.value, "label": state.label, "count": counts[state.value], "on": state.value in asked["state"]}
        for state in TaskState
        if counts[state.value]
    ]


def _row(task: Task, viewer: Viewer, stages: turns.StageRows) -> Row:
    fields = viewer.fields(task)
    people = [row.subject for row in task.contributors.all()] if "contributors" in fields else []
    return Row(
        task=task,
        title=task.title if "title" in fields else "",
        tags=series(task.tags),
        names=marked_series(display_name(one) for one in people),
        turn=turns.of(task, stages, viewer.subject),
        hidden="title" not in fields,
    )
