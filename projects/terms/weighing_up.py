"""Whether one text is better for a contributor than another in one clause, where its numbers say so. Pure.

The sign of each field (`better` in the schema) decides whether more of it is better, or less. Words are not weighed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import AmountError, parse_amount
from projects.terms.document.field import Field
from projects.terms.document.fields import clause_path
from projects.terms.document.walk import answer, walk

Document = Mapping[str, Any]
BETTER, WORSE, BOTH = "better", "worse", "both"
# Places of a prize table say who gets an amount; they are no amounts.
_PLACES = frozenset({"compensation.pay[].rank[].from", "compensation.pay[].rank[].to"})
_STEP = re.compile(r"([^.\[\]]+)|\[(\d+)\]")


def verdict(before: Document, after: Document, clause: str) -> str:
    """better, worse, both, or "" where no number that both texts state tells."""
    old, new = _weights(before, clause), _weights(after, clause)
    found = set()
    for key, (sign, value) in old.items():
        if key in new and (one := _compare(value, new[key][1])):
            found.add(BETTER if (one > 0) == (sign == "+") else WORSE)
    return BOTH if len(found) == 2 else "".join(found)


def _weights(document: Document, clause: str) -> dict[str, tuple[str, tuple[Any, ...]]]:
    """Every number of the clause by its place, items of a list by their id: (sign, what can be compared)."""
    found = {}
    for path, field, value in walk(document):
        if clause_path(path) != clause or not field.better or field.path in _PLACES or value == "none":
            continue
        weight = _weight(document, field, value)
        if weight:
            found[_place(document, path)] = (field.better, weight)
    return found


def _weight(document: Document, field: Field, value: Any) -> tuple[Any, ...]:
    """Something that only compares with its like: what it is, then its amounts."""
    if field.path == "compensation.own_costs.cap":
        # A limit of what the project pays; where contributors pay, it limits what they lose.
        return _money(value) if answer(document, "compensation.own_costs.paid_by") in ("project", "shared") else ()
    if field.kind in {"days", "number"} and isinstance(value, int):
        return (field.kind, Fraction(value))
    if field.kind == "money":
        return _money(value)
    if field.kind == "date" and isinstance(value, str):
        return ("date", value)
    if field.kind == "yes_no_text" and value in ("yes", "no"):
        return ("yes_no", value == "yes")
    if field.kind == "expression":
        return _bound(value)
    try:
        if field.kind == "share":
            return ("share", parse_amount(value))
        if field.kind == "hours":
            return ("hours", *(parse_amount(str(one)) for one in value))
    except (AmountError, TypeError):
        return ()
    return ()


def _money(value: Any) -> tuple[Any, ...]:
    return (value.get("currency"), value.get("minor")) if isinstance(value, Mapping) else ()


def _bound(rule: Any) -> tuple[Any, ...]:
    """A rule that is one bound of points or a count: what it bounds, then from where on it holds."""
    if not isinstance(rule, Mapping) or len(rule) != 1:
        return ()
    [(kind, bound)] = rule.items()
    if kind not in {"points", "count", "member"} or not isinstance(bound, Mapping):
        return ()
    rest = tuple(sorted((key, str(value)) for key, value in bound.items() if key in ("kinds", "kind", "grace_days")))
    for key, strict in (("at_least", False), ("more_than", True), ("for_days", False)):
        if key in bound:
            try:
                return ((kind, rest), (parse_amount(str(bound[key])), strict))
            except AmountError:
                return ()
    return ()


def _compare(old: tuple[Any, ...], new: tuple[Any, ...]) -> int:
    """1 where there is more of it in `new`, −1 where less, 0 where nobody can say."""
    if old[0] != new[0] or len(old) != len(new):
        return 0
    signs = {(after > before) - (after < before) for before, after in zip(old[1:], new[1:], strict=True)} - {0}
    return signs.pop() if len(signs) == 1 else 0


def _place(document: Document, path: str) -> str:
    """The path with ids for the numbers of items that have one."""
    here: Any = document
    place = ""
    for name, index in _STEP.findall(path):
        if name:
            here = here[name]
            place += f".{name}"
            continue
        here = here[int(index)]
        place += f"[{here.get('id', index) if isinstance(here, Mapping) else index}]"
    return place
