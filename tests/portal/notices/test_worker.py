"""One row, run twice, late, in parallel, and failing."""

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection

from portal.notices import dispatcher, worker
from portal.notices.models import OutboxMessage
from tests.portal.notices.conftest import Traces, row


def test_once_however_often_the_message_comes(db: None, traces: Traces, later: Callable[[float], None]) -> None:
    message = row()
    assert worker.run(message.pk) == "done"
    assert worker.run(message.pk) == "left"
    later(4 * 24 * 3600)
    assert worker.run(message.pk) == "left"
    assert worker.run(message.pk + 1) == "left"
    assert traces.ran == [1]


@pytest.mark.django_db(transaction=True)
def test_once_in_parallel(traces: Traces) -> None:
    message = row()
    traces.then = lambda what: time.sleep(0.3)
    barrier = threading.Barrier(4)
    outcomes: list[str] = []

    def run() -> None:
        try:
            barrier.wait(30)
            outcomes.append(worker.run(message.pk))
        finally:
            connection.close()

    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert sorted(outcomes) == ["done", "left", "left", "left"]
    assert traces.ran == [1]


def _fails(what: object) -> None:
    raise RuntimeError("no such reef")


def test_a_failing_job_waits_longer_and_is_parked_after_three_tries(
    db: None, traces: Traces, later: Callable[[float], None]
) -> None:
    message = row()
    traces.then = _fails
    waits = []
    assert worker.run(message.pk) == "again"
    for _try in range(2):
        message.refresh_from_db()
        assert (message.published_at, message.started_at) == (None, None)
        assert message.error == "RuntimeError: no such reef"
        waits.append(round((message.due_at - worker.clock.deciding()).total_seconds()))
        later(60)
        outcome = worker.run(message.pk)
    assert outcome == "parked"
    assert waits == [5, 30]
    message.refresh_from_db()
    assert message.parked_at is not None
    assert message.attempts == 3
    assert traces.ran == [1, 1, 1]
    assert worker.run(message.pk) == "left"


@pytest.mark.parametrize(
    ("job", "args"), [("tests.gone", {"what": 1}), ("tests.trace", {}), ("tests.trace", {"what": 1, "new": 2})]
)
def test_an_unknown_job_or_shape_is_parked_untried(db: None, traces: Traces, job: str, args: dict[str, object]) -> None:
    message = row(job=job, args=args)
    other = row()
    assert worker.run(message.pk) == "parked"
    assert worker.run(other.pk) == "done"
    message.refresh_from_db()
    assert message.attempts == 0
    assert job in message.error or "no such job" in message.error
    assert OutboxMessage.objects.count() == 2


def test_a_run_given_up_for_dead_may_still_finish(db: None, traces: Traces) -> None:
    message = row()
    traces.then = lambda what: worker.park(message, "given up")
    assert worker.run(message.pk) == "done"
    message.refresh_from_db()
    assert (message.parked_at, message.error) == (None, "")


def test_a_failed_run_beside_a_newer_wish_leaves_the_work_to_it(db: None, traces: Traces) -> None:
    message = row(key="reef")
    OutboxMessage.objects.update(published_at=worker.clock.deciding())
    newer = row(key="reef")
    traces.then = _fails
    assert worker.run(message.pk) == "again"
    message.refresh_from_db()
    assert message.done_at is not None
    traces.then = lambda what: None
    assert dispatcher.drain() == 1
    newer.refresh_from_db()
    assert newer.done_at is not None
