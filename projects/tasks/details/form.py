"""The details in the form of a draft: what was typed, there and back. Names begin with `d-`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import QueryDict

from projects.tasks.details.fields import (
    ANSWERS,
    ASKED,
    CHOSEN,
    FIELDS,
    FOLDS,
    ROWS,
    SEEN_WITH,
    SPAN,
    TEXT,
    Details,
    Field,
)
from projects.tasks.details.keeping import MOST_ROWS
from projects.tasks.details.reading import missing_in

# As many rows as are read: more than are kept, so that too many are refused and not passed over.
_MOST_READ = MOST_ROWS + 1
# Where statement, answer and verification are written.
_WITH_TEXTS = frozenset({"asked", "checked"})
_ROW_ACT = re.compile(r"(add|remove):([a-z_]+)(?::([0-9]{1,2}))?")


def typed(post: QueryDict) -> Details:
    """Every field, in the shapes of `fields`, as it was typed."""
    return {field.id: _typed(field, post) for field in FIELDS}


def _typed(field: Field, post: QueryDict) -> Any:
    name = _name(field)
    if field.kind == TEXT:
        return post.get(name, "")
    if field.kind == ASKED:
        return {"answer": post.get(name, ""), "text": post.get(f"{name}-text", "")}
    if field.kind == CHOSEN:
        return {"chosen": post.getlist(name), "text": post.get(f"{name}-text", "")}
    if field.kind == SPAN:
        return {end: post.get(f"{name}-{end}", "") for end in ("low", "high")}
    columns = {column.id: post.getlist(f"{name}-{column.id}")[:_MOST_READ] for column in field.columns}
    count = max(len(cells) for cells in columns.values())
    return [
        {key: cells[place] if place < len(cells) else "" for key, cells in columns.items()} for place in range(count)
    ]


def sent(details: Details) -> Iterator[tuple[str, str]]:
    """(name, text) of everything typed, as the form would send it."""
    for field in FIELDS:
        if field.id in details:
            yield from _sent(field, details[field.id])


def _sent(field: Field, value: Any) -> Iterator[tuple[str, str]]:
    name = _name(field)
    if field.kind == TEXT:
        yield name, value
    elif field.kind == ROWS:
        for row in value:
            for column in field.columns:
                yield f"{name}-{column.id}", row[column.id]
    elif field.kind == SPAN:
        yield from ((f"{name}-{end}", value[end]) for end in ("low", "high"))
    else:
        yield from ((name, one) for one in ([value["answer"]] if field.kind == ASKED else value["chosen"]))
        yield f"{name}-text", value["text"]


def moved(details: Details, action: str) -> tuple[Details, str]:
    """What is left after a button at a row was pressed (`remove:lazy:2`), and the field whose rows it was, or ""."""
    found = _ROW_ACT.fullmatch(action)
    if found is None or found[2] not in {field.id for field in FIELDS if field.kind == ROWS}:
        return details, ""
    rows = [row for number, row in enumerate(details[found[2]], 1) if found[1] == "add" or str(number) != found[3]]
    return {**details, found[2]: rows}, found[2]


def adds(action: str) -> bool:
    return action.startswith("add:")


def places(saved: Details) -> dict[str, str]:
    """Where in the form each of the sentences about what is missing is answered."""
    return {sentence: f"#{_name(field)}" for field in FIELDS for sentence in missing_in(field, saved.get(field.id))}


@dataclass(frozen=True)
class Row:
    """`cells` are (column id, label, name, text, whether it is one line)."""

    number: int
    cells: tuple[tuple[str, Any, str, str, bool], ...]


@dataclass(frozen=True)
class Control:
    """One field of the form; `beside` is what the terms say about it."""

    field: Field
    name: str
    value: Any
    seen_with: Any
    choices: tuple[tuple[str, Any, bool], ...]
    rows: tuple[Row, ...]
    beside: str


@dataclass(frozen=True)
class Fold:
    """`wanting` counts the fields whose saved answer does not suffice yet; `opened` where there is something to do."""

    key: str
    label: Any
    controls: tuple[Control, ...]
    wanting: int
    opened: bool


def folds(typed_now: Details, saved: Details, *, blank: str = "", beside: Mapping[str, str]) -> list[Fold]:
    """`blank` is the field that shows a row more than it has."""
    made = []
    for key, label in FOLDS:
        here = [field for field in FIELDS if field.fold == key]
        controls = tuple(_control(field, typed_now.get(field.id), blank, beside.get(field.id, "")) for field in here)
        wanting = sum(any(missing_in(field, saved.get(field.id))) for field in here)
        opened = key in _WITH_TEXTS or wanting > 0 or any(field.id == blank for field in here)
        made.append(Fold(key, label, controls, wanting, opened))
    return made


def _control(field: Field, value: Any, blank: str, beside: str) -> Control:
    value = _EMPTY[field.kind] if value is None else value
    return Control(
        field=field,
        name=_name(field),
        value=value,
        seen_with=SEEN_WITH[field.audience],
        choices=_choices(field, value),
        rows=_rows(field, value, more=blank == field.id) if field.kind == ROWS else (),
        beside=beside,
    )


def _choices(field: Field, value: Any) -> tuple[tuple[str, Any, bool], ...]:
    if field.kind == ASKED:
        return tuple((answer, label, answer == value["answer"]) for answer, label in ANSWERS)
    if field.kind == CHOSEN:
        return tuple((choice, label, choice in value["chosen"]) for choice, label in field.choices)
    return ()


def _rows(field: Field, value: list[dict[str, str]], *, more: bool) -> tuple[Row, ...]:
    empty = dict.fromkeys((column.id for column in field.columns), "")
    rows = [*value, empty] if more or not value else value
    return tuple(
        Row(
            number,
            tuple(
                (column.id, column.label, f"{_name(field)}-{column.id}", row[column.id], column.one_line)
                for column in field.columns
            ),
        )
        for number, row in enumerate(rows, 1)
    )


def _name(field: Field) -> str:
    return f"d-{field.id}"


_EMPTY: Mapping[str, Any] = {
    TEXT: "",
    ASKED: {"answer": "", "text": ""},
    CHOSEN: {"chosen": [], "text": ""},
    SPAN: {"low": "", "high": ""},
    ROWS: [],
}
