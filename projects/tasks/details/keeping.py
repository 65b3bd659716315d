"""Details as they are kept: cleaned, bounded, refused with the field's name. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from authorship.engine.amounts import format_amount
from licensing.vocabulary.spdx import LicenceError, parse_expression
from portal.core.errors import Refused
from portal.core.text.input import clean_line, clean_text
from projects.tasks.details.fields import ANSWERS, ASKED, CHOSEN, FIELDS, ROWS, SPAN, TEXT, Column, Details, Field

MOST_BYTES = 8192
MOST_ROWS = 20
_MOST_CELL = 2000
_MOST_HOURS = 2000
_HOURS = re.compile(r"(0|[1-9][0-9]{0,3})(?:\.(25|50?|75|00?)|/([1-4]))?")
_URL = re.compile(r"https?://[^\s<>\"]+", re.IGNORECASE)


def cleaned(typed: Mapping[str, Any]) -> Details:
    """What is kept of `typed`, which has the shapes above, complete or not; what holds nothing is left out.

    Raises Refused with a sentence for each value that cannot be kept.
    """
    kept: Details = {}
    reasons: list[str] = []
    for field in FIELDS:
        if field.id not in typed:
            continue
        try:
            value = _CLEANED[field.kind](field, typed[field.id])
        except Refused as refused:
            reasons += [_("%(field)s: %(reason)s") % {"field": field.label, "reason": one} for one in refused.reasons]
            continue
        if texts(value):
            kept[field.id] = value
    if reasons:
        raise Refused(*reasons, code="invalid")
    return kept


def _text(field: Field, value: Any) -> str:
    return clean_text(value, max_bytes=MOST_BYTES, multiline=True)


def _asked(field: Field, value: Any) -> Details:
    answer = value["answer"]
    if answer not in ("", *(one for one, _label in ANSWERS)):
        raise Refused(_("the answer is yes or no."))
    return {"answer": answer, "text": _text(field, value["text"])}


def _chosen(field: Field, value: Any) -> Details:
    known = [one for one, _label in field.choices]
    if not set(value["chosen"]) <= set(known):
        raise Refused(_("this choice is not there."))
    return {"chosen": [one for one in known if one in value["chosen"]], "text": _text(field, value["text"])}


def _span(field: Field, value: Any) -> dict[str, str]:
    return {end: _hours(value[end]) for end in ("low", "high")}


def _hours(typed: Any) -> str:
    """`1.5` and `3/2` are read and kept as the amount 3/2."""
    text = clean_line(typed, max_bytes=40)
    if not text:
        return ""
    found = _HOURS.fullmatch(text)
    if found is None:
        raise Refused(_("hours are a number such as 2 or 1.5, in quarters of an hour."))
    hours = Fraction(text) if found[3] else Fraction(found[1]) + Fraction(f"0.{found[2] or 0}")
    if hours.denominator not in (1, 2, 4) or not 0 < hours <= _MOST_HOURS:
        raise Refused(_("hours are more than 0, at most %(most)s, in quarters of an hour.") % {"most": _MOST_HOURS})
    return format_amount(hours)


def _rows(field: Field, value: Any) -> list[dict[str, str]]:
    if len(value) > MOST_ROWS:
        raise Refused(_("at most %(most)s rows.") % {"most": MOST_ROWS})
    rows = [{one.id: _cell(one, row[one.id]) for one in field.columns} for row in value]
    return [row for row in rows if any(row.values())]


def _cell(column: Column, value: Any) -> str:
    if not column.one_line:
        return clean_text(value, max_bytes=_MOST_CELL, multiline=True)
    text = clean_line(value, max_bytes=_MOST_CELL)
    return _LINES[column.id](text) if text else ""


def _points(text: str) -> str:
    if not (text.isascii() and text.isdigit() and len(text) < 4 and int(text)):
        raise Refused(_("points are a whole number from 1 to 999."))
    return str(int(text))


def _licence(text: str) -> str:
    """In the spelling of the SPDX list where it stands there, else as it was written."""
    try:
        return str(parse_expression(text))
    except LicenceError:
        return text


def _url(text: str) -> str:
    if not _URL.fullmatch(text):
        raise Refused(_("an address begins with https:// or http:// and has no spaces."))
    return text


_LINES: Mapping[str, Callable[[str], str]] = {"points": _points, "licence": _licence, "url": _url}
_CLEANED: Mapping[str, Callable[[Field, Any], Any]] = {
    TEXT: _text,
    ASKED: _asked,
    CHOSEN: _chosen,
    SPAN: _span,
    ROWS: _rows,
}


def is_known_licence(text: str) -> bool:
    try:
        parse_expression(text)
    except LicenceError:
        return False
    return True


def texts(value: Any, *, keys: bool = False) -> list[str]:
    """Every text in a value; `keys` names where each stands too."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, Mapping):
        return [
            text
            for key, inner in value.items()
            if (found := texts(inner, keys=keys))
            for text in ([key, *found] if keys else found)
        ]
    return [text for inner in value for text in texts(inner, keys=keys)]
