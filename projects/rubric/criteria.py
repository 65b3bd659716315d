"""What a rubric says, pure: cleaning, checking and hashing of its criteria."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TypedDict

from django.utils.translation import gettext as _

from authorship.engine import canonical
from portal.core.errors import Refused
from portal.core.text.input import clean_text

MOST = 40
_ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MAX_ID = 60
_MAX_SENTENCE = 500


class Criterion(TypedDict):
    id: str
    sentence: str


def cleaned(criteria: Sequence[Criterion]) -> tuple[list[Criterion], dict[int, list[str]]]:
    """The criteria as they are stored, and what is wrong with each, by position. Rows with nothing in them go."""
    rows: list[Criterion] = []
    wrong: dict[int, list[str]] = {}
    for given in criteria:
        row = Criterion(id=str(given.get("id", "")).strip(), sentence=str(given.get("sentence", "")).strip())
        if not row["id"] and not row["sentence"]:
            continue
        position = len(rows)
        try:
            row["id"] = clean_text(row["id"], max_bytes=_MAX_ID, multiline=False)
            row["sentence"] = clean_text(row["sentence"], max_bytes=_MAX_SENTENCE * 4, multiline=False)
        except Refused as refused:
            wrong.setdefault(position, []).extend(str(reason) for reason in refused.reasons)
            row = Criterion(id=row["id"][:_MAX_ID], sentence=row["sentence"][:_MAX_SENTENCE])
        rows.append(row)
    return rows, wrong


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
        seen.add(row["id"])
        if reasons:
            found[position] = reasons
    return found


def hash_of(title: str, criteria: Sequence[Criterion]) -> str:
    """SHA-256 of canonical JSON of {title, criteria}."""
    return canonical.digest({"title": title, "criteria": [dict(row) for row in criteria]})
