"""Proves that lists were locked as the record says, and that nothing moved that was fixed."""

import json
from collections.abc import Iterator
from typing import Any

from authorship.engine.locking import LISTS
from authorship.lists import locks as locks_of
from authorship.lists import queries
from authorship.lists.models import ListSnapshot, Output, OutputLock
from portal.core.record import presenters
from portal.core.record.models import RecordEntry
from projects.project.models import Project

_OUTPUTS, _LOCKS, _SNAPSHOTS = (model._meta.db_table for model in (Output, OutputLock, ListSnapshot))


def verify_locks(project: Project) -> Iterator[str]:
    """The state of each output, its locks against the record, and every list made under a lock."""
    told = {
        (payload["output"], payload["to"]): (entry, payload)
        for entry in RecordEntry.objects.filter(project=project.public_id, kind="OutputLocked").prefetch_related(
            "texts"
        )
        for payload in [presenters.payload(entry)]
    }
    for output in queries.outputs(project):
        locks = list(OutputLock.objects.filter(output=output).order_by("pk"))
        stands = locks[-1].state if locks else Output.Lock.OPEN
        if output.lock != stands:
            yield f"{_OUTPUTS} {output.output_id}: it says {output.lock}, its locks say {stands}"
        for lock in locks:
            yield from _told(lock, told.pop((output.output_id, lock.state), None))
        yield from _fixed(output, locks)
    for name, state in told:
        yield f"{_LOCKS} {name}: the record knows the lock {state}, but it is missing"


def _told(lock: OutputLock, told: tuple[RecordEntry, dict[str, Any]] | None) -> Iterator[str]:
    place = f"{_LOCKS} {lock.output.output_id} {lock.state}"
    if told is None:
        yield f"{place}: the record does not know it"
        return
    entry, payload = told
    reason = presenters.texts(entry).get("reason")
    said = (entry.actor, payload["generation"], payload["on"], lock.reason if reason is None else reason)
    if said != (lock.by_id, lock.generation, lock.on.isoformat(), lock.reason):
        yield f"{place}: the record says another one"
    snapshot = queries.generation(lock.output, lock.generation)
    if snapshot is None:
        yield f"{place}: list {lock.generation}, from which it holds, is missing"
        return
    if payload["result"] != snapshot.result_hash:
        yield f"{place}: the record says another list"
    if (lock.choices_count, lock.choices_head) != (snapshot.choices_count, snapshot.choices_head):
        yield f"{place}: it names other choices than its list"
    if json.loads(lock.people) != locks_of.fixed(snapshot, lock.state):
        yield f"{place}: it names other people than its list"


def _fixed(output: Output, locks: list[OutputLock]) -> Iterator[str]:
    """No list after the last one, and the same people and choices in all that were made since they were fixed."""
    if not locks:
        return
    first = json.loads(locks[0].people)
    fixed = {name: sorted(first[name]) for name in LISTS}
    later = ListSnapshot.objects.filter(output=output, generation__gt=locks[0].generation).order_by("generation")
    for snapshot in later.iterator(chunk_size=20):
        place = f"{_SNAPSHOTS} {output.output_id} generation {snapshot.generation}"
        if locks[-1].state == Output.Lock.CLOSED and snapshot.generation > locks[-1].generation:
            yield f"{place}: it was made after the list was closed"
        elif {name: sorted(people) for name, people in _people(snapshot).items()} != fixed:
            yield f"{place}: other people than when they were fixed"
        elif snapshot.choices_head != locks[0].choices_head:
            yield f"{place}: it counts choices made after the lock"


def _people(snapshot: ListSnapshot) -> dict[str, list[str]]:
    result = queries.result(snapshot)
    return {name: [row["subject"] for row in result[name]] for name in LISTS}
