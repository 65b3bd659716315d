"""Details as a page shows them, and as lines of text to compare."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from portal.core.web import numbers
from projects.tasks.details.fields import ANSWERS, ASKED, FIELDS, ROWS, SPAN, TEXT, Details, Field
from projects.tasks.details.keeping import is_known_licence


@dataclass(frozen=True)
class Cell:
    """`href` where the text is an address; `unknown` where it should be a licence id and is none."""

    label: Any
    text: str
    href: str = ""
    unknown: bool = False


@dataclass(frozen=True)
class Shown:
    """`said` are words of the site (an answer, choices, hours); `text` is Markdown; `rows` are of `heads`."""

    key: str
    label: Any
    said: tuple[str, ...] = ()
    text: str = ""
    heads: tuple[Any, ...] = ()
    rows: tuple[tuple[Cell, ...], ...] = ()


def shown(details: Details, audience: str) -> tuple[Shown, ...]:
    """Those seen with one part of the task, in their order."""
    here = (field for field in FIELDS if field.audience == audience and field.id in details)
    return tuple(one(field, details[field.id]) for field in here)


def one(field: Field, value: Any) -> Shown:
    if field.kind == TEXT:
        return Shown(field.id, field.label, text=value)
    if field.kind == SPAN:
        return Shown(field.id, field.label, said=(_hours(value),))
    if field.kind == ROWS:
        rows = tuple(tuple(_cell(row, column) for column in field.columns) for row in value)
        return Shown(field.id, field.label, heads=tuple(column.label for column in field.columns), rows=rows)
    return Shown(field.id, field.label, said=tuple(_said(field, value)), text=value["text"])


def _said(field: Field, value: Mapping[str, Any]) -> Iterable[str]:
    if field.kind == ASKED:
        return [str(label) for answer, label in ANSWERS if answer == value["answer"]]
    return [str(label) for choice, label in field.choices if choice in value["chosen"]]


def _hours(value: Mapping[str, str]) -> str:
    low, high = (numbers.fraction(Fraction(value[end])) if value[end] else "…" for end in ("low", "high"))
    return _("%(low)s to %(high)s h") % {"low": low, "high": high}


def _cell(row: Mapping[str, str], column: Any) -> Cell:
    text = row[column.id]
    return Cell(
        column.label,
        text,
        href=text if column.id == "url" else "",
        unknown=bool(text) and column.id == "licence" and not is_known_licence(text),
    )


def lines(field: Field, details: Details) -> str:
    """What is said of one field, as text; empty where nothing is."""
    if field.id not in details:
        return ""
    told = one(field, details[field.id])
    rows = [" | ".join(cell.text for cell in row) for row in told.rows]
    return "\n\n".join(text for text in (", ".join(told.said), told.text, *rows) if text)
