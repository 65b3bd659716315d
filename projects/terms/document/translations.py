"""Translations of the organizers' own words: what they say is for reading, the binding language alone decides."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from projects.terms.document.field import Field
from projects.terms.document.problems import Problem, shown
from projects.terms.document.walk import answer, items, walk

# Fields that hold words of the organizers; of the last three only where they are answered with words.
_WORDED = frozenset({"text", "long_text", "yes_no_text", "number_text", "money_text", "seed_text"})
# Texts that are names for a program.
_NO_WORDS = frozenset({"authorship.collation", "compensation.pay[].currency"})
_ANSWERS = frozenset({"none", "yes", "no"})

Document = Mapping[str, Any]


def own_words(document: Document) -> dict[str, str]:
    """Every text of the organizers by its concrete path, in schema order; what may be translated."""
    return {path: value for path, field, value in walk(document) if _is_worded(field, value)}


def _is_worded(field: Field, value: object) -> bool:
    return (
        field.kind in _WORDED
        and field.path not in _NO_WORDS
        and not field.path.startswith("translations")
        and isinstance(value, str)
        and value not in _ANSWERS
    )


def translated(document: Document, language: str) -> dict[str, str]:
    """The texts of one language by path; empty where the terms have none in it."""
    found: dict[str, str] = {}
    for item in items(document, "translations"):
        if str(item.get("language", "")).lower() == language.lower():
            for _index, path, text in _texts(item):
                found.setdefault(path, text)
    return found


def languages(document: Document) -> list[str]:
    """The languages of the translations, in the order of the document; the binding one is not among them."""
    return [str(item["language"]) for item in items(document, "translations") if "language" in item]


def best(document: Document, language: str) -> str:
    """The translation for readers of ``language``: the same tag, else one of the same language; "" where there is none,
    or where the binding text is in their language."""
    wanted, own = language.lower(), str(answer(document, "language") or "").lower()
    if own == wanted:
        return ""
    tags = languages(document)
    same = next((tag for tag in tags if tag.lower() == wanted), "")
    if same or _primary(own) == _primary(wanted):
        return same
    return next((tag for tag in tags if _primary(tag) == _primary(wanted)), "")


def _primary(tag: str) -> str:
    return tag.lower().partition("-")[0]


def applied(document: Document, language: str) -> dict[str, Any]:
    """The document with the texts of one translation in place of the organizers' own; open ones stay as they are."""
    read: dict[str, Any] = deepcopy(dict(document))
    words = own_words(document)
    for path, text in translated(document, language).items():
        if path in words:
            *way, last = _STEPS.findall(path)
            place: Any = read
            for step in way:
                place = place[int(step[1:-1]) if step.startswith("[") else step]
            place[last] = text
    return read


_STEPS = re.compile(r"[^.\[\]]+|\[[0-9]+\]")


def _texts(item: Mapping[str, Any]) -> Iterator[tuple[int, str, str]]:
    texts = item.get("texts")
    for index, row in enumerate(texts if isinstance(texts, list) else ()):
        path, text = row.get("path"), row.get("text")
        if isinstance(path, str) and isinstance(text, str):
            yield index, path, text


def wrong_translations(document: Document) -> Iterator[Problem]:
    """Refused: the binding language itself, a language or a text twice, a path where no words of these terms stand."""
    words = own_words(document)
    binding = str(answer(document, "language") or "")
    seen: dict[str, str] = {}
    for index, item in enumerate(items(document, "translations")):
        place = f"translations[{index}]"
        tag = str(item.get("language", ""))
        if binding and tag.lower() == binding.lower():
            yield _is_binding(f"{place}.language", tag)
        elif tag.lower() in seen:
            yield _twice(f"{place}.language", seen[tag.lower()], tag)
        seen.setdefault(tag.lower(), f"{place}.language")
        yield from _wrong_texts(item, place, words)


def _wrong_texts(item: Mapping[str, Any], place: str, words: Mapping[str, str]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for index, path, _text in _texts(item):
        where = f"{place}.texts[{index}].path"
        if path not in words:
            yield Problem(
                where,
                "no_text",
                f"No words of these terms stand at {shown(path)}.",
                f"本条款在 {shown(path)} 处没有可翻译的文字。",
            )
        elif path in seen:
            yield _twice(where, seen[path], path)
        seen.setdefault(path, where)


def _is_binding(path: str, tag: str) -> Problem:
    return Problem(
        path,
        "binding_language",
        f"{shown(tag)} is the binding language (language): its words stand in the terms themselves.",
        f"{shown(tag)} 是约束语言（language），其文本就在条款中。",
        also=("language",),
    )


def _twice(path: str, first: str, said: str) -> Problem:
    return Problem(
        path,
        "twice",
        f"{shown(said)} stands at {first} already.",
        f"{shown(said)} 已出现在 {first}。",
        also=(first,),
    )
