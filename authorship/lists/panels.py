"""What author lists add to the pages of a project and of a person."""

import json
from dataclasses import dataclass
from fractions import Fraction

from django.http import HttpRequest
from django.template.loader import render_to_string

from authorship.ledger import queries as ledger
from authorship.ledger import reading as ledger_pages
from authorship.lists import frame as frames
from authorship.lists import queries
from authorship.lists.reading import Listing
from portal.people.models import Subject
from projects.project import queries as projects
from projects.project.models import Project
from projects.terms import queries as terms

TOP = 7


def project(request: HttpRequest, project: Project) -> str:
    """The first authors of the project's first output; nothing before there is a list."""
    output = queries.outputs(project).first()
    snapshot = queries.current(output) if output else None
    if output is None or snapshot is None:
        return ""
    listing = Listing(output, snapshot, request.user)
    listing.load(row["subject"] for row in listing.result["authors"][: TOP + 1])
    total = sum((ledger.total(kinds) for kinds in ledger.totals(project).values()), Fraction())
    context = {
        "project": project,
        "listing": listing,
        "rows": listing.authors(0, TOP),
        "count": len(listing.result["authors"]),
        "total": total,
    }
    return render_to_string("authorship/lists/panel_project.html", context, request)


@dataclass(frozen=True)
class Place:
    output: str
    title: str
    place: int


@dataclass(frozen=True)
class ProjectRow:
    project: Project
    kinds: list[tuple[str, Fraction]]
    places: list[Place]
    total: Fraction


def person(request: HttpRequest, subject: Subject) -> str:
    """Credit in every project the reader may see, with the places it gave."""
    visible = list(projects.visible_to(request.user).filter(entries__subject=subject).distinct().order_by("title"))
    if not visible:
        return ""
    sums = ledger.by_project(subject.pk, [project.pk for project in visible])
    rows = [_row(project, subject, sums.get(project.pk, {})) for project in visible]
    context = {"rows": rows, "asked": subject.handle or subject.pk}
    return render_to_string("authorship/ledger/panel_person.html", context, request)


def _row(project: Project, subject: Subject, sums: dict[str, Fraction]) -> ProjectRow:
    kinds = [(kind.title, sums[kind.id]) for kind in ledger_pages.kinds(project) if sums.get(kind.id)]
    versions = list(terms.versions(project))
    places = []
    for output in queries.outputs(project):
        snapshot = queries.current(output)
        authors = json.loads(snapshot.result)["authors"] if snapshot else []
        title = str(frames.declared(output, versions).get("title") or output.output_id)
        places += [Place(output.output_id, title, row["place"]) for row in authors if row["subject"] == subject.pk]
    return ProjectRow(project, kinds, places, ledger.total(sums))
