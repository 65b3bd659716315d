"""What the lists say on the page on which one chooses how credit is shown."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest
from django.template.loader import render_to_string

from authorship.lists import frame as frames
from authorship.lists import queries
from authorship.lists.models import Output, OutputLock
from projects.project.models import Project
from projects.terms import queries as terms


@dataclass(frozen=True)
class OutputRow:
    """`lock` is the first one: choices made after it do not count."""

    output: Output
    title: str
    lock: OutputLock | None


def locked(request: HttpRequest, project: Project) -> str:
    """Each output with what it counts; nothing while every list is open."""
    outputs = list(queries.outputs(project))
    firsts: dict[int, OutputLock] = {}
    for lock in OutputLock.objects.filter(output__in=outputs).order_by("pk"):
        firsts.setdefault(lock.output_id, lock)
    if not firsts:
        return ""
    versions = list(terms.versions(project))
    rows = [
        OutputRow(one, str(frames.declared(one, versions).get("title") or one.output_id), firsts.get(one.pk))
        for one in outputs
    ]
    return render_to_string("authorship/lists/panel_choice.html", {"project": project, "rows": rows}, request)
