"""What a rule rests on: can it hold without any decision, which decisions does it name, which thresholds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from authorship.engine.amounts import AmountError, parse_amount
from projects.terms.checks.terms import Terms


def can_hold(expression: object) -> bool:
    """Whether it can hold while every decision in it is false; an open part may turn out either way."""
    return _possible(expression, True)


def _possible(expression: object, wanted: bool) -> bool:
    if not isinstance(expression, Mapping) or len(expression) != 1:
        return True
    ((name, inner),) = expression.items()
    if name == "decision":
        return not wanted
    if name == "not":
        return _possible(inner, not wanted)
    if name in ("all", "any") and isinstance(inner, list):
        every = (name == "all") == wanted
        return (all if every else any)(_possible(part, wanted) for part in inner)
    return True


def leaves(expression: object, wanted: bool = True) -> Iterator[tuple[str, Any, bool]]:
    """Each with whether it is to hold: below a ``not`` it is not."""
    if not isinstance(expression, Mapping):
        return
    for name, inner in expression.items():
        if name == "not":
            yield from leaves(inner, not wanted)
        elif name in ("all", "any"):
            for part in inner if isinstance(inner, list) else ():
                yield from leaves(part, wanted)
        else:
            yield name, inner, wanted


def decisions(expression: object) -> list[str]:
    return list(dict.fromkeys(str(inner) for name, inner, _ in leaves(expression) if name == "decision"))


def only(expression: object, names: frozenset[str]) -> bool:
    """Whether nothing but such leaves stands in it."""
    found = [name for name, _, _ in leaves(expression)]
    return bool(found) and set(found) <= names


def number(value: object) -> Fraction | None:
    try:
        return Fraction(parse_amount(value))
    except AmountError:
        return None


class Threshold(NamedTuple):
    """Of one points leaf. ``equal``: equality reaches it; ``kinds`` that it counts, None for all; ``wanted``: reaching
    it is what the rule asks, not what it rules out."""

    amount: Fraction
    equal: bool
    kinds: list[str] | None
    wanted: bool


def thresholds(expression: object) -> Iterator[Threshold]:
    for name, leaf, wanted in leaves(expression):
        if name != "points" or not isinstance(leaf, Mapping):
            continue
        for key in ("at_least", "more_than"):
            amount = number(leaf.get(key))
            if amount is not None:
                kinds = leaf.get("kinds")
                yield Threshold(amount, key == "at_least", kinds if isinstance(kinds, list) else None, wanted)


def reaches(amount: Fraction, threshold: Threshold) -> bool:
    return amount >= threshold.amount if threshold.equal else amount > threshold.amount


def awards(kind: Mapping[str, Any]) -> list[Fraction]:
    """Amounts one item of a kind can bring: the fixed one, both ends of a range, the base without and with bonuses."""
    amount = kind.get("amount")
    if not isinstance(amount, Mapping):
        return []
    bonuses = _list(amount.get("plus"))
    more = [number(one.get("add")) for one in bonuses if isinstance(one, Mapping)]
    first = kind.get("first_of")
    more.append(number(first.get("add")) if isinstance(first, Mapping) else None)
    listed = _list(amount.get("range"))
    found = [number(one) for one in (amount.get("fixed"), amount.get("base"), *listed)]
    plain = [one for one in found if one is not None]
    extra = sum((one for one in more if one is not None), Fraction(0))
    return list(dict.fromkeys([*plain, *(one + extra for one in plain)]))


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


# --- whose flag a decision is

CORE_MARKS = frozenset({"core", "lead", "senior"})


def set_apart(terms: Terms) -> list[tuple[str, Mapping[str, Any]]]:
    """Marks for core, lead and senior, and blocks where there are two or more: with their paths."""
    marks = [(path, mark) for path, mark in terms.rows("authorship.marks") if mark.get("id") in CORE_MARKS]
    blocks = terms.rows("authorship.blocks")
    return [*marks, *(blocks if len(blocks) > 1 else [])]


def decision_owners(terms: Terms) -> dict[str, str]:
    """A decision's id is one cause: it is charged to the first check, in the order of the card, that flags it."""
    owners: dict[str, str] = {}
    eligibility = terms.at("authorship.eligibility")
    if eligibility == "none":
        return owners
    if not can_hold(eligibility):
        owners.update(dict.fromkeys(decisions(eligibility), "eligibility-rule"))
    for _, item in set_apart(terms):
        if not can_hold(item.get("who")):
            for name in decisions(item.get("who")):
                owners.setdefault(name, "core-authors")
    return owners
