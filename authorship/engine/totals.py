"""From entries to sums: what each subject has, by kind, in one scope as of one day."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

from authorship.engine.amounts import parse_signed
from authorship.engine.errors import EngineError, Problem, shown

# Hundreds of unrelated large denominators for one subject: no project has them, and sums of them take for ever.
MAX_COMMON_BITS = 8192


@dataclass(slots=True)
class Totals:
    """What the rules look at for one subject. Kinds without a net amount may be left out.

    points   net amount by kind
    counts   number of distinct sources with a positive net amount, by kind
    sources  the same over all kinds together (a source that gives two kinds counts once)
    first    the day of the earliest standing entry: one that reverses nothing and is not reversed
    since    the lowest terms version of a standing entry
    seqs     standing entries by kind, in any order; may be empty where only the order is asked for

    What `of` and `rests_on` answer is remembered: nothing is changed any more once one of them was asked.
    """

    points: dict[str, Fraction] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    sources: int = 0
    first: str | None = None
    since: int | None = None
    seqs: dict[str, list[int]] = field(default_factory=dict)
    _sums: dict[tuple[str, ...] | None, Fraction] = field(default_factory=dict, init=False, repr=False, compare=False)
    _rests: dict[tuple[str, ...] | None, list[int]] = field(default_factory=dict, init=False, repr=False, compare=False)

    def of(self, kinds: tuple[str, ...] | None) -> Fraction:
        if kinds not in self._sums:
            points = self.points
            self._sums[kinds] = added(
                points.values() if kinds is None else [points[kind] for kind in kinds if kind in points]
            )
        return self._sums[kinds]

    def rests_on(self, kinds: tuple[str, ...] | None) -> list[int]:
        """The one list for all who ask; nobody changes it."""
        if kinds not in self._rests:
            chosen = self.seqs if kinds is None else [kind for kind in kinds if kind in self.seqs]
            self._rests[kinds] = sorted(seq for kind in chosen for seq in self.seqs[kind])
        return self._rests[kinds]


@dataclass(slots=True)
class Sums:
    """Only what the rules of one list read (`authorship.engine.reads`), for places without their steps.

    points   net amount by group of kinds; whatever else is asked for is a mistake of the caller and a KeyError
    counts, sources, first, since   as in `Totals`
    """

    points: dict[tuple[str, ...] | None, Fraction] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)
    sources: int = 0
    first: str | None = None
    since: int | None = None

    def of(self, kinds: tuple[str, ...] | None) -> Fraction:
        return self.points[kinds]

    def rests_on(self, kinds: tuple[str, ...] | None) -> list[int]:
        raise LookupError("these sums were made without the entries they rest on")


def added(amounts: Iterable[Fraction]) -> Fraction:
    return added_up([amount.as_integer_ratio() for amount in amounts])


def added_up(amounts: Sequence[tuple[int, int]]) -> Fraction:
    """The sum of numerators over denominators. In whole numbers, since adding fractions one by one is most of the
    work of a long list."""
    over, common = amounts[0] if amounts else (0, 1)
    for numerator, denominator in amounts[1:]:
        if denominator != common:
            wider = lcm(common, denominator)
            over, common = over * (wider // common), wider
            numerator *= wider // denominator
        over += numerator
    return ratio(over, common)


@lru_cache(maxsize=65536)
def ratio(numerator: int, denominator: int) -> Fraction:
    """`Fraction(numerator, denominator)`; the same small sums come again and again, and making one is slow."""
    return Fraction(numerator, denominator)


@dataclass(frozen=True, slots=True)
class Counted:
    """Which entries count. A reversal counts with the entry it reverses, from its own day on."""

    as_of: str
    kinds: frozenset[str] | None
    start: str
    end: str

    @classmethod
    def of(cls, scope: Mapping[str, Any], as_of: str) -> Counted:
        """`from` and `to` are included. With carry_over, work before `from` counts as well."""
        kinds = scope.get("kinds")
        start = scope.get("from") if scope.get("carry_over") != "yes" else None
        return cls(
            as_of=as_of,
            kinds=frozenset(kinds) if isinstance(kinds, list) else None,
            start=start if isinstance(start, str) and start != "none" else "",
            end=_day_or(scope.get("to"), as_of),
        )

    def takes(self, entry: Mapping[str, Any]) -> bool:
        if not self.start <= entry["on"] <= self.end or entry["on"] > self.as_of:
            return False
        return self.kinds is None or entry["kind"] in self.kinds


def _day_or(value: object, otherwise: str) -> str:
    return value if isinstance(value, str) and value != "none" else otherwise


def totals(entries: Iterable[Mapping[str, Any]], scope: Mapping[str, Any], as_of: str) -> dict[str, Totals]:
    """Sum the entries of a bundle; their order does not matter. Subjects without a counted entry are absent."""
    counted = Counted.of(scope, as_of)
    listed = list(entries)
    by_seq = {entry["seq"]: entry for entry in listed} if any(entry["reverses"] for entry in listed) else {}
    groups: dict[tuple[str, str, int], int] = {}
    standing: list[Mapping[str, Any]] = []
    cancelled: set[int] = set()
    for entry in listed:
        origin = entry if entry["reverses"] is None else by_seq[entry["reverses"]]
        if entry["on"] > as_of or not counted.takes(origin):
            continue
        amount = parse_signed(entry["amount"])
        key = (entry["subject"], origin["kind"], amount.denominator)
        groups[key] = groups.get(key, 0) + amount.numerator
        if origin is entry:
            standing.append(entry)
        else:
            cancelled.add(origin["seq"])
    found = from_groups((*key, numerator) for key, numerator in groups.items())
    if cancelled:
        standing = [entry for entry in standing if entry["seq"] not in cancelled]
    _add_standing(found, standing)
    return found


def from_groups(rows: Iterable[tuple[str, str, int, int]]) -> dict[str, Totals]:
    """Finish the sums of a database: rows of (subject, kind, denominator, sum of the numerators), in any order.

    Only `points` is filled; counts, sources, first, since and seqs are the caller's to set where rules read
    them. Raises EngineError where the denominators of one subject have no common one of a workable size.
    """
    by_subject: dict[str, dict[tuple[str, int], int]] = {}
    for subject, kind, denominator, numerator in rows:
        group = by_subject.setdefault(subject, {})
        group[kind, denominator] = group.get((kind, denominator), 0) + numerator
    return {subject: _finished(subject, group) for subject, group in by_subject.items()}


def _finished(subject: str, group: Mapping[tuple[str, int], int]) -> Totals:
    common = 1
    for _, denominator in group:
        common = lcm(common, denominator)
        if common.bit_length() > MAX_COMMON_BITS:
            message = f"the amounts of {shown(subject)} have no common denominator of a workable size"
            raise EngineError([Problem("entries", "too_large", message)])
    result = Totals()
    for (kind, denominator), numerator in group.items():
        if numerator:
            result.points[kind] = result.points.get(kind, Fraction(0)) + Fraction(numerator, denominator)
    return result


def _add_standing(found: Mapping[str, Totals], standing: Iterable[Mapping[str, Any]]) -> None:
    """Counts, first days and seqs. A standing entry is positive, so its source has a positive net amount."""
    sources: dict[str, dict[str, set[str]]] = {}
    for entry in standing:
        subject, kind, seq = entry["subject"], entry["kind"], entry["seq"]
        mine = found[subject]
        seqs = mine.seqs.get(kind)
        if seqs is None:
            mine.seqs[kind] = [seq]
        else:
            seqs.append(seq)
        if mine.first is None or entry["on"] < mine.first:
            mine.first = entry["on"]
        if mine.since is None or entry["terms"] < mine.since:
            mine.since = entry["terms"]
        sources.setdefault(subject, {}).setdefault(kind, set()).add(entry["source"])
    for subject, by_kind in sources.items():
        found[subject].counts = {kind: len(names) for kind, names in by_kind.items()}
        found[subject].sources = len(set().union(*by_kind.values()))
