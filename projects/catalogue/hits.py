"""Where the words of a search stand: the clauses of the terms, with the words marked, and the tasks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from portal.core.text.folding import Part, around, kept_fold, marked
from projects.catalogue.index import Row
from projects.tasks.search import Match
from projects.terms.document.fields import BY_PATH, clause_path
from projects.terms.facts import own_words
from projects.terms.models import TermsVersion

_MOST = 3


@dataclass(frozen=True)
class Hit:
    """One clause: its number, title and anchor, and the words around what was looked for."""

    path: str
    number: str
    title: str
    parts: list[Part]

    @property
    def text(self) -> str:
        return "".join(part for _, part in self.parts)


@dataclass(frozen=True)
class InTasks:
    """The first tasks that hold any of the words where the reader sees them, and how many more do."""

    shown: Sequence[Match]
    more: int


def in_tasks(found: Sequence[Match]) -> InTasks:
    return InTasks(found[:_MOST], max(len(found) - _MOST, 0))


def hits(rows: Iterable[Row], words: Sequence[str], lang: str) -> Mapping[int, list[Hit]]:
    """The clauses of each project's terms in force that hold any of the words, the first three; one query."""
    versions = {row.version.pk: row.pk for row in rows if row.version}
    if not versions:
        return {}
    texts = TermsVersion.objects.filter(pk__in=versions).values_list("pk", "document")
    return {versions[pk]: _of(document, words, lang) for pk, document in texts}


def _of(document: Mapping[str, object], words: Sequence[str], lang: str) -> list[Hit]:
    """Each word once where that is possible: a clause that shows a new word comes before one that repeats."""
    found: dict[str, tuple[set[str], str]] = {}
    for path, text in own_words(document):
        folded = kept_fold(" ".join(text.split()))
        here = {word for word in words if word in folded}
        clause = clause_path(path)
        if here and clause in BY_PATH and len(here) > len(found.get(clause, (set(), ""))[0]):
            found[clause] = (here, " ".join(text.split()))
    chosen: list[str] = []
    shown: set[str] = set()
    for clause, (here, _) in sorted(found.items(), key=lambda one: -len(one[1][0])):
        if len(chosen) < _MOST and (not here <= shown or not chosen):
            chosen.append(clause)
            shown |= here
    return [
        Hit(
            clause,
            BY_PATH[clause].number,
            BY_PATH[clause].title.said(lang),
            around(marked(found[clause][1], words)),
        )
        for clause in chosen
    ]
