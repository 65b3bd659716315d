"""What stays in ledger and lists when somebody leaves a project."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.template.loader import render_to_string

from authorship.engine.grammar import parse_expression
from authorship.engine.reads import looks_at
from authorship.engine.rules.types import Member
from authorship.ledger import queries as ledger
from authorship.lists import frame as frames
from authorship.lists import queries
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.queries import subject_of
from projects.terms import queries as terms


def stays(request: HttpRequest, project: Project) -> str:
    """Credit, places, and whether a rule looks at membership."""
    subject = subject_of(request.user)
    if subject is None:
        return ""
    points = ledger.totals(project, subjects=[subject.pk]).get(subject.pk, {})
    context = {
        "project": project,
        "asked": subject.handle or subject.pk,
        "total": ledger.total(points),
        "credited": ledger.is_credited(project, subject.pk),
        "places": _places(project, subject),
        "counts_members": _counts_members(project, subject),
    }
    return render_to_string("authorship/lists/panel_stays.html", context, request)


def _counts_members(project: Project, subject: Subject) -> bool:
    """Under the terms in force, or under any that the person accepted and may rely on."""
    versions = [terms.current(project), *(one.terms for one in terms.accepted(project, subject))]
    rules = [frames.clause(version).get("eligibility") for version in versions if version is not None]
    return any(looks_at(parse_expression(rule, "eligibility")[0], Member) for rule in rules)


def _places(project: Project, subject: Subject) -> list[dict[str, Any]]:
    found = []
    versions = list(terms.versions(project))
    for output in queries.outputs(project):
        snapshot = queries.current(output)
        rows = queries.result(snapshot)["authors"] if snapshot and subject.pk in snapshot.result else []
        place = next((row["place"] for row in rows if row["subject"] == subject.pk), None)
        if place is not None:
            title = str(frames.declared(output, versions).get("title") or output.output_id)
            found.append({"output": output.output_id, "title": title, "place": place, "lock": output.lock})
    return found
