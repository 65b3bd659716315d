"""The order inside a block: sort keys, tie-breaks, places and brackets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from operator import itemgetter
from typing import Any, NamedTuple

from authorship.engine.amounts import format_amount
from authorship.engine.rules.types import Key
from authorship.engine.standing import Person

_LAST_DAY = "9999-99-99"
_WIDEST = 512


class Placed(NamedTuple):
    """A person with a place; `tied` is the first and the last place of those equal in all declared keys."""

    place: int
    person: Person
    block: str
    tied: tuple[int, int]


@dataclass(slots=True)
class Orders:
    """Sort keys as comparable values. `named` are the orders set by decisions: id → subject → position.

    `apart`: nobody is tied with an erased person by a name that neither has any more.
    """

    people: Sequence[Person]
    named: Mapping[str, Mapping[str, int]]
    apart: bool = False

    def values(self, key: Key) -> list[Any]:
        """The value of the key for each of the people; a smaller value stands first."""
        if key.name == "points":
            return _descending([person.totals.of(key.kinds) for person in self.people])
        return list(map(self._single(key), self.people))

    def _single(self, key: Key) -> Callable[[Person], Any]:
        if key.name == "count":
            return lambda person: -person.totals.sources
        if key.name == "first_credit":
            return lambda person: person.totals.first or _LAST_DAY
        if key.name == "random":
            return lambda person: draw(key.argument, person.id)
        if key.name == "decision":
            named = self.named.get(key.argument, {})
            return lambda person: named.get(person.id, len(named))
        if key.name == "name":
            if self.apart:
                return lambda person: (*person.name_key, person.id if person.erased else "")
            return lambda person: person.name_key
        return lambda person: (*person.name_key, person.id)

    def shown(self, key: Key, person: Person) -> str:
        """The value of the key as people read it; empty where there is none."""
        if key.name == "points":
            return format_amount(person.totals.of(key.kinds))
        if key.name == "count":
            return str(person.totals.sources)
        if key.name == "first_credit":
            return person.totals.first or ""
        if key.name == "random":
            return draw(key.argument, person.id)
        if key.name == "decision":
            position = self.named.get(key.argument, {}).get(person.id)
            return "" if position is None else str(position + 1)
        return "" if person.erased else person.sort_key


def draw(seed: str, subject: str) -> str:
    """The lot of a subject: SHA-256 hex of `seed:subject id`. It does not depend on who else is there."""
    return hashlib.sha256(f"{seed}:{subject}".encode()).hexdigest()


def place_block(
    people: Iterable[Person],
    *,
    block: str,
    declared: Sequence[Key],
    ties: Sequence[Key],
    first: int,
    named: Mapping[str, Mapping[str, int]],
    apart: bool = False,
) -> list[Placed]:
    """Order one block and number it from `first`. The order is total, since ties end in the subject id."""
    members = list(people)
    orders = Orders(members, named, apart)
    own = _tuples(len(members), [orders.values(key) for key in declared])
    last = _tuples(len(members), [orders.values(key) for key in ties])
    # Ids differ, so the comparison never comes to the people themselves.
    ordered = sorted(zip(own, last, [person.id for person in members], members, strict=True))
    placed: list[Placed] = []
    for _, group in groupby(ordered, key=itemgetter(0)):
        equal = list(group)
        start = first + len(placed)
        tied = (start, start + len(equal) - 1)
        placed += [Placed(place, person, block, tied) for place, (*_, person) in enumerate(equal, start)]
    return placed


def _tuples(count: int, columns: Sequence[Sequence[Any]]) -> list[tuple[Any, ...]]:
    return list(zip(*columns, strict=True)) if columns else [()] * count


def _descending(amounts: Sequence[Fraction]) -> list[Any]:
    """Larger first. Whole numbers over one common denominator compare many times faster than fractions."""
    ratios = [amount.as_integer_ratio() for amount in amounts]
    common = 1
    for denominator in {denominator for _, denominator in ratios}:
        common = lcm(common, denominator)
        if common.bit_length() > _WIDEST:
            return [-amount for amount in amounts]
    return [-(numerator * (common // denominator)) for numerator, denominator in ratios]
