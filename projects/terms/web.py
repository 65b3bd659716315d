"""What the pages of the terms share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from portal.core import clock
from portal.people.models import Subject
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.terms import people, queries, reading
from projects.terms.document.fields import clause_path
from projects.terms.models import TermsVersion


def language() -> str:
    return get_language() or "en"


def in_force(request: HttpRequest, project: Project) -> TermsVersion | None:
    """The version in force as the page is made; read once a request, however many panels ask."""
    known: dict[int, TermsVersion | None] = request.__dict__.setdefault("_terms_in_force", {})
    if project.pk not in known:
        known[project.pk] = queries.current(project, clock.now())
    return known[project.pk]


def chapters_of(document: Mapping[str, Any]) -> list[reading.Chapter]:
    """The document's chapters with people's printed names, in the reader's language."""
    names = printed_names(people.subjects_in(document))
    return reading.chapters(document, language(), people=lambda subject: names.get(subject, subject))


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
