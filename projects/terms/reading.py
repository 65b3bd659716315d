"""A document as chapters of numbered clauses, ready for a page. Pure but for translated notes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from projects.terms.document.field import Field
from projects.terms.document.fields import (
    CHAPTERS,
    CLAUSES,
    SECTIONS,
    children,
    clause_path,
    field_at,
)
from projects.terms.document.sentences import clause_sentences
from projects.terms.document.walk import answer
from projects.terms.document.write import flow

Document = Mapping[str, Any]

# Words that somebody wrote; everything else is an answer that the site puts into words.
_OWN_WORDS = frozenset({"text", "long_text"})
_BINDS: Mapping[str, object] = {
    "W": gettext_lazy("Counts as it stood when the work came in."),
    "P": gettext_lazy("The better of the versions you accepted counts."),
    "O": gettext_lazy("Counts as it stood when the output was created."),
}
_CLASSES: Mapping[str, object] = {
    "T": gettext_lazy("Wording: changes are announced and need no new acceptance."),
    "R": gettext_lazy("A register: kept current, changes are announced."),
}


@dataclass(frozen=True)
class Clause:
    """`path` is its anchor. `own` are the project's words, `sentences` are made from its answers; `written` is YAML."""

    number: str
    path: str
    title: str
    own: list[str]
    sentences: list[str]
    written: str
    stated: bool
    notes: list[str]


@dataclass(frozen=True)
class Chapter:
    number: int
    title: str
    clauses: list[Clause]


def chapters(document: Document, lang: str, *, people: Callable[[str], str]) -> list[Chapter]:
    """Every clause of the schema, open ones too, so that what is not stated can be seen."""
    return [
        Chapter(
            number,
            words.said(lang),
            [_clause(document, field, lang, people) for field in CLAUSES if field.chapter == number],
        )
        for number, words in CHAPTERS
    ]


def _clause(document: Document, field: Field, lang: str, people: Callable[[str], str]) -> Clause:
    value = answer(document, field.path)
    said = clause_sentences(document, field.path, lang, people=people)
    own = field.kind in _OWN_WORDS and isinstance(value, str) and value != "none"
    return Clause(
        number=field.number,
        path=field.path,
        title=field.title.said(lang),
        own=str(value).split("\n\n") if own else [],
        sentences=[] if own else said,
        written=_written(value, people) if isinstance(value, dict | list) else "",
        stated=value is not None,
        notes=[str(note) for note in (_BINDS.get(field.binds), _CLASSES.get(field.klass)) if note],
    )


def _written(value: object, people: Callable[[str], str]) -> str:
    """The answer as it stands in YAML, an entry a line; persons by name."""
    rows = value if isinstance(value, list) else [value]
    return "\n".join(flow(_named(row, people)) for row in rows)


def _named(value: object, people: Callable[[str], str]) -> object:
    if isinstance(value, dict):
        return {
            key: people(item) if key == "person" and isinstance(item, str) else _named(item, people)
            for key, item in value.items()
        }
    return [_named(item, people) for item in value] if isinstance(value, list) else value


def place(path: str, lang: str) -> str:
    """A path in words for messages: the titles on the way to it, with numbers for items."""
    titles: list[str] = []
    for end in _ends(path):
        field = field_at(end)
        if field is None:
            break
        if end.endswith("]"):
            titles[-1] += " " + str(int(end[end.rfind("[") + 1 : -1]) + 1)
        elif field.path not in SECTIONS or end == path:
            titles.append(field.title.said(lang))
    return " › ".join(titles) or path or _("the whole document")


def _ends(path: str) -> list[str]:
    """`a.b[0].c` → `a`, `a.b`, `a.b[0]`, `a.b[0].c`."""
    ends = [index for index, character in enumerate(path) if character in ".[" and index]
    return [path[:end] for end in ends] + [path] if path else []


def chapter_of(path: str) -> int:
    """The number of the chapter, and so of the form's step, in which a path stands; 1 for what has none."""
    clause = clause_path(path)
    return next((field.chapter for field in CLAUSES if field.path == clause), _section(clause))


def _section(clause: str) -> int:
    return next((field.chapter for field in children(clause)), 1)
