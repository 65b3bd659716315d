"""Sentences of one rule field from its template: words and slots in the order of the language."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from projects.terms.document.field import Words
from projects.terms.document.rule_twigs import Twig, text_of
from projects.terms.steps.rules import options
from projects.terms.steps.rules.frames import SLOTS
from projects.terms.steps.rules.hints import ANY_KIND, IDS_TYPED
from projects.terms.steps.rules.parts import Line, Piece, Slot

_SLOT = re.compile(r"\{(\w+)\}")
_NUMBERS = frozenset({"for_days", "grace_days", "number"})
_DATES = frozenset({"day", "from", "to"})
MOST_BOXES = 12
_WIDE = frozenset({"decision", "random", "attribute", "value", "of", "id", "by"})


class Sentences:
    """Makes slots for one draft in one language. `errors` are by the name of the field."""

    def __init__(self, document: Mapping[str, Any], errors: Mapping[str, list[str]], lang: str) -> None:
        self.document = document
        self.errors = errors
        self.lang = lang

    def said(self, words: Words) -> str:
        return words.said(self.lang)

    def line(self, frame: Words, slot: Callable[[str], Slot]) -> Line:
        pieces: list[Piece] = []
        end = 0
        text = self.said(frame)
        for match in _SLOT.finditer(text):
            pieces.append(Piece(text[end : match.start()].strip()))
            pieces.append(Piece("", slot(match[1])))
            end = match.end()
        pieces.append(Piece(text[end:].strip()))
        return Line(tuple(piece for piece in pieces if piece.text or piece.slot))

    def slot(self, part: str, name: str, value: str, title: str) -> Slot:
        """A slot to type into: a number, a day or words."""
        kind = "number" if part in _NUMBERS else "date" if part in _DATES else "text"
        size = "medium" if part in _DATES or part in _WIDE else "short"
        return Slot(
            name=name,
            kind=kind,  # type: ignore[arg-type]
            label=self.label(part, title),
            value=value,
            errors=tuple(self.errors.get(name, ())),
            size=size,
        )

    def label(self, part: str, title: str) -> str:
        words = SLOTS[part].said(self.lang)
        return f"{title}：{words}" if self.lang.lower().startswith("zh") else f"{title}: {words}"

    def select(self, part: str, name: str, value: str, title: str, made: list[options.Option]) -> Slot:
        if not made:
            return self.slot(part, name, value, title)
        return Slot(
            name=name,
            kind="select",
            label=self.label(part, title),
            value=value,
            options=tuple(made),
            errors=tuple(self.errors.get(name, ())),
        )

    def closed(self, part: str, name: str, value: str, title: str, words: str = "") -> Slot:
        return self.select(part, name, value, title, options.closed(words or part, value, self.lang))

    def one_of(self, part: str, name: str, value: str, title: str, path: str) -> Slot:
        """One id that the draft declares, or typed while it declares none."""
        made = options.declared(self.document, path, [value], self.lang, one=True)
        slot = self.select(part, name, value, title, made)
        return slot if made else _wide(slot)

    def kinds(self, part: str, name: str, value: str, title: str) -> Slot:
        """Boxes for the kinds of credit the draft declares; where they are many, each sentence takes their ids."""
        chosen = [word.strip() for word in value.split(",")]
        made = options.declared(self.document, "authorship.kinds", chosen, self.lang, one=False)
        made = made if len(made) <= MOST_BOXES else []
        note = self.said(ANY_KIND if made else IDS_TYPED)
        return Slot(
            name=name,
            kind="boxes" if made and value.strip() != "none" else "text",
            label=self.label(part, title),
            value=value,
            options=tuple(made),
            errors=tuple(self.errors.get(name, ())),
            size="medium",
            note=note,
        )


def _wide(slot: Slot) -> Slot:
    return Slot(slot.name, slot.kind, slot.label, slot.value, slot.options, slot.errors, "medium", slot.note)


def texts(twig: Twig) -> Callable[[str], str]:
    return lambda part: text_of(twig, part)
