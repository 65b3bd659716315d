"""What author lists add to the pages of a project and of a person."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import OuterRef, Subquery
from django.http import HttpRequest
from django.template.loader import render_to_string

from authorship.ledger import queries as ledger
from authorship.ledger import reading as ledger_pages
from authorship.lists import frame as frames
from authorship.lists import queries
from authorship.lists.models import ListSnapshot, Output
from authorship.lists.reading import Listing
from portal.people import showing
from portal.people.models import Subject
from projects.project import queries as projects
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

TOP = 7


def project(request: HttpRequest, project: Project) -> str:
    """The first authors of the first list that is not closed, else of the first; nothing before there is one."""
    outputs = list(queries.outputs(project))
    output = next((one for one in outputs if one.lock != Output.Lock.CLOSED), outputs[0] if outputs else None)
    snapshot = queries.current(output) if output else None
    if output is None or snapshot is None:
        return ""
    listing = Listing(output, snapshot, request.user)
    listing.load((row["subject"] for row in listing.result["authors"][:TOP]), why=False)
    context = {
        "project": project,
        "listing": listing,
        "rows": listing.authors(0, TOP),
        "count": len(listing.result["authors"]),
        "total": ledger.given(project),
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
    """Credit in every project the reader may see, with the places it gave. Four queries, however many projects.

    Nothing where the person keeps it off their page; the ledgers and lists of the projects show it all the same.
    Nothing of a project whose terms they never accepted.
    """
    if not showing.shows(subject.profile, "credit"):
        return ""
    known = projects.visible_to(request.user).filter(pk__in=terms.accepted_in(subject))
    visible = list(known.filter(entries__subject=subject).distinct().order_by("title"))
    if not visible:
        return ""
    ids = [project.pk for project in visible]
    sums = ledger.by_project(subject.pk, ids)
    versions: defaultdict[int, list[TermsVersion]] = defaultdict(list)
    for version in TermsVersion.objects.filter(project__in=ids).order_by("number"):
        versions[version.project_id].append(version)
    places = _places(subject, ids, versions)
    rows = [_row(project, versions[project.pk], sums.get(project.pk, {}), places[project.pk]) for project in visible]
    context = {"rows": rows, "asked": subject.handle or subject.pk}
    return render_to_string("authorship/ledger/panel_person.html", context, request)


def _row(
    project: Project, versions: Sequence[TermsVersion], sums: Mapping[str, Fraction], places: list[Place]
) -> ProjectRow:
    kinds = [(kind.title, sums[kind.id]) for kind in ledger_pages.kinds_of(versions) if sums.get(kind.id)]
    return ProjectRow(project, kinds, places, ledger.total(sums))


def _places(
    subject: Subject, ids: Sequence[int], versions: Mapping[int, list[TermsVersion]]
) -> defaultdict[int, list[Place]]:
    """By project; the text of a list leaves the database only where it names the person."""
    last = ListSnapshot.objects.filter(output=OuterRef("output")).order_by("-generation").values("generation")[:1]
    naming = ListSnapshot.objects.filter(
        output__project__in=ids, result__contains=subject.pk, generation=Subquery(last)
    )
    found: defaultdict[int, list[Place]] = defaultdict(list)
    for snapshot in naming.select_related("output").order_by("output"):
        output = snapshot.output
        title = str(frames.declared(output, versions[output.project_id]).get("title") or output.output_id)
        found[output.project_id] += [
            Place(output.output_id, title, row["place"])
            for row in queries.result(snapshot)["authors"]
            if row["subject"] == subject.pk
        ]
    return found
