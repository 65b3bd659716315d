"""Does an expression hold for a person on a day, which leaf says so, and what is missing where it does not."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import format_amount
from authorship.engine.errors import EngineError
from authorship.engine.rules.running import unrunnable_expression
from authorship.engine.rules.types import AllOf, AnyOf, Bound, Count, Expression, Leaf, Member, Not, Points, Role
from authorship.engine.standing import Person, days_in, days_since_last, holds_on


@dataclass(slots=True)
class Finding:
    """One leaf: `needs` is what the rule asks for, `missing` the difference to it, "0" where nothing lacks."""

    holds: bool
    value: str
    rests_on: list[int]
    needs: dict[str, Any]
    missing: str


@dataclass(slots=True)
class Judge:
    """Judges one person on one day and keeps a step for every leaf it looked at, also after the outcome is clear."""

    person: Person
    day: str
    steps: list[dict[str, Any]]
    terms: int

    def holds(self, expression: Expression, path: str) -> bool:
        if isinstance(expression, AllOf):
            return all(self._each(expression.parts, f"{path}/all"))
        if isinstance(expression, AnyOf):
            return any(self._each(expression.parts, f"{path}/any"))
        if isinstance(expression, Not):
            return not self.holds(expression.part, f"{path}/not")
        found = find(expression, self.person, self.day)
        self.steps.append(
            {
                "rule": path,
                "terms": self.terms,
                "holds": found.holds,
                "value": found.value,
                "rests_on": found.rests_on,
            }
        )
        return found.holds

    def _each(self, parts: Sequence[Expression], path: str) -> list[bool]:
        """Every part is judged, so that the steps are whole; only then is the outcome read."""
        return [self.holds(part, f"{path}/{index}") for index, part in enumerate(parts)]


Test = Callable[[Person], bool]


def test_of(expression: Expression, day: str) -> Test:
    """The verdict of a `Judge` without its steps, and so without what they rest on. Made once for a whole list."""
    if isinstance(expression, Points):
        return _points_test(expression)
    if isinstance(expression, AllOf | AnyOf):
        return _parts_test([test_of(part, day) for part in expression.parts], every=isinstance(expression, AllOf))
    if isinstance(expression, Not):
        inner = test_of(expression.part, day)
        return lambda person: not inner(person)
    if isinstance(expression, Role):
        role, days = expression, max(expression.for_days, 1)
        return lambda person: _days_held(role, person, day) >= days
    leaf = expression
    return lambda person: find(leaf, person, day, rests=False).holds


def _parts_test(parts: Sequence[Test], *, every: bool) -> Test:
    def meets(person: Person) -> bool:
        for part in parts:
            if part(person) is not every:
                return not every
        return every

    return meets


def _points_test(leaf: Points) -> Test:
    """In whole numbers: comparing two fractions takes four times as long, and a list compares thousands."""
    kinds, strict = leaf.kinds, leaf.bound.strict
    needed, parts = leaf.bound.amount.as_integer_ratio()

    def meets(person: Person) -> bool:
        over, under = person.totals.of(kinds).as_integer_ratio()
        return over * parts > needed * under if strict else over * parts >= needed * under

    return meets


def first_failing(expression: Expression, path: str, person: Person, day: str) -> dict[str, Any] | None:
    """The first leaf, in reading order, that keeps the expression from holding; None if it holds.

    Under `not` that is the first leaf that holds and should not.
    """
    return _first(expression, path, person, day, True)


def _first(expression: Expression, path: str, person: Person, day: str, wanted: bool) -> dict[str, Any] | None:
    if isinstance(expression, Not):
        return _first(expression.part, f"{path}/not", person, day, not wanted)
    if isinstance(expression, AllOf | AnyOf):
        name = "all" if isinstance(expression, AllOf) else "any"
        found = [
            _first(part, f"{path}/{name}/{index}", person, day, wanted) for index, part in enumerate(expression.parts)
        ]
        # `all` wanted true and `any` wanted false need every part; the other two need one.
        need_every = isinstance(expression, AllOf) == wanted
        if not need_every and any(failing is None for failing in found):
            return None
        return next((failing for failing in found if failing is not None), None)
    leaf = find(expression, person, day, rests=False)
    if leaf.holds == wanted:
        return None
    needs = leaf.needs if wanted else {"not": leaf.needs}
    return {"rule": path, "value": leaf.value, "needs": needs, "missing": leaf.missing}


def find(leaf: Leaf, person: Person, day: str, *, rests: bool = True) -> Finding:
    """What the leaf says of the person; with `rests` also the entries behind it."""
    totals = person.totals
    if isinstance(leaf, Points):
        return _bounded(totals.of(leaf.kinds), leaf.bound, totals.rests_on(leaf.kinds) if rests else [])
    if isinstance(leaf, Count):
        count = Fraction(totals.counts.get(leaf.kind, 0))
        return _bounded(count, leaf.bound, totals.rests_on((leaf.kind,)) if rests else [])
    if isinstance(leaf, Role):
        return _role(leaf, person, day)
    if isinstance(leaf, Member):
        return _member(leaf, person, day)
    raise EngineError(unrunnable_expression(leaf, ""))


def _bounded(value: Fraction, bound: Bound, rests_on: list[int]) -> Finding:
    """With more_than, a value that reaches the bound exactly lacks "0" and still does not hold."""
    needs = {"more_than" if bound.strict else "at_least": format_amount(bound.amount)}
    missing = format_amount(bound.amount - value) if value < bound.amount else "0"
    return Finding(bound.met(value), format_amount(value), rests_on, needs, missing)


def _days_held(leaf: Role, person: Person, day: str) -> int:
    held = person.held(leaf.id)
    return days_in(held, day) if held and holds_on(held, day) else 0


def _days_member(leaf: Member, person: Person, day: str) -> int:
    gone = days_since_last(person.member, day)
    if gone is None or gone > leaf.grace_days:
        return 0
    return days_in(person.member, day, without=person.suspended)


def _role(leaf: Role, person: Person, day: str) -> Finding:
    """Held on the day, and for so many days in all; the value is the days held, 0 when it is not held now."""
    days = _days_held(leaf, person, day)
    needed = max(leaf.for_days, 1)
    needs = {"role": leaf.id, "for_days": leaf.for_days}
    return Finding(days >= needed, str(days), [], needs, str(max(0, needed - days)))


def _member(leaf: Member, person: Person, day: str) -> Finding:
    """A member on the day or not longer than grace_days ago, for so many days without the suspended ones."""
    days = _days_member(leaf, person, day)
    needed = max(leaf.for_days, 1)
    needs = {"for_days": leaf.for_days, "grace_days": leaf.grace_days}
    return Finding(days >= needed, str(days), [], needs, str(max(0, needed - days)))
