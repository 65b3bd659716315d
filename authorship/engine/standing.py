"""People in time: membership, roles and suspension as whole days, both ends included."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import lru_cache
from typing import Any

from authorship.engine.totals import Sums, Totals

Interval = Sequence[Any]  # the first day, and the last or None


class Person:
    """A subject of a bundle as the rules see it on one day. `choice` is None as long as none was made.

    Of thousands only a few rules look at more than the sums, so the rest is read where it is asked for.
    """

    __slots__ = ("_said", "choice", "erased", "id", "sort_key", "totals")

    def __init__(self, said: Mapping[str, Any], totals: Totals | Sums, choice: str | None = None) -> None:
        self._said = said
        self.id: str = said["id"]
        self.sort_key: str = said["sort_key"]
        self.erased: bool = said.get("erased", False)
        self.totals = totals
        self.choice = choice

    @property
    def accepted(self) -> list[tuple[int, str]]:
        return [(found["version"], found["on"]) for found in self._said.get("accepted", ())]

    @property
    def member(self) -> Sequence[Interval]:
        found: Sequence[Interval] = self._said.get("member", ())
        return found

    @property
    def suspended(self) -> Sequence[Interval]:
        found: Sequence[Interval] = self._said.get("suspended", ())
        return found

    def held(self, role: str) -> list[Interval]:
        return [(grant["from"], grant["to"]) for grant in self._said.get("roles", ()) if grant["id"] == role]

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
