"""How a task's contributors split its credit. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import AmountError, parse_amount

Document = Mapping[str, Any]


class ShareError(ValueError):
    """`code`: amount, zero, denominator or sum; `detail` is the amount, or what the shares add up to."""

    def __init__(self, code: str, name: str, detail: str) -> None:
        self.code, self.name, self.detail = code, name, detail
        super().__init__(f"{code} {name} {detail}")


def task_rules(document: Document) -> list[Mapping[str, Any]]:
    """The award rules for accepted tasks."""
    kinds = document.get("authorship", {}).get("kinds")
    return [rule for rule in kinds if rule.get("from") == "task"] if isinstance(kinds, list) else []


def split_rule(document: Document) -> str:
    """declared, equal or each. Rules that differ are split as declared, since declared shares serve them all."""
    rules = {rule.get("split") for rule in task_rules(document)}
    if not rules:
        return "declared"
    return str(rules.pop()) if len(rules) == 1 else "declared"


def equal(names: Iterable[str]) -> dict[str, Fraction]:
    people = list(names)
    return {name: Fraction(1, len(people)) for name in people}


def declared(shares: Mapping[str, str]) -> dict[str, Fraction]:
    """Exact shares that add up to exactly 1. Raises ShareError."""
    read: dict[str, Fraction] = {}
    for name, text in shares.items():
        try:
            read[name] = parse_amount(text)
        except AmountError as error:
            raise ShareError("amount", name, str(error)) from error
        if read[name] == 0:
            raise ShareError("zero", name, "0")
    total = sum(read.values(), Fraction())
    if total != 1:
        raise ShareError("sum", "", str(total))
    return read


def least_points(document: Document) -> Fraction | None:
    """The points from which tasks alone make an author, where the rule is one comparison; else None."""
    rule = document.get("authorship", {}).get("eligibility")
    if not isinstance(rule, Mapping):
        return None
    leaves = rule["any"] if isinstance(rule.get("any"), list) else [rule]
    found = []
    for leaf in leaves:
        points = leaf.get("points") if isinstance(leaf, Mapping) else None
        if isinstance(points, Mapping) and _counts_tasks(points, document):
            found.append(parse_amount(points.get("at_least", points.get("more_than"))))
    return min(found) if found else None


def _counts_tasks(points: Mapping[str, Any], document: Document) -> bool:
    kinds = points.get("kinds")
    return not kinds or any(rule.get("id") in kinds for rule in task_rules(document))


def points_of(document: Document, share: Fraction) -> Fraction | None:
    """What a share of one accepted task is worth where every rule has a fixed amount; else None."""
    total = Fraction()
    for rule in task_rules(document):
        amount = rule.get("amount")
        if not isinstance(amount, Mapping) or "fixed" not in amount:
            return None
        total += parse_amount(amount["fixed"]) * (1 if rule.get("split") == "each" else share)
    return total if task_rules(document) else None


def below_threshold(document: Document, share: Fraction) -> tuple[Fraction, Fraction] | None:
    """(points of this share, points that make an author) where the share alone makes none; else None."""
    least, worth = least_points(document), points_of(document, share)
    if least is None or worth is None or worth >= least:
        return None
    return worth, least
