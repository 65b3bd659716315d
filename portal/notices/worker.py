"""Runs one outbox row. Safe when the same message comes twice, late, or in parallel."""

import datetime as dt
import logging

from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import F, Q

from portal.core import clock
from portal.notices import registry
from portal.notices.models import OutboxMessage

_KEPT_ERROR = 2000
_log = logging.getLogger(__name__)


def patience(name: str) -> dt.timedelta:
    """How long a published row of this job may stay silent."""
    job = registry.find(name)
    own = job.patience if job else None
    return dt.timedelta(seconds=own or settings.CONCORD_OUTBOX_PATIENCE)


def most_tries(name: str) -> int:
    """How often a row of this job is tried before it is parked."""
    return len(_back_off(name)) + 1


def _back_off(name: str) -> tuple[int, ...]:
    job = registry.find(name)
    return job.back_off if job else registry.BACK_OFF


def run(message: int) -> str:
    """What became of the row: "done", "again" (failed, will be tried again), "parked", or "left" because
    it is done, parked, or being run by somebody else. Never raises for what the job does."""
    row = OutboxMessage.objects.filter(pk=message).first()
    if row is None or row.done_at or row.parked_at:
        return "left"
    job = registry.find(row.job)
    if job is None or not job.accepts(row.args):
        park(row, "no such job" if job is None else f"{row.job} does not take {sorted(row.args)}")
        return "parked"
    attempt = _claim(row)
    if not attempt:
        return "left"
    try:
        job.function(**row.args)
    except Exception as error:
        _log.exception("job %s, outbox row %s, try %s", row.job, row.pk, attempt)
        return _failed(row, attempt, f"{type(error).__name__}: {error}")
    # Also where it was given up for dead meanwhile: it did finish.
    OutboxMessage.objects.filter(pk=row.pk, done_at=None).update(done_at=clock.deciding(), parked_at=None, error="")
    return "done"


def park(row: OutboxMessage, why: str) -> None:
    """Sets the row aside for people to look at; nothing is deleted."""
    _log.error("job %s, outbox row %s is parked: %s", row.job, row.pk, why)
    OutboxMessage.objects.filter(pk=row.pk, done_at=None, parked_at=None).update(
        parked_at=clock.deciding(), error=why[:_KEPT_ERROR]
    )


def wait_again(row: OutboxMessage, *, attempts: int, due_at: dt.datetime, error: str = "") -> None:
    """Back to waiting, unless it was published or tried anew since `row` was read. Where a newer row waits for
    the same key, that one does the work and this one ends."""
    mine = OutboxMessage.objects.filter(
        pk=row.pk, done_at=None, parked_at=None, attempts=attempts, published_at=row.published_at
    )
    try:
        with transaction.atomic():
            mine.update(published_at=None, started_at=None, due_at=due_at, error=error[:_KEPT_ERROR])
    except IntegrityError:
        mine.update(done_at=clock.deciding(), error=error[:_KEPT_ERROR])


def _claim(row: OutboxMessage) -> int:
    """The number of this try, or 0 where somebody else runs the row."""
    at = clock.deciding()
    claimed = (
        OutboxMessage.objects.filter(pk=row.pk, done_at=None, parked_at=None, attempts=row.attempts)
        .filter(Q(started_at=None) | Q(started_at__lte=at - patience(row.job)))
        .update(started_at=at, attempts=F("attempts") + 1)
    )
    return row.attempts + 1 if claimed else 0


def _failed(row: OutboxMessage, attempt: int, error: str) -> str:
    if attempt >= most_tries(row.job):
        park(row, error)
        return "parked"
    later = clock.deciding() + dt.timedelta(seconds=_back_off(row.job)[attempt - 1])
    wait_again(row, attempts=attempt, due_at=later, error=error)
    return "again"
