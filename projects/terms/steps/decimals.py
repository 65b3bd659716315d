"""Amounts of points, shares and hours typed as decimals, taken as the fraction they are. Pure.

In the form alone: a file keeps the grammar of the engine, in which 0.5 is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from authorship.engine.amounts import AmountError, format_amount, parse_amount
from projects.terms.document.fields import field_at
from projects.terms.document.rule_shapes import LEAVES, OBJECTS, is_inside, rule_place, steps_in

# Six digits are what the largest denominator of an amount holds.
_DECIMAL = re.compile(r"(?:0|[1-9][0-9]{0,8})?\.[0-9]{1,6}")
_OF_AMOUNT = frozenset({"fixed", "base", "range", "add"})


def exact(data: Mapping[str, str]) -> dict[str, str]:
    """The data with `0.5` as `1/2` where an amount stands; whatever is no such number stays as it was typed."""
    return {name: as_fraction(text) if takes_amount(name) else text for name, text in data.items()}


def replaced(data: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Name, what was typed, and the fraction it was taken as, where the two differ."""
    return [(name, text, kept) for name, text in data.items() if (kept := exact({name: text})[name]) != text]


def as_fraction(text: str) -> str:
    said = text.strip()
    if not _DECIMAL.fullmatch(said):
        return text
    amount = Fraction(said)
    try:
        return format_amount(parse_amount(f"{amount.numerator}/{amount.denominator}"))
    except AmountError:
        return text


def takes_amount(name: str) -> bool:
    """Whether the field holds points, a factor of points, hours or a share; not a count, a number of days or money."""
    if not is_inside(name):
        field = field_at(name)
        return field is not None and field.kind == "share"
    place = rule_place(name)
    steps = steps_in(place.rest) if place else None
    if place is None or not steps:
        return False
    last = [step for step in steps if isinstance(step, str)]
    if place.grammar == "expression":
        return len(last) > 1 and LEAVES.get(last[-2], {}).get(last[-1]) == "amount"
    if place.grammar == "amount":
        return last[-1] in _OF_AMOUNT
    if place.grammar == "times":
        return last[-1] == "factor"
    if place.grammar == "hours":
        return True
    return OBJECTS.get(place.grammar, {}).get(last[-1]) == "amount"
