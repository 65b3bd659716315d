"""Bundle v1: everything a list rests on, so that anyone can compute it again.

The text is canonical JSON, the same bytes for the same snapshot and names; it is made piece by piece, so
that a ledger of any length passes through without being held in memory.
"""

import itertools
import json
from collections.abc import Iterable, Iterator
from typing import Any

from authorship.engine.amounts import format_amount
from authorship.engine.canonical import dumps
from authorship.engine.evaluate import with_steps
from authorship.ledger.facts import for_engine
from authorship.ledger.models import CreditEntry, CreditFact
from authorship.lists import frame as frames
from authorship.lists import locks, queries, sums
from authorship.lists.models import ListSnapshot, Output
from portal.people.models import Profile

_CHUNK = 2000
# Not translated: a bundle is the same in every language.
WITHDRAWN = "Withdrawn contributor"


def bundle(output: Output, snapshot: ListSnapshot | None = None) -> dict[str, Any]:
    """Of the snapshot, by default the current one. LookupError while there is no list."""
    made: dict[str, Any] = json.loads("".join(stream(output, snapshot)))
    return made


def stream(output: Output, snapshot: ListSnapshot | None = None) -> Iterator[str]:
    """The canonical text in pieces."""
    found = snapshot or queries.current(output)
    if found is None:
        raise LookupError(f"{output.output_id} has no list yet")
    return _pieces(output, found)


def _pieces(output: Output, snapshot: ListSnapshot) -> Iterator[str]:
    small = frames.build(
        output,
        heads=frames.of_snapshot(snapshot),
        as_of=snapshot.as_of,
        subjects=_named(queries.subjects(snapshot)),
        lock=locks.of_snapshot(snapshot),
    )
    small["engine"] = snapshot.engine
    large: dict[str, Iterable[Any]] = {
        "entries": _entries(output, snapshot),
        "facts": _facts(output, snapshot),
    }
    opening = "{"
    for key in sorted([*small, *large, "result"]):
        yield f'{opening}"{key}":'
        opening = ","
        if key == "result":
            yield dumps(_explained(output, snapshot, small))
        elif key in large:
            yield from _array(large[key])
        else:
            yield dumps(small[key])
    yield "}"


def _explained(output: Output, snapshot: ListSnapshot, frame: frames.Frame) -> dict[str, Any]:
    """The kept result with the steps of everybody. Sums and steps are a row a person, not one an entry."""
    totals = sums.totals(
        output.project, count=snapshot.ledger_count, scope=frame["output"]["scope"], as_of=frame["as_of"], sources=False
    )
    return with_steps(queries.result(snapshot), totals, frame)


def _array(items: Iterable[Any]) -> Iterator[str]:
    yield "["
    separator = ""
    remaining = iter(items)
    while some := list(itertools.islice(remaining, _CHUNK)):
        yield separator + dumps(some)[1:-1]
        separator = ","
    yield "]"


def _named(subjects: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Names as they are today, also in the bundle of an old list."""
    names: dict[str, str] = {}
    ids = [subject["id"] for subject in subjects]
    for start in range(0, len(ids), _CHUNK):
        rows = Profile.objects.filter(subject__in=ids[start : start + _CHUNK])
        for subject, name, erased_at in rows.values_list("subject", "printed_name", "erased_at"):
            names[subject] = WITHDRAWN if erased_at else name
    return [{**subject, "name": names.get(subject["id"], "")} for subject in subjects]


def _entries(output: Output, snapshot: ListSnapshot) -> Iterator[dict[str, Any]]:
    rows = CreditEntry.objects.filter(project=output.project_id, seq__lte=snapshot.ledger_count).order_by("seq")
    for row in rows.select_related("reverses").iterator(chunk_size=_CHUNK):
        yield {
            "seq": row.seq,
            "subject": row.subject_id,
            "kind": row.kind,
            "amount": format_amount(row.amount),
            "origin": row.origin,
            "source": row.source,
            "attempt": row.attempt,
            "terms": row.terms,
            "on": row.on.isoformat(),
            "reverses": row.reverses.seq if row.reverses else None,
        }


def _facts(output: Output, snapshot: ListSnapshot) -> Iterator[dict[str, Any]]:
    """The facts of the entries that were read, no later ones."""
    later = set(
        CreditEntry.objects.filter(project=output.project_id, seq__gt=snapshot.ledger_count).values_list(
            "source", flat=True
        )
    )
    if later:
        later -= set(
            CreditEntry.objects.filter(project=output.project_id, seq__lte=snapshot.ledger_count).values_list(
                "source", flat=True
            )
        )
    rows = CreditFact.objects.filter(project=output.project_id).order_by("source")
    for row in rows.iterator(chunk_size=_CHUNK):
        if row.source not in later:
            yield for_engine(row)
