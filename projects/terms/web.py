"""What the pages of the terms share."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from portal.core import clock
from portal.core.access.check import require
from portal.core.bounded import Bounded
from portal.people.models import Subject
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.terms import changes, people, queries, reading, readings, sides
from projects.terms.document.fields import clause_path
from projects.terms.models import TermsVersion
from projects.terms.sides import Changed


def language() -> str:
    return get_language() or "en"


def editable(request: HttpRequest, slug: str) -> Project:
    """The project, for a page on which its draft is written; refused to whoever may only read it."""
    project = get_project(request, slug)
    require(actor_of(request), "terms.edit", project)
    return project


def version_sent(request: HttpRequest) -> int:
    """The version of the draft that the form was made from. What is no number is 0, which only a first draft has."""
    sent = request.POST.get("version", "")
    return int(sent) if sent.isascii() and sent.isdigit() and len(sent) < 10 else 0


def in_force(request: HttpRequest, project: Project) -> TermsVersion | None:
    """The version in force as the page is made; read once a request, however many panels ask."""
    known: dict[int, TermsVersion | None] = request.__dict__.setdefault("_terms_in_force", {})
    if project.pk not in known:
        known[project.pk] = queries.current(project, clock.now())
    return known[project.pk]


@dataclass(frozen=True)
class Coming:
    """An announced version; `klass` is what it changes from the one in force: T, R or M."""

    number: int
    in_force: dt.date
    klass: str


def coming(project: Project, current: TermsVersion | None) -> list[Coming]:
    """What takes effect after the version in force, by day: of two for one day only the later ever does."""
    if current is None:
        return []
    by_day = {one.in_force: one for one in queries.announced(project, current)}
    return [
        Coming(one.number, day, changes.class_of(changes.changed(current.document, one.document)))
        for day, one in sorted(by_day.items())
    ]


def naming(document: Mapping[str, Any]) -> Callable[[str], str]:
    """Printed names of the people whom the document names, by subject id."""
    names = printed_names(people.subjects_in(document))
    return lambda subject: names.get(subject, subject)


def chapters_of(document: Mapping[str, Any]) -> list[reading.Chapter]:
    """The document's chapters with people's printed names, in the reader's language."""
    return reading.chapters(document, language(), people=naming(document))


def chapters_read(version: TermsVersion) -> list[reading.Chapter]:
    """The chapters of a published version as they were kept when it was published, in the reader's language."""
    return readings.of(version, language(), people=naming(version.document))


def waiting(project: Project, document: Mapping[str, Any], *, besides: str = "") -> list[str]:
    """Printed names of those whom the text names as core team and who never accepted the project's terms. Said
    beside the clause, since anybody can name anybody; the kept reading stays as it was published. `besides` is the id
    of whoever accepts by the very act that the page offers."""
    named = [one for one in people.subjects_in(document) if one != besides]
    found = queries.not_accepted(project, named)
    names = printed_names(found) if found else {}
    return [names.get(one, one) for one in found]


_since: Bounded[tuple[str, str, str, tuple[tuple[str, str], ...]], Changed] = Bounded(64)


def since(earlier: TermsVersion, later: TermsVersion, project: Project) -> Changed:
    """What changed, in the reader's language; made once a process, since neither text can ever change."""
    named = printed_names({*people.subjects_in(earlier.document), *people.subjects_in(later.document)})
    key = (earlier.hash, later.hash, f"{language()} {earlier.number} {later.number}", tuple(sorted(named.items())))
    for one in (earlier, later):
        one.project = project
    found = _since.made(key, lambda: sides.since(earlier, later, language(), named=named))
    # Two projects may have published the same two texts; the links lead to the one that is read.
    return replace(found, sides=[replace(side, project=project) for side in found.sides])


def drafted(earlier: TermsVersion, document: Mapping[str, Any]) -> Changed:
    """What a draft changes, in the reader's language."""
    named = printed_names({*people.subjects_in(earlier.document), *people.subjects_in(document)})
    return sides.drafted(earlier, document, language(), named=named)


def clauses_of(paths: list[str]) -> list[tuple[str, str]]:
    """The clauses in which paths stand, each once: its anchor and its title in the reader's language."""
    anchors = dict.fromkeys(clause_path(path) for path in paths)
    return [(anchor, reading.place(anchor, language())) for anchor in anchors]


def worded_since(version: TermsVersion, reader: Subject | None) -> dict[str, Any] | None:
    """For `projects/terms/worded.html`: what somebody accepted that is enough for `version`, and what reads
    differently since. None where they accepted that very version, or have to."""
    standing = queries.standing(version, reader) if reader else None
    if standing is None or standing.number == version.number:
        return None
    return {"number": standing.number, "clauses": clauses_of(standing.changed)}
