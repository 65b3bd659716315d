"""The locks of an output as its lists read them."""

import json
from typing import Any

from django.db.models import QuerySet

from authorship.engine.locking import CLOSED, LISTS
from authorship.lists import queries
from authorship.lists.models import ListSnapshot, Output, OutputLock


def of(output: Output) -> QuerySet[OutputLock]:
    """Newest first, with who set each."""
    return OutputLock.objects.filter(output=output).select_related("by__profile").order_by("-pk")


def current(output: Output) -> OutputLock | None:
    """Read from the database at every question: the state that `output` was read with may be old."""
    return OutputLock.objects.filter(output=output).order_by("-pk").first()


def of_snapshot(snapshot: ListSnapshot) -> OutputLock | None:
    """The lock a list was made under, None for one made while everything was open."""
    found = OutputLock.objects.filter(output=snapshot.output_id, generation__lte=snapshot.generation)
    return found.order_by("-pk").first()


def fixed(snapshot: ListSnapshot, state: str) -> dict[str, list[Any]]:
    """What a lock to `state` fixes: who is on the list; closed also the ties, which outlast the names they rest on."""
    result = queries.result(snapshot)
    found: dict[str, list[Any]] = {name: [row["subject"] for row in result[name]] for name in LISTS}
    if state == CLOSED:
        found["brackets"] = [row["tied"] for row in result["authors"]]
    return found


def in_bundle(lock: OutputLock) -> dict[str, Any]:
    """As the engine reads it under `output.lock`."""
    return {"state": str(lock.state), "on": lock.on.isoformat(), **json.loads(lock.people)}
