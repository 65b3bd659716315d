"""From the outbox through Redis to a worker, with the processes killed in between."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import psycopg2
import pytest
from django.db import connection

from portal.core import clock
from portal.core.record import kinds
from portal.core.record.models import Checkpoint
from portal.core.record.services import write
from portal.notices import outbox
from portal.notices.models import OutboxMessage
from tests.running import free_port, wait_for
from tests.services.conftest import Start


@dataclass(frozen=True)
class Reef:
    public_id: str = "preefbench"


@pytest.fixture
def wanted(start: Start, monkeypatch: pytest.MonkeyPatch) -> OutboxMessage:
    """A checkpoint of a record with one entry, wanted and not yet published."""
    monkeypatch.setattr(kinds, "_kinds", dict(kinds.registered()))
    kinds.register("Tried", "%(actor)s tried %(what)s.", ("what",))
    write(project=Reef(), kind="Tried", actor=None, at=clock.deciding(), data={"what": "x"})
    outbox.want("record.checkpoint", args={"project": "preefbench"})
    return OutboxMessage.objects.get()


def story(row: OutboxMessage) -> str:
    row.refresh_from_db()
    return f"{row.attempts} tries, published {row.published_at}, started {row.started_at}, error {row.error!r}"


def wait_done(row: OutboxMessage) -> None:
    wait_for(lambda: OutboxMessage.objects.get(pk=row.pk).done_at, 90, lambda: story(row))


def waits_for_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'portal_checkpoint'::regclass")
        return bool(cursor.fetchone()[0])


@contextmanager
def checkpoints_locked() -> Iterator[None]:
    """Holds up whoever writes a checkpoint, in the middle of the job."""
    parameters = connection.get_connection_params()
    other = psycopg2.connect(**{name: parameters[name] for name in ("host", "port", "user", "dbname")})
    try:
        other.cursor().execute("LOCK TABLE portal_checkpoint IN SHARE MODE")
        yield
    finally:
        other.close()


def test_a_wanted_job_runs_once(start: Start, wanted: OutboxMessage) -> None:
    start("worker")
    start("dispatcher")
    wait_done(wanted)
    assert Checkpoint.objects.count() == 1
    wanted.refresh_from_db()
    assert (wanted.attempts, wanted.error, wanted.parked_at) == (1, "", None)


def test_a_worker_killed_in_the_middle_of_a_job_loses_nothing(start: Start, wanted: OutboxMessage) -> None:
    with checkpoints_locked():
        worker = start("worker")
        start("dispatcher")
        wait_for(waits_for_lock, 60, lambda: story(wanted))
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    start("worker")
    wait_for(lambda: not OutboxMessage.objects.filter(done_at=None).exists(), 90, lambda: story(wanted))
    assert Checkpoint.objects.count() == 1
    # The dispatcher planned what each room does by the day or the hour too. Whichever was hit was tried again, alone.
    attempts = sorted(OutboxMessage.objects.values_list("attempts", flat=True))
    assert attempts == [1] * (len(attempts) - 1) + [2]


def test_a_queue_that_is_down_leaves_the_row_due(start: Start, wanted: OutboxMessage) -> None:
    lost = start("dispatcher", REDIS_URL=f"redis://127.0.0.1:{free_port()}/1")
    with pytest.raises(AssertionError, match="published None"):
        wait_for(lambda: OutboxMessage.objects.get(pk=wanted.pk).published_at, 8, lambda: story(wanted))
    assert lost.poll() is None
    start("worker")
    start("dispatcher")
    wait_done(wanted)
    assert Checkpoint.objects.count() == 1
