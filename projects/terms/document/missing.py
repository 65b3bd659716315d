"""Which mandatory clauses, and mandatory parts of answered ones, still hold nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from projects.terms.document import rules
from projects.terms.document.field import Field
from projects.terms.document.fields import SECTIONS, children, generic

Item = Mapping[str, Any]


def missing(document: Item) -> list[str]:
    """Open mandatory paths in schema order, such as ``core_team.members[0].duties``; ``none`` is an answer.

    Parts of an optional clause count as soon as the clause is answered. A clause that is open as a whole is named once.
    """
    return list(dict.fromkeys(_below("", document, document)))


def _below(path: str, item: Item, document: Item) -> Iterator[str]:
    for field in children(generic(path)):
        value = item.get(field.name)
        where = f"{path}.{field.name}" if path else field.name
        if value is None and field.path in SECTIONS:
            value = {}
        if value is None:
            if field.mandatory and _needed(field, item, document):
                yield where
        else:
            yield from _inside(field, where, value, document)


def _inside(field: Field, where: str, value: object, document: Item) -> Iterator[str]:
    if isinstance(value, dict) and field.kind == "object":
        yield from _below(where, value, document)
    elif isinstance(value, list) and field.kind == "list":
        for index, item in enumerate(value):
            place = f"{where}[{index}]"
            if isinstance(item, dict):
                yield from _below(place, item, document)
            if rules.is_rule(f"{field.path}[]"):
                yield from rules.open_parts(f"{field.path}[]", item, place)
    elif rules.is_rule(field.path) and value != "none":
        yield from rules.open_parts(field.path, value, where)


def _answer(document: Item, section: str, name: str) -> object:
    part = document.get(section)
    return part.get(name) if isinstance(part, dict) else None


def _paid(item: Item, document: Item) -> bool:
    return item.get("kind") != "unpaid"


def _paid_and_credited(item: Item, document: Item) -> bool:
    return _paid(item, document) and _answer(document, "authorship", "eligibility") != "none"


def _ranks(item: Item, document: Item) -> bool:
    return item.get("for") == "rank"


def _judges(item: Item, document: Item) -> bool:
    return item.get("kind") != "blind_solve"


# Mandatory only where this holds of the object the part stands in.
_NEEDED: dict[str, Callable[[Item, Item], bool]] = {
    "compensation.pay": _paid,
    "compensation.choice": _paid_and_credited,
    "compensation.pay[].base": lambda item, document: item.get("for") not in {None, "rank"},
    "compensation.pay[].rank": _ranks,
    "compensation.pay[].ranked_by": _ranks,
    "participation.stages[].quorum": _judges,
    "participation.stages[].decides": _judges,
    "participation.stages[].first_answer_days": _judges,
    "roles[].vote": lambda item, document: item.get("granted") == "voted",
}


def _needed(field: Field, item: Item, document: Item) -> bool:
    needed = _NEEDED.get(field.path)
    return needed is None or needed(item, document)
