"""From the outbox to the queue: writes what is scheduled, publishes what is due, tries again what was lost.

Any number of dispatchers may run: each step is a conditional update or a unique row.
"""

import datetime as dt
import logging

from django.db import IntegrityError, connection, transaction
from django.db.models import QuerySet

from portal.core import clock
from portal.notices import broker, registry, worker
from portal.notices.models import OutboxMessage

BATCH = 100
_log = logging.getLogger(__name__)


def plan() -> int:
    """Writes the rows of every schedule that are not there yet; how many were new."""
    at = clock.deciding()
    return sum(_write_once(due, at) for planner in registry.planners() for due in planner(at))


def publish_due() -> int:
    """Publishes waiting rows that are due, most urgent first. A broker that is down leaves them waiting and raises."""
    published = 0
    rows = list(_due()[:BATCH])
    if not rows:
        return 0
    with broker.connected() as line:
        for row in rows:
            if not _take(row):
                continue
            try:
                broker.publish(line, row.pk)
            except broker.BrokerDown:
                worker.wait_again(row, attempts=row.attempts, due_at=row.due_at, error=row.error)
                raise
            published += 1
    return published


def sweep() -> int:
    """Looks after rows that were published and stayed silent: they wait again, or are parked after their last try."""
    at = clock.deciding()
    swept = 0
    for row in _open().filter(published_at__lt=at).order_by("pk").iterator():
        if at - max(row.published_at or at, row.started_at or row.published_at or at) < worker.patience(row.job):
            continue
        if row.attempts >= worker.most_tries(row.job):
            worker.park(row, row.error or "it ended its worker, or never finished, each time it was tried")
        else:
            worker.wait_again(row, attempts=row.attempts, due_at=row.due_at, error=row.error)
        swept += 1
    return swept


def turn() -> int:
    """One round without the schedule; how many rows were published or swept."""
    return sweep() + publish_due()


def drain(limit: int = 1000) -> int:
    """Runs everything due in this process, without a broker: for the demo's making and tests. How many ran."""
    ran = 0
    while ran < limit:
        row = _due().first()
        if row is None:
            break
        if _take(row):
            worker.run(row.pk)
            ran += 1
    return ran


def _open() -> QuerySet[OutboxMessage]:
    return OutboxMessage.objects.filter(done_at=None, parked_at=None)


def _due() -> QuerySet[OutboxMessage]:
    waiting = _open().filter(published_at=None, due_at__lte=clock.deciding())
    return waiting.order_by("priority", "due_at", "pk")


def _take(row: OutboxMessage) -> bool:
    """Marks a waiting row published, before it is: a burst that comes later then makes a row of its own.

    A row somebody is joining in an open transaction is left for the next round, not waited for.
    """
    with transaction.atomic():
        mine = _open().filter(pk=row.pk, published_at=None)
        skips = connection.features.has_select_for_update_skip_locked
        if skips and not list(mine.select_for_update(skip_locked=True).values_list("pk")):
            return False
        row.published_at = clock.deciding()
        return bool(mine.update(published_at=row.published_at))


def _write_once(due: registry.Due, at: dt.datetime) -> int:
    rows = OutboxMessage.objects.filter(job=due.job, once=due.key)
    if rows.exists():
        return 0
    try:
        with transaction.atomic():
            OutboxMessage.objects.create(
                job=due.job, args=dict(due.args), once=due.key, wanted_at=at, due_at=due.due_at
            )
    except IntegrityError:
        return 0  # another dispatcher was quicker
    return 1
