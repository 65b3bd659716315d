"""The rubric's form: a title and rows of criteria, with buttons that work without JavaScript."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import BadRequest
from django.http import QueryDict

from projects.rubric import criteria as rules
from projects.rubric.criteria import Criterion
from projects.rubric.models import RubricDraft

_MOST_BLANK = 5
# What a row of the form may leave out as a whole; a program that sends ids and sentences alone needs no more.
_MORE = ("label", "hint", "levels", "topic")
_BETWEEN_STEPS = re.compile(r"[;；\n]")


@dataclass
class Row:
    """`levels` is one line, steps divided by semicolons. `problems` are sentences about this row; publishing refuses
    them, saving does not."""

    index: int
    id: str = ""
    sentence: str = ""
    label: str = ""
    hint: str = ""
    levels: str = ""
    topic: str = ""
    first: bool = False
    last: bool = False
    problems: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Typed:
    """What a browser sent. `action` is save, add, remove, up or down; `index` the row it was pressed in."""

    title: str
    criteria: list[Criterion]
    version: int
    action: str = "save"
    index: int = 0

    def moved(self) -> list[Criterion]:
        """The rows after the action."""
        rows = list(self.criteria)
        inside = 0 <= self.index < len(rows)
        if self.action == "remove" and inside:
            del rows[self.index]
        if self.action == "up" and inside and self.index > 0:
            rows[self.index - 1 : self.index + 1] = [rows[self.index], rows[self.index - 1]]
        if self.action == "down" and inside and self.index < len(rows) - 1:
            rows[self.index : self.index + 2] = [rows[self.index + 1], rows[self.index]]
        return rows


def typed(data: QueryDict) -> Typed:
    """Reads what the form sends; what is no number counts as 0, rows beyond the limit are refused by the service.

    BadRequest where a row has a part of its fields.
    """
    columns = {name: data.getlist(name) for name in ("id", "sentence", *_MORE)}
    length = len(columns["id"])
    columns |= {name: [""] * length for name in _MORE if name not in data}
    if any(len(column) != length for column in columns.values()):
        raise BadRequest("the fields of the rows do not pair")
    action, _colon, index = data.get("do", "save").partition(":")
    return Typed(
        title=data.get("title", ""),
        criteria=[_row({name: column[n] for name, column in columns.items()}) for n in range(length)],
        version=_number(data.get("version", "")),
        action=action,
        index=_number(index),
    )


def _row(sent: Mapping[str, str]) -> Criterion:
    """One row as it was typed, with line breaks as spaces; what is empty is left out, as in what is stored."""
    row = Criterion(id=sent["id"], sentence=" ".join(sent["sentence"].split()))
    if label := " ".join(sent["label"].split()):
        row["label"] = label
    if hint := " ".join(sent["hint"].split()):
        row["hint"] = hint
    if levels := [word for word in map(str.strip, _BETWEEN_STEPS.split(sent["levels"])) if word]:
        row["levels"] = levels
    if sent["topic"]:
        row["topic"] = sent["topic"]
    return row


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def of_draft(draft: RubricDraft | None) -> Typed:
    if draft is None:
        return Typed(title="", criteria=[], version=0)
    return Typed(title=draft.title, criteria=draft.criteria, version=draft.version)


def rows(criteria: list[Criterion], *, blank: str = "") -> list[Row]:
    """With as many empty rows at the end as asked for, at least one where there is none."""
    found = rules.problems(criteria)
    made = [_shown(n, row, found.get(n, [])) for n, row in enumerate(criteria)]
    for _blank in range(min(_number(blank), _MOST_BLANK) or (0 if made else 1)):
        made.append(Row(len(made)))
    for row in made:
        row.first, row.last = row.index == 0, row.index == len(made) - 1
    return made


def _shown(index: int, row: Criterion, problems: list[str]) -> Row:
    made = Row(index, problems=problems)
    for name, value in _fields(row).items():
        setattr(made, name, value)
    return made


def sent_again(given: Typed) -> list[tuple[str, str]]:
    """The rows after the action as names and values of a form that sends the same again."""
    return [pair for row in given.moved() for pair in _fields(row).items()]


def _fields(row: Mapping[str, Any]) -> dict[str, str]:
    texts = {name: str(row.get(name, "")) for name in ("id", "sentence", "label", "hint", "topic")}
    return {**texts, "levels": "; ".join(row.get("levels", ()))}
