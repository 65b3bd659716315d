"""The YAML of a stored document: schema order, plain where that is safe, reads back to the same document."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from projects.terms.document.field import Field
from projects.terms.document.fields import children
from projects.terms.document.money import format_money

# Starts with a letter, holds nothing YAML gives a meaning to, ends visibly.
_PLAIN = re.compile(r"[^\W\d_](?:[^\n\t:#,\[\]{}\"'&*!|>%@`\\]*[^\s:#,\[\]{}\"'&*!|>%@`\\])?")
# The same on a line of its own, where commas, quotes and brackets inside mean nothing.
_PLAIN_LINE = re.compile(r"[^\W\d_](?:[^\n\t:#]|:(?=\S)|(?<=\S)#)*")
_DAY = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")
_MONEY = re.compile(r"[0-9]+(?:\.[0-9]+)? [A-Z]{3}")
_MEANT_OTHERWISE = frozenset({"true", "false", "null"})
# The parts of rules as docs/interfaces.md 2 has them: a database may keep the keys of an object in an order of its own.
_PARTS_OF_RULES = (
    "id of kinds kind at_least more_than for_days grace_days per by carry_most before "
    "fixed range base plus when add attribute table item person cohort total from to"
)
_ORDER = {name: index for index, name in enumerate(_PARTS_OF_RULES.split())}

Handles = Callable[[str], str]


def to_yaml(document: Mapping[str, Any], *, handles: Handles) -> str:
    """``handles`` gives the handle of each subject id; persons stand as handles, money as ``10.00 USD``."""
    return "\n".join(_parts("", document, "", handles)) + "\n"


def flow(value: object) -> str:
    """One value on one line, as rules stand in YAML and in form fields: ``{points: {at_least: "1/2"}}``."""
    if isinstance(value, dict):
        if set(value) == {"minor", "currency"}:
            return format_money(value)
        return "{" + ", ".join(f"{_scalar(key)}: {flow(value[key])}" for key in sorted(value, key=_place)) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(flow(item) for item in value) + "]"
    return str(value) if isinstance(value, int) else _scalar(str(value))


def _place(key: str) -> tuple[int, str]:
    return _ORDER.get(key, len(_ORDER)), key


@lru_cache(4_096)
def _scalar(text: str) -> str:
    if _DAY.fullmatch(text) or _MONEY.fullmatch(text):
        return text
    if _PLAIN.fullmatch(text) and text.lower() not in _MEANT_OTHERWISE:
        return text
    return json.dumps(text, ensure_ascii=False)


def _line(value: object) -> str:
    """A value alone behind its key; words need quotes less often there than inside brackets."""
    if (
        isinstance(value, str)
        and _PLAIN_LINE.fullmatch(value)
        and value.lower() not in _MEANT_OTHERWISE
        and value == value.strip()
    ):
        return value
    return flow(value)


def _parts(path: str, item: Mapping[str, Any], indent: str, handles: Handles) -> Iterator[str]:
    for field in children(path):
        value = item.get(field.name)
        if value is not None:
            yield from _field(field, value, indent, handles)


def _field(field: Field, value: Any, indent: str, handles: Handles) -> Iterator[str]:
    start = f"{indent}{field.name}:"
    if field.kind == "object" and isinstance(value, dict):
        yield start
        yield from _parts(field.path, value, indent + "  ", handles)
    elif field.kind == "list" and isinstance(value, list):
        yield start
        for item in value:
            first, *rest = _parts(f"{field.path}[]", item, indent + "    ", handles)
            yield f"{indent}  - {first.lstrip(' ')}"
            yield from rest
    elif field.kind == "person" and value != "none":
        yield f"{start} {_scalar(handles(value))}"
    elif isinstance(value, str) and "\n" in value:
        yield f"{start} |-"
        yield from (f"{indent}  {line}" if line else "" for line in value.split("\n"))
    else:
        yield f"{start} {_line(value)}"
