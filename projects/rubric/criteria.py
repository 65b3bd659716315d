"""What a rubric says, pure: cleaning, checking and hashing of its criteria."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NotRequired, TypedDict

from django.utils.translation import gettext as _

from authorship.engine import canonical
from portal.core.errors import Refused
from portal.core.text.input import clean_text
from projects.rubric import topics

MOST = 40
FEWEST_STEPS, MOST_STEPS = 2, 5
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_ID = 60
# Characters of each text.
_MAX = {"sentence": 500, "label": 60, "hint": 500}
_MAX_STEP = 40
# What a criterion is scored by that names no steps of its own.
_NUMBERS = ("1", "2", "3", "4", "5")


class Criterion(TypedDict):
    """`levels` are the words of the scale, the least first; a score counts them from 1. What is not said is not there,
    so that the hash of a rubric that was published without it stays the same."""

    id: str
    sentence: str
    label: NotRequired[str]
    hint: NotRequired[str]
    levels: NotRequired[list[str]]
    topic: NotRequired[str]


def steps(criterion: Mapping[str, Any]) -> list[str]:
    """The words of its scale, or the numbers 1 to 5."""
    return list(criterion.get("levels") or _NUMBERS)


def short(criterion: Mapping[str, Any]) -> str:
    """Its label, or its sentence where it has none."""
    return str(criterion.get("label") or criterion["sentence"])


def cleaned(criteria: Sequence[Mapping[str, Any]]) -> tuple[list[Criterion], dict[int, list[str]]]:
    """The criteria as they are stored, and what is wrong with each, by position. Rows with nothing in them go."""
    rows: list[Criterion] = []
    wrong: dict[int, list[str]] = {}
    for given in criteria:
        row, reasons = _cleaned(given)
        if not any(row.values()):
            continue
        if reasons:
            wrong[len(rows)] = reasons
        rows.append(row)
    return rows, wrong


def _cleaned(given: Mapping[str, Any]) -> tuple[Criterion, list[str]]:
    """One row. A text that cannot be stored stays as it was given, and the row is refused for it."""
    reasons: list[str] = []

    def text(value: object, most: int) -> str:
        said = str(value or "").strip()
        if len(said) > most:
            reasons.append(_("At most %(most)s characters: “%(start)s…”") % {"most": most, "start": said[:20]})
        try:
            return clean_text(said, max_bytes=max(most, len(said)) * 4, multiline=False)
        except Refused as refused:
            reasons.extend(str(reason) for reason in refused.reasons)
            return said

    row = Criterion(id=text(given.get("id"), _MAX_ID), sentence=text(given.get("sentence"), _MAX["sentence"]))
    if label := text(given.get("label"), _MAX["label"]):
        row["label"] = label
    if hint := text(given.get("hint"), _MAX["hint"]):
        row["hint"] = hint
    # One more than there may be, so that too many are told and no thousands of them are read.
    said = list(given.get("levels") or ())[: MOST_STEPS + 1]
    if levels := [word for word in (text(one, _MAX_STEP) for one in said) if word]:
        row["levels"] = levels
        if len(levels) > MOST_STEPS:
            reasons.append(_("A scale has at most %(most)s steps.") % {"most": MOST_STEPS})
    if topic := str(given.get("topic") or ""):
        row["topic"] = topic
        if topic not in topics.IDS:
            reasons.append(_("Choose one of the topics of the list, or none."))
    return row, reasons


def problems(criteria: Sequence[Criterion]) -> dict[int, list[str]]:
    """What publishing refuses in single criteria, by position."""
    found: dict[int, list[str]] = {}
    seen: set[str] = set()
    for position, row in enumerate(criteria):
        reasons = []
        if not _ID.fullmatch(row["id"]) or len(row["id"]) > _MAX_ID:
            reasons.append(_("The id is made of small letters a–z, digits and hyphens."))
        elif row["id"] in seen:
            reasons.append(_("The id “%(id)s” stands twice.") % {"id": row["id"]})
        if not row["sentence"]:
            reasons.append(_("The sentence is missing."))
        levels = row.get("levels", [])
        if len(levels) == 1:
            reasons.append(_("A scale has at least %(least)s steps.") % {"least": FEWEST_STEPS})
        if len({word.casefold() for word in levels}) < len(levels):
            reasons.append(_("Two steps of the scale have the same words."))
        seen.add(row["id"])
        if reasons:
            found[position] = reasons
    return found


def hash_of(title: str, criteria: Sequence[Criterion]) -> str:
    """SHA-256 of canonical JSON of {title, criteria}."""
    return canonical.digest({"title": title, "criteria": [dict(row) for row in criteria]})
