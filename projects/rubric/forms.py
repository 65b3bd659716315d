"""The rubric's form: a title and rows of criteria, with buttons that work without JavaScript."""

from __future__ import annotations

from dataclasses import dataclass, field

from django.core.exceptions import BadRequest
from django.http import QueryDict

from projects.rubric import criteria as rules
from projects.rubric.criteria import Criterion
from projects.rubric.models import RubricDraft

_MOST_BLANK = 5


@dataclass
class Row:
    """`problems` are sentences about this row; publishing refuses them, saving does not."""

    index: int
    id: str
    sentence: str
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

    BadRequest where a row has half of its fields.
    """
    ids, sentences = data.getlist("id"), data.getlist("sentence")
    if len(ids) != len(sentences):
        raise BadRequest("ids and sentences do not pair")
    action, _colon, index = data.get("do", "save").partition(":")
    return Typed(
        title=data.get("title", ""),
        criteria=[
            Criterion(id=one, sentence=" ".join(sentence.split())) for one, sentence in zip(ids, sentences, strict=True)
        ],
        version=_number(data.get("version", "")),
        action=action,
        index=_number(index),
    )


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def of_draft(draft: RubricDraft | None) -> Typed:
    if draft is None:
        return Typed(title="", criteria=[], version=0)
    return Typed(title=draft.title, criteria=draft.criteria, version=draft.version)


def rows(criteria: list[Criterion], *, blank: str = "") -> list[Row]:
    """With as many empty rows at the end as asked for, at least one where there is none."""
    found = rules.problems(criteria)
    made = [Row(n, row["id"], row["sentence"], problems=found.get(n, [])) for n, row in enumerate(criteria)]
    for _blank in range(min(_number(blank), _MOST_BLANK) or (0 if made else 1)):
        made.append(Row(len(made), "", ""))
    for row in made:
        row.first, row.last = row.index == 0, row.index == len(made) - 1
    return made
