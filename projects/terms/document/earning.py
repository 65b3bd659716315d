"""What one person can have of one kind of credit at most, and what the work it comes from carries."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil
from typing import Any

from authorship.engine import grammar
from authorship.engine.rules.types import AwardRule, Base, Fixed, Range
from projects.terms.document.walk import items

# Attributes of facts on this site by their source: what conditions may name, and the field tags of a task.
_ATTRIBUTES = {source: tuple(facts) for source, facts in grammar.FACTS.items()}
_ATTRIBUTES["task"] += ("field",)


@dataclass(frozen=True)
class Kind:
    """``points`` and ``count`` are the most that one person can have, None where nothing limits them, and ``because``
    is the path of what does. ``first`` and ``last`` are the days of its window."""

    id: str
    path: str
    source: str = "task"
    points: Fraction | None = None
    count: int | None = None
    because: str = ""
    first: str | None = None
    last: str | None = None
    attributes: tuple[str, ...] = ()
    tables: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def within(self, output: Mapping[str, Any]) -> Kind:
        """The same kind on one output: nothing where the scope leaves it out, or ends before its window begins."""
        scope = output.get("scope")
        scope = scope if isinstance(scope, dict) else {}
        kinds = scope.get("kinds")
        start = None if scope.get("carry_over") == "yes" else _day(scope.get("from"))
        ends = [day for day in (_day(scope.get("to")), _day(output.get("as_of"))) if day is not None]
        outside = isinstance(kinds, list) and self.id not in kinds
        late = self.first is not None and bool(ends) and self.first > min(ends)
        early = self.last is not None and start is not None and self.last < start
        if outside or late or early:
            return replace(self, points=Fraction(0), count=0)
        return self


def _day(value: object) -> str | None:
    return value if isinstance(value, str) and value != "none" else None


def kinds_of(document: Mapping[str, Any]) -> dict[str, Kind]:
    """The kinds whose rule can be read; one that stands twice is refused elsewhere and left out here."""
    found: dict[str, Kind] = {}
    twice = set()
    for index, item in enumerate(items(document, "authorship.kinds")):
        name = item.get("id")
        if not isinstance(name, str):
            continue
        twice |= {name} & set(found)
        found[name] = _kind(item, name, f"authorship.kinds[{index}]")
    return {name: kind for name, kind in found.items() if name not in twice}


def _kind(item: Mapping[str, Any], name: str, path: str) -> Kind:
    source = str(item.get("from"))
    attributes = _ATTRIBUTES.get(source)
    # Presets and drafts leave parts open; stand-ins for them change none of the limits below.
    rule, _ = grammar.parse_award(
        {"from": "task", "split": "equal", "date": "accepted", "amount": {"fixed": "1"}, "title": "–", **item}, path
    )
    if rule is None or attributes is None:
        return Kind(name, path, source, attributes=_every_attribute())
    limits = _limits(rule, path)
    points, because = min(limits) if limits else (None, path)
    window = rule.window
    return Kind(
        name,
        path,
        source,
        points,
        _most_items(rule, points) if "split" in item else None,
        because,
        window.start if window else None,
        window.end if window else None,
        attributes,
        {rule.times.attribute: tuple(value for value, _ in rule.times.table)} if rule.times else {},
    )


def _every_attribute() -> tuple[str, ...]:
    return tuple(sorted({name for names in _ATTRIBUTES.values() for name in names}))


def _limits(rule: AwardRule, path: str) -> list[tuple[Fraction, str]]:
    """Only what bounds one person's sum: a cap for a person, and what may be given for one output in all."""
    found = []
    if rule.cap is not None and rule.cap.person is not None:
        found.append((rule.cap.person, f"{path}.cap.person"))
    if rule.budget is not None and rule.budget.per == "output":
        found.append((rule.budget.total, f"{path}.budget.total"))
    return found


def _most_items(rule: AwardRule, points: Fraction | None) -> int | None:
    """How many items can earn something before the limit is reached; only where nobody shares one, since a share may
    be as small as people agree, and not for imports, whose points may be typed."""
    if points is None or rule.split != "each" or rule.source == "import":
        return None
    least = {Fixed: "amount", Range: "low", Base: "base"}[type(rule.amount)]
    amount: Fraction = getattr(rule.amount, least)
    if rule.times is not None:
        amount *= min(factor for _value, factor in rule.times.table)
    if rule.cap is not None and rule.cap.item is not None:
        amount = min(amount, rule.cap.item)
    return ceil(points / amount)
