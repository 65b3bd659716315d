"""Proves a project's stored lists: their hashes, the heads they name, and the last one from zero."""

import hashlib
import json
from collections.abc import Iterator

from authorship.engine.canonical import CanonicalError
from authorship.engine.check import verify as verify_bundle
from authorship.engine.errors import EngineError
from authorship.ledger.chain import ZERO
from authorship.ledger.models import Choice, CreditEntry
from authorship.lists import bundle, locks, queries
from authorship.lists.models import ListPeople, ListSnapshot, Output
from portal.core.record import presenters
from portal.core.record.chain import commitment
from portal.core.record.models import RecordEntry
from portal.people.models import Profile
from projects.project.models import Project

_SNAPSHOTS, _PEOPLE = ListSnapshot._meta.db_table, ListPeople._meta.db_table


def verify_lists(project: Project) -> Iterator[str]:
    """Every snapshot's hashes, then the current list of each output computed from entries, facts and rules."""
    for output in queries.outputs(project):
        told = _told(output)
        last: ListSnapshot | None = None
        for snapshot in ListSnapshot.objects.filter(output=output).select_related("people").order_by("generation"):
            place = f"{_SNAPSHOTS} {output.output_id} generation {snapshot.generation}"
            faults = list(_stored(snapshot, last, told.get(snapshot.generation), place))
            if faults:
                yield from faults
                return
            last = snapshot
        if last is not None:
            yield from _from_zero(output, last)


def _stored(snapshot: ListSnapshot, before: ListSnapshot | None, told: object, place: str) -> Iterator[str]:
    if snapshot.generation != (before.generation + 1 if before else 1):
        yield f"{place}: the one before it is missing"
    if before is not None and (
        snapshot.ledger_count < before.ledger_count
        or snapshot.choices_count < before.choices_count
        or snapshot.terms_count < before.terms_count
    ):
        yield f"{place}: it rests on less than the one before it"
    if _digest(snapshot.result) != snapshot.result_hash:
        yield f"{place}: the list is not the one whose hash was stored"
    elif told != snapshot.result_hash:
        yield f"{place}: the record says another list"
    yield from _people(snapshot.people, snapshot.people_hash, place)
    project = snapshot.output.project_id
    ledger = CreditEntry.objects.filter(project=project, seq=snapshot.ledger_count).values_list("hash", flat=True)
    if snapshot.ledger_head != (ledger.first() or ZERO):
        yield f"{place}: its ledger head is not that of seq {snapshot.ledger_count}"
    choice = Choice.objects.filter(project=project, seq=snapshot.choices_count).values_list("hash", flat=True)
    if snapshot.choices_head != (choice.first() or ZERO):
        yield f"{place}: its choices head is not that of seq {snapshot.choices_count}"


def _people(kept: ListPeople, committed: str, place: str) -> Iterator[str]:
    """With the salt gone nobody can open the commitment; that is right only where somebody in it was erased."""
    if kept.salt:
        if _commitment(kept) != committed:
            yield f"{_PEOPLE} of {place}: the people are not those whose hash was stored"
    elif not _erased(kept):
        yield f"{_PEOPLE} of {place}: the salt is gone, but nobody in it was erased"


def _commitment(kept: ListPeople) -> str:
    try:
        return commitment(kept.salt, kept.subjects)
    except ValueError:  # a salt that is no hex
        return ""


def _from_zero(output: Output, snapshot: ListSnapshot) -> Iterator[str]:
    place = f"{_SNAPSHOTS} {output.output_id} generation {snapshot.generation}"
    lock = locks.of_snapshot(snapshot)
    if not snapshot.people.salt and (lock is None or lock.state != Output.Lock.CLOSED):
        return  # without the sort keys the order cannot be made again; a closed list keeps its places
    try:
        differences = verify_bundle(bundle.bundle(output, snapshot))
    except (EngineError, CanonicalError, LookupError) as error:
        yield f"{place}: it cannot be computed again: {error}"
        return
    for difference in differences:
        yield f"{place}: {difference}"


def _told(output: Output) -> dict[object, object]:
    rows = RecordEntry.objects.filter(project=output.project.public_id, kind="ListPublished").order_by("seq")
    payloads = [presenters.payload(row) for row in rows]
    return {payload["generation"]: payload["result"] for payload in payloads if payload["output"] == output.output_id}


def _erased(kept: ListPeople) -> bool:
    ids = {subject["id"] for subject in json.loads(kept.subjects)}
    return bool(ids & set(Profile.objects.filter(erased_at__isnull=False).values_list("subject", flat=True)))


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
