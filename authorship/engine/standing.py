"""People in time: membership, roles and suspension as whole days, both ends included."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from functools import lru_cache

from authorship.engine.totals import Totals

Interval = tuple[str, str | None]


@dataclass(slots=True)
class Person:
    """A subject as the rules see it on one day. `choice` is None as long as none was made."""

    id: str
    sort_key: str
    erased: bool
    accepted: list[tuple[int, str]]
    member: list[Interval]
    suspended: list[Interval]
    roles: dict[str, list[Interval]]
    totals: Totals = field(default_factory=Totals)
    choice: str | None = None

    @property
    def name_key(self) -> tuple[bool, bytes]:
        """Names sort by bytes; an erased person stands last, and nothing is left of the name."""
        return (True, b"") if self.erased else (False, self.sort_key.encode())


@lru_cache(maxsize=65536)
def ordinal(day: str) -> int:
    return date.fromisoformat(day).toordinal()


def holds_on(intervals: Iterable[Interval], day: str) -> bool:
    return any(start <= day and (end is None or day <= end) for start, end in intervals)


def days_in(intervals: Iterable[Interval], day: str, *, without: Iterable[Interval] = ()) -> int:
    """Days covered up to and including `day`, each once, less those that `without` covers."""
    covered = _merged(intervals, day)
    removed = _merged(without, day)
    days = sum(last - first + 1 for first, last in covered)
    for first, last in covered:
        for begin, end in removed:
            days -= max(0, min(last, end) - max(first, begin) + 1)
    return days


def days_since_last(intervals: Iterable[Interval], day: str) -> int | None:
    """0 while an interval holds, else the days since the latest one ended; None if none has begun."""
    covered = _merged(intervals, day)
    return ordinal(day) - covered[-1][1] if covered else None


def _merged(intervals: Iterable[Interval], day: str) -> list[tuple[int, int]]:
    today = ordinal(day)
    spans = sorted(
        (ordinal(start), today if end is None else min(today, ordinal(end))) for start, end in intervals if start <= day
    )
    merged: list[tuple[int, int]] = []
    for first, last in spans:
        if merged and first <= merged[-1][1] + 1:
            merged[-1] = (merged[-1][0], max(merged[-1][1], last))
        elif first <= last:
            merged.append((first, last))
    return merged
