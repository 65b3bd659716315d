"""Work wanted outside the request: a row in the transaction of the change that wants it."""

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db import IntegrityError, transaction
from django.db.models import F
from django.db.models.functions import Least

from portal.core import clock
from portal.notices.models import OutboxMessage

_TRIES = 20


def want(
    job: str,
    *,
    args: Mapping[str, object],
    key: str = "",
    priority: int = 5,
    due_at: dt.datetime | None = None,
) -> None:
    """Asks for `job` with `args` (JSON), at `due_at` or at once; it runs after the transaction commits.

    A non-empty `key` joins bursts: rows of the same job and key that still wait are one row, and it is held
    until this transaction ends. So services write the record first, as everywhere, and nobody waits in a
    circle. Lower priorities go first.
    """
    at = clock.deciding()
    due = due_at or at
    row = {"job": job, "args": dict(args), "key": key, "priority": priority, "wanted_at": at, "due_at": due}
    if not key:
        OutboxMessage.objects.create(**row)
        return
    for _try in range(_TRIES):
        if _join(job, key, at=at, due=due, priority=priority):
            return
        try:
            with transaction.atomic():
                OutboxMessage.objects.create(**row)
        except IntegrityError:
            continue  # somebody else's row for this key came between
        return
    raise RuntimeError(f"the outbox refused {job} {key!r}")


def want_each(job: str, each: Sequence[Mapping[str, object]]) -> None:
    """Asks for `job` at once with each of these `args`; nothing is joined."""
    if each:
        at = clock.deciding()
        rows = [OutboxMessage(job=job, args=dict(args), wanted_at=at, due_at=at) for args in each]
        OutboxMessage.objects.bulk_create(rows)


def _join(job: str, key: str, *, at: dt.datetime, due: dt.datetime, priority: int) -> bool:
    """Touches the waiting row. The touch holds the row until this transaction ends: a dispatcher that took it
    earlier would run the job before this change is there to be seen, and nobody would run it afterwards."""
    waiting = OutboxMessage.objects.filter(job=job, key=key, published_at=None, done_at=None, parked_at=None)
    return bool(waiting.update(wanted_at=at, due_at=Least(F("due_at"), due), priority=Least(F("priority"), priority)))
