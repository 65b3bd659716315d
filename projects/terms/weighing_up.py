"""Whether one text is better for a contributor than another in one clause, where its numbers say so. Pure.

The sign of each field (`better` in the schema) decides whether more of it is better, or less. Words are not weighed.
"""

from __future__ import annotations

import json
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
# By which of its parts each leaf of a rule says from where on it holds.
_EITHER = ("at_least", "more_than")
_BOUNDS: Mapping[str, tuple[str, ...]] = {
    "points": _EITHER,
    "count": _EITHER,
    "distinct": _EITHER,
    "service": ("at_least",),
    "referred": ("at_least",),
    "member": ("for_days",),
    "role": ("for_days",),
}
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
        return _rule(value)
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


def _rule(rule: Any) -> tuple[Any, ...]:
    """The shape of a rule of who, then from where on each of its leaves holds. Two rules of one shape differ in these
    bounds alone, and where all of them move one way, so does the rule: more asked for is more, under `not` it is less.
    """
    bounds: list[tuple[Fraction, int]] = []
    try:
        return (_shape(rule, 1, bounds), *bounds)
    except AmountError:
        return ()


def _shape(rule: Any, sign: int, bounds: list[tuple[Fraction, int]]) -> str:
    """As text, with the bounds taken out into `bounds`; whatever is none of these counts as it is written."""
    if not isinstance(rule, Mapping) or len(rule) != 1:
        return json.dumps(rule, sort_keys=True)
    [(name, inner)] = rule.items()
    if name == "not":
        return f"not({_shape(inner, -sign, bounds)})"
    if name in ("all", "any") and isinstance(inner, list):
        return f"{name}({','.join(_shape(part, sign, bounds) for part in inner)})"
    if name not in _BOUNDS or not isinstance(inner, Mapping):
        return json.dumps(rule, sort_keys=True)
    bounded = [key for key in _BOUNDS[name] if key in inner]
    if len(bounded) > 1:
        return json.dumps(rule, sort_keys=True)
    if bounded or name == "role":  # a role without days is held for none at least
        amount = parse_amount(str(inner[bounded[0]])) if bounded else Fraction(0)
        bounds.append((sign * amount, sign * (bounded == ["more_than"])))
    return json.dumps({name: {key: value for key, value in inner.items() if key not in bounded}}, sort_keys=True)


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
