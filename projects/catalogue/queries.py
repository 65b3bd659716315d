"""Reads of the catalogue: projects with what a listing says, in few queries whatever their number."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet

from portal.core import clock
from projects.project.models import Project
from projects.project.queries import Reader, visible_to
from projects.project.states import ProjectState
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from projects.terms.document.sentences import Tile, strip
from projects.terms.models import TermsVersion

ORDERS = {"newest": ("-created_at", "-pk"), "title": ("title", "pk")}


@dataclass(frozen=True)
class Listing:
    """`terms` is the version in force, None before the first; `accepted` counts accepted tasks."""

    project: Project
    terms: TermsVersion | None
    tiles: list[Tile]
    accepted: int


def found(user: Reader, *, words: str, states: list[str], field: str, order: str) -> QuerySet[Project]:
    """Visible projects; `words` are looked for literally in title, summary and field."""
    projects = visible_to(user)
    if words:
        projects = projects.filter(Q(title__icontains=words) | Q(summary__icontains=words) | Q(field__icontains=words))
    if states:
        projects = projects.filter(state__in=states)
    if field:
        projects = projects.filter(field=field)
    return projects.order_by(*ORDERS[order])


def fields(user: Reader) -> list[str]:
    """Fields of visible projects, by name."""
    return list(visible_to(user).order_by("field").values_list("field", flat=True).distinct())


def state_counts(user: Reader) -> dict[str, int]:
    """How many visible projects stand in each state that has any, in the order of the states."""
    counted = dict(visible_to(user).order_by().values_list("state").annotate(Count("pk")))
    return {state: counted[state] for state in ProjectState.values if state in counted}


def listings(projects: Iterable[Project], language: str) -> list[Listing]:
    rows = list(projects)
    terms = _in_force([project.pk for project in rows])
    counts = Task.objects.filter(project__in=rows, state=TaskState.ACCEPTED).order_by()
    accepted = dict(counts.values_list("project").annotate(Count("pk")))
    return [
        Listing(
            project=project,
            terms=(version := terms.get(project.pk)),
            tiles=strip(version.document, language) if version else [],
            accepted=accepted.get(project.pk, 0),
        )
        for project in rows
    ]


def _in_force(projects: list[int], at: dt.datetime | None = None) -> Mapping[int, TermsVersion]:
    """Per project the last version whose day has come in its own zone."""
    at = at or clock.deciding()
    found: dict[int, Any] = {}
    for version in TermsVersion.objects.filter(project__in=projects).order_by("number"):
        if version.in_force <= clock.today(version.document["zone"], at):
            found[version.project_id] = version
    return found
