"""Sums carried from one list to the next: a list is made after each decision, from a ledger that grew by a few entries.

A ledger only grows, and the hash of an entry stands for everything up to it: what was summed once stays true, and the
next list adds what was posted since. What is carried lives in this process and is left where its last entry is not
found under its hash, or where an entry since takes an earlier one back; then everything is summed anew, as it always is
where a list is verified.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from authorship.engine.reads import Reads
from authorship.engine.totals import Counted, Sums, added_up
from authorship.ledger.models import CreditEntry
from portal.core.bounded import Bounded
from portal.core.prepared import Prepared, Rows, written
from projects.project.models import Project

MOST = 500  # entries added one by one; the sum of more is sooner made in the database

# A denominator, then a value for each sum that `Reads` names, in the order of `columns`.
Row = tuple[Any, ...]


class Key(NamedTuple):
    """What sums depend on besides the entries; `scope` is its JSON."""

    project: int
    scope: str
    as_of: str
    reads: Reads


@dataclass(frozen=True)
class Carried:
    """Sums up to the entry `count`, whose hash is `head`. `rows` are those of everybody with an entry, `found` is what
    they come to; None where no entry counts. Nothing in it is changed any more."""

    count: int
    head: str
    rows: Mapping[str, tuple[Row, ...]]
    found: Mapping[str, Sums | None]


_kept: Bounded[Key, Carried] = Bounded(24)


def last(key: Key) -> Carried | None:
    return _kept.get(key)


def keep(key: Key, carried: Carried) -> None:
    """In place of what was kept, even where that is newer: it may rest on entries of a transaction that was taken
    back."""
    _kept.put(key, carried)


def forget() -> None:
    """As a process begins."""
    _kept.clear()


def advanced(carried: Carried, project: Project, *, count: int, key: Key, limits: Counted) -> Carried | None:
    """Up to seq `count`; None where it cannot be reached from here."""
    entries = _since(carried, project, count)
    if entries is None:
        return None
    rows, found, finish = dict(carried.rows), dict(carried.found), finisher(key.reads)
    merged = _merger(key.reads)
    for entry in entries:
        mine = rows.get(entry.subject, ())
        if limits.takes({"kind": entry.kind, "on": written(entry.on)}):
            mine = merged(mine, _row(key.reads, entry))
        rows[entry.subject] = mine
        found[entry.subject] = finish(mine) if mine else None
    return Carried(count, entries[-1].hash if entries else carried.head, rows, found)


class _Entry(NamedTuple):
    seq: int
    hash: str
    reverses: int | None
    subject: str
    kind: str
    numerator: int
    denominator: int
    on: dt.date | str
    terms: int


def _since(carried: Carried, project: Project, count: int) -> list[_Entry] | None:
    """The entries after those carried, in one question that also asks for the last of those."""
    if not carried.count <= count <= carried.count + MOST:
        return None
    entries = [_Entry(*row) for row in _between(project.pk, carried.count, count)]
    if len(entries) != count - carried.count + 1 or entries[0].hash != carried.head:
        return None
    new = entries[1:]
    return None if any(entry.reverses is not None for entry in new) else new


def _rows(project: int, first: int, last: int) -> Rows:
    rows = CreditEntry.objects.filter(project=project, seq__gte=first, seq__lte=last).order_by("seq")
    return rows.values_list(*_Entry._fields)


_between = Prepared(_rows)


def columns(reads: Reads) -> list[str]:
    """The names of a row's values after the denominator."""
    named = [f"points{index}" for index in range(len(reads.points))]
    named += [f"count{index}" for index in range(len(reads.counts))]
    return [*named, *(name for name in ("sources", "first", "since") if getattr(reads, name))]


def _row(reads: Reads, entry: _Entry) -> Row:
    """What the database would sum of this entry alone. It stands, since none after it takes it back."""
    points = [entry.numerator if kinds is None or entry.kind in kinds else None for kinds in reads.points]
    counts = [int(entry.kind == kind) for kind in reads.counts]
    others = {"sources": 1, "first": entry.on, "since": entry.terms}
    return (entry.denominator, *points, *counts, *(value for name, value in others.items() if getattr(reads, name)))


def _merger(reads: Reads) -> Callable[[tuple[Row, ...], Row], tuple[Row, ...]]:
    """Adds a row to those of its subject. One for each denominator is kept, as the database gives them: were they
    strung together, whoever works for years would have one for each entry."""
    names = columns(reads)

    def one(name: str, before: Any, new: Any) -> Any:
        if name in ("first", "since"):
            return _least([before, new])
        return before if new is None else new if before is None else before + new

    def merged(rows: tuple[Row, ...], new: Row) -> tuple[Row, ...]:
        for place, row in enumerate(rows):
            if row[0] == new[0]:
                sums = [one(*each) for each in zip(names, row[1:], new[1:], strict=True)]
                return (*rows[:place], (row[0], *sums), *rows[place + 1 :])
        return (*rows, new)

    return merged


def finisher(reads: Reads) -> Callable[[Sequence[Row]], Sums]:
    """Makes the sums of one subject out of its rows, several of which may have one denominator."""
    at = {name: index for index, name in enumerate(columns(reads), 1)}
    points = [(kinds, at[f"points{index}"]) for index, kinds in enumerate(reads.points)]
    counts = [(kind, at[f"count{index}"]) for index, kind in enumerate(reads.counts)]
    sources, first, since = (at.get(name) for name in ("sources", "first", "since"))

    def finish(rows: Sequence[Row]) -> Sums:
        return Sums(
            points={kinds: added_up([(row[at] or 0, row[0]) for row in rows]) for kinds, at in points},
            counts={kind: sum([row[at] for row in rows]) for kind, at in counts},
            sources=sum([row[sources] for row in rows]) if sources else 0,
            first=_least([written(row[first]) for row in rows]) if first else None,
            since=_least([row[since] for row in rows]) if since else None,
        )

    return finish


def _least(values: Sequence[Any]) -> Any:
    """Of versions, or of days, which SQLite gives as text where they come out of a sum."""
    return values[0] if len(values) == 1 else min([one for one in values if one is not None], default=None, key=written)
