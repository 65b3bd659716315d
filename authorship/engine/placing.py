"""The order inside a block: sort keys, tie-breaks, places and brackets."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby
from math import lcm
from typing import Any

from authorship.engine.amounts import format_amount
from authorship.engine.rules.types import Key
from authorship.engine.standing import Person

_LAST_DAY = "9999-99-99"
_WIDEST = 512


@dataclass(frozen=True, slots=True)
class Placed:
    """A person with a place; `tied` is the first and the last place of those equal in all declared keys."""

    place: int
    person: Person
    block: str
    tied: tuple[int, int]


@dataclass(slots=True)
class Orders:
    """Sort keys as comparable values. `named` are the orders set by decisions: id → subject → position."""

    people: Sequence[Person]
    named: Mapping[str, Mapping[str, int]]

    def values(self, key: Key) -> dict[str, Any]:
        """The value of the key by subject id; a smaller value stands first."""
        if key.name == "points":
            return _descending({person.id: person.totals.of(key.kinds) for person in self.people})
        value = self._single(key)
        return {person.id: value(person) for person in self.people}

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
) -> list[Placed]:
    """Order one block and number it from `first`. The order is total, since ties end in the subject id."""
    members = list(people)
    orders = Orders(members, named)
    own = _tuples(members, [orders.values(key) for key in declared])
    last = _tuples(members, [orders.values(key) for key in ties])
    members.sort(key=lambda person: (own[person.id], last[person.id], person.id))
    placed: list[Placed] = []
    for _, group in groupby(members, key=lambda person: own[person.id]):
        equal = list(group)
        start = first + len(placed)
        tied = (start, start + len(equal) - 1)
        placed += [Placed(start + index, person, block, tied) for index, person in enumerate(equal)]
    return placed


def _tuples(people: Sequence[Person], columns: Sequence[Mapping[str, Any]]) -> dict[str, tuple[Any, ...]]:
    return {person.id: tuple(column[person.id] for column in columns) for person in people}


def _descending(amounts: Mapping[str, Fraction]) -> dict[str, Any]:
    """Larger first. Whole numbers over one common denominator compare many times faster than fractions."""
    common = 1
    for denominator in {amount.denominator for amount in amounts.values()}:
        common = lcm(common, denominator)
        if common.bit_length() > _WIDEST:
            return {subject: -amount for subject, amount in amounts.items()}
    return {subject: -(amount.numerator * (common // amount.denominator)) for subject, amount in amounts.items()}
