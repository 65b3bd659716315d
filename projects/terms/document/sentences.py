"""The terms as plain sentences, clause by clause, in English and Simplified Chinese."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from projects.terms.document.clause_words import Clause
from projects.terms.document.field import Field
from projects.terms.document.fields import children, field_at, generic
from projects.terms.document.marked import plain
from projects.terms.document.rule_sentences import rule_sentence
from projects.terms.document.saying.none import nothing
from projects.terms.document.saying.special import SPECIAL
from projects.terms.document.strip import Tile, strip
from projects.terms.document.walk import walk
from projects.terms.document.words import pick, sentence

__all__ = ["Tile", "clause_sentences", "marked_sentences", "rule_sentence", "strip"]

Document = Mapping[str, Any]


def clause_sentences(document: Document, path: str, lang: str, *, people: Callable[[str], str] = str) -> list[str]:
    """What one clause (or one path inside it) says, one paragraph an entry; an open clause says that it is not stated.

    ``people`` turns subject ids into printed names. An unknown path gives an empty list.
    """
    return [plain(text, people) for text in marked_sentences(document, path, lang)]


def marked_sentences(document: Document, path: str, lang: str, clause: Clause | None = None) -> list[str]:
    """The same with the marks of `document.marked`; ``clause`` is one of this document and language, made once."""
    field = field_at(path)
    if field is None:
        return []
    value = _at(document, path)
    clause = clause or Clause(document, lang)
    if value is None:
        return [_not_stated(clause, field)]
    if value == "none":
        return [nothing(clause, field)]
    if field.path in SPECIAL:
        items = value if isinstance(value, list) and not path.endswith("]") and field.kind == "list" else [value]
        return [sentence(one, lang) for item in items for one in _texts(SPECIAL[field.path](clause, item))]
    if field.kind == "object" and isinstance(value, dict):
        return [
            line
            for part in children(generic(path))
            if part.name in value
            for line in _part(clause, part, value[part.name])
        ]
    if field.kind == "list" and isinstance(value, dict):
        return [sentence(clause.parts(f"{field.path}[]", value), lang)]
    if field.kind == "list" and isinstance(value, list):
        return [sentence(clause.parts(f"{field.path}[]", item), lang) for item in value]
    said = clause.value(field, value)
    return [said if field.kind in _RAW else sentence(said, lang)]


_RAW = frozenset({"schema", "language", "zone", "spdx", "text", "long_text", "role"})


def _texts(said: str | list[str]) -> list[str]:
    return [said] if isinstance(said, str) else said


def _part(clause: Clause, part: Field, value: Any) -> list[str]:
    """One part of an object that has no sentence of its own: its title and its words."""
    title = part.title.said(clause.lang)
    shown = (
        clause.parts(part.path, value)
        if isinstance(value, dict) and part.kind == "object"
        else clause.value(part, value)
    )
    return [clause.say(clause.said(f"{title}: {shown}", f"{title}：{shown}"))]


def _at(document: Document, path: str) -> Any:
    if "[" not in path:
        value: Any = document
        for name in path.split("."):
            if value == "none":
                return "none"
            value = value.get(name) if isinstance(value, dict) else None
        return value
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


def _not_stated(clause: Clause, field: Field) -> str:
    if field.default is None:
        return pick(clause.lang, "Not stated.", "未写明。")
    value = int(field.default) if field.default.isdigit() else field.default
    said = "".join(_texts(SPECIAL[field.path](clause, value)))
    small = said[:1].lower() + said[1:]
    return clause.say(clause.said(f"Not stated; Concord’s default: {small}", f"未写明，按 Concord 的默认值：{said}"))
