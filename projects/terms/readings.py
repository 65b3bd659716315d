"""What each published version read like on its day, in every language of the site."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from django.conf import settings

from authorship.engine.canonical import digest
from projects.project.models import Project
from projects.terms import reading
from projects.terms.models import TermsReading, TermsVersion

LANGUAGES = tuple(code for code, _ in settings.LANGUAGES)


def keep(version: TermsVersion) -> None:
    """Called once, in the transaction that publishes; people stand as subject ids, so an erased name is in none."""
    for language in LANGUAGES:
        chapters = reading.made(version.document, language)
        TermsReading.objects.create(terms=version, language=language, chapters=chapters, hash=digest(chapters))


def of(version: TermsVersion, language: str, *, people: Callable[[str], str]) -> list[reading.Chapter]:
    """The chapters of a version as they were kept, people by name. One query."""
    return reading.shown(_kept(version, language), version.document, people=people)


def _kept(version: TermsVersion, language: str) -> list[dict[str, Any]]:
    """Made anew where none was kept: then `verify` says so, and the page can still be read."""
    row = TermsReading.objects.filter(terms=version, language=language).first()
    return row.chapters if row is not None else reading.made(version.document, language)


def text(kept: TermsReading, *, people: Callable[[str], str]) -> str:
    """The whole reading as plain text, a line a sentence, clauses by their numbers."""
    lines: list[str] = []
    for chapter in reading.shown(kept.chapters, kept.terms.document, people=people):
        lines.append(f"{chapter.number} {chapter.title}")
        for clause in chapter.clauses:
            lines.append(f"{clause.number} {clause.title}")
            lines += ["".join(part.text for part in line) for line in clause.lines]
    return "\n".join(lines) + "\n"


def verify_readings(project: Project) -> Iterator[str]:
    """Every version has a reading in each language, and each is what its hash says."""
    table = TermsReading._meta.db_table
    for version in TermsVersion.objects.filter(project=project).prefetch_related("readings").order_by("number"):
        kept = {row.language: row for row in version.readings.all()}
        for language in LANGUAGES:
            if language not in kept:
                yield f"{table} number {version.number} in {language}: the reading is missing"
        for row in kept.values():
            if row.hash != digest(row.chapters):
                yield f"{table} number {version.number} in {row.language}: its hash is not the hash of its text"
