"""The terms as plain sentences, clause by clause, in English and Simplified Chinese."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projects.terms.document.clause_words import SPECIAL, Clause
from projects.terms.document.field import Field
from projects.terms.document.fields import children, field_at, generic
from projects.terms.document.rule_sentences import rule_sentence
from projects.terms.document.strip import Tile, strip
from projects.terms.document.walk import walk
from projects.terms.document.words import pick, sentence

__all__ = ["Tile", "clause_sentences", "rule_sentence", "strip"]

Document = Mapping[str, Any]


def clause_sentences(document: Document, path: str, lang: str, *, people: Callable[[str], str] = str) -> list[str]:
    """What one clause (or one path inside it) says, one sentence an entry; an open clause says that it is not stated.

    ``people`` turns subject ids into printed names. An unknown path gives an empty list.
    """
    field = field_at(path)
    if field is None:
        return []
    value = _at(document, path)
    clause = Clause(document, lang, people)
    if value is None:
        return [_not_stated(field, lang)]
    if value == "none":
        return [clause.nothing(field)]
    if field.path in SPECIAL:
        items = value if isinstance(value, list) and not path.endswith("]") and field.kind in {"list"} else [value]
        return [sentence(SPECIAL[field.path](clause, item), lang) for item in items]
    if field.kind == "object" and isinstance(value, dict):
        return [
            line
            for part in children(generic(path))
            if part.name in value
            for line in _part(clause, part, value[part.name], lang)
        ]
    if field.kind == "list" and isinstance(value, list):
        return [sentence(clause.parts(f"{field.path}[]", item), lang) for item in value]
    said = clause.value(field, value)
    return [said if field.kind in _RAW else sentence(said, lang)]


_RAW = frozenset({"schema", "language", "zone", "spdx", "text", "long_text", "role"})


def _part(clause: Clause, part: Field, value: Any, lang: str) -> list[str]:
    """One part of an object that has no sentence of its own: its title and its words."""
    title = part.title.said(lang)
    shown = (
        clause.parts(part.path, value)
        if isinstance(value, dict) and part.kind == "object"
        else clause.value(part, value)
    )
    return [sentence(pick(lang, f"{title}: {shown}", f"{title}：{shown}"), lang)]


def _at(document: Document, path: str) -> Any:
    for where, field, value in walk(document):
        if where == path:
            return value
        if field.kind == "list" and isinstance(value, list):
            for index, item in enumerate(value):
                if f"{where}[{index}]" == path:
                    return item
        if value == "none" and path.startswith(f"{where}."):
            return "none"
    return None


def _not_stated(field: Field, lang: str) -> str:
    if field.default is None:
        return pick(lang, "Not stated.", "未写明。")
    words = next((choice.label.said(lang) for choice in field.choices if choice.value == field.default), field.default)
    return pick(lang, f"{words}: not stated; Concord’s default.", f"{words}：未写明，按 Concord 的默认值。")
