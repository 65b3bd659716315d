"""Everything the catalogue filters, orders and counts: a small row a project that the reader may see.

The choosing is done here in Python over all these rows, not by the database: so both engines give the same answer, each
option can be counted given the others, and the number of queries does not grow.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.db.models import Count, QuerySet

from portal.core import clock
from projects.project.models import Project
from projects.tasks.models import Task
from projects.tasks.states import TaskState
from projects.terms import fact_rows
from projects.terms.facts import Facts
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class Version:
    pk: int
    number: int
    hash: str
    in_force: dt.date


@dataclass(frozen=True)
class Row:
    """`version` and `facts` are those of the terms in force, None before the first."""

    pk: int
    public_id: str
    slug: str
    title: str
    summary: str
    field: str
    state: str
    created_at: dt.datetime
    version: Version | None = None
    facts: Facts | None = None


def load(projects: QuerySet[Project]) -> list[Row]:
    """The rows of visible projects, in their order."""
    found = [
        Row(*columns)
        for columns in projects.values_list(
            "pk", "public_id", "slug", "title", "summary", "field", "state", "created_at"
        )
    ]
    versions = list(_versions([row.pk for row in found]))
    facts = fact_rows.of(fact_rows.Named(version.pk, version.hash) for _, version in versions)
    at = clock.deciding()
    today: dict[str, dt.date] = {}
    in_force: dict[int, Version] = {}
    for project, version in versions:
        zone = facts[version.hash].zone
        if zone not in today:
            today[zone] = clock.today(zone, at)
        if version.in_force <= today[zone]:
            in_force[project] = version
    now = ((row, in_force.get(row.pk)) for row in found)
    return [replace(row, version=one, facts=facts[one.hash]) if one else row for row, one in now]


def accepted(rows: Iterable[Row]) -> dict[int, int]:
    """How many accepted tasks each project has; one without any is not in it."""
    found = Task.objects.filter(project__in=[row.pk for row in rows], state=TaskState.ACCEPTED).order_by()
    return dict(found.values_list("project").annotate(Count("pk")))


def _versions(projects: list[int]) -> Iterator[tuple[int, Version]]:
    """By number, so that the last that fits is the one in force."""
    found = TermsVersion.objects.filter(project__in=projects).order_by("number")
    for project, pk, number, hash, day in found.values_list("project", "pk", "number", "hash", "in_force"):
        yield project, Version(pk, number, hash, day)
