"""What the pages of the terms share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest
from django.utils.translation import get_language

from portal.core import clock
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.terms import people, queries, reading
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
