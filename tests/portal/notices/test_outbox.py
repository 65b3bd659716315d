"""Work wanted in the transaction of a change."""

import datetime as dt
import threading
import time

import pytest
from django.db import connection, transaction

from portal.core import clock
from portal.notices import dispatcher, outbox
from portal.notices.models import OutboxMessage
from tests.portal.notices.conftest import Traces


def test_the_wish_goes_with_its_transaction(db: None) -> None:
    with transaction.atomic():
        outbox.want("tests.trace", args={"what": 1})
        transaction.set_rollback(True)
    assert not OutboxMessage.objects.exists()


def test_bursts_are_joined_while_they_wait(db: None) -> None:
    soon = clock.deciding()
    for _turn in range(5):
        outbox.want("tests.trace", args={"what": 1}, key="reef")
    outbox.want("tests.trace", args={"what": 1}, key="reef", priority=1, due_at=soon)
    outbox.want("tests.trace", args={"what": 2}, key="other")
    outbox.want("tests.other", args={"what": 2}, key="reef")
    outbox.want("tests.trace", args={"what": 3})
    outbox.want("tests.trace", args={"what": 3})
    assert OutboxMessage.objects.count() == 5
    joined = OutboxMessage.objects.get(job="tests.trace", key="reef")
    assert (joined.priority, joined.due_at) == (1, soon)


def test_what_is_wanted_after_publishing_is_a_row_of_its_own(db: None) -> None:
    outbox.want("tests.trace", args={"what": 1}, key="reef")
    OutboxMessage.objects.update(published_at=clock.deciding())
    outbox.want("tests.trace", args={"what": 1}, key="reef")
    assert OutboxMessage.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_a_burst_from_many_connections_is_one_row() -> None:
    barrier = threading.Barrier(6)
    failures: list[BaseException] = []

    def want() -> None:
        try:
            barrier.wait(30)
            for _turn in range(10):
                with transaction.atomic():
                    outbox.want("tests.trace", args={"what": 1}, key="reef")
        except BaseException as error:
            failures.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=want) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert failures == []
    assert OutboxMessage.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_change_that_joined_is_seen_by_the_run(traces: Traces) -> None:
    """A row another transaction is joining is not run before that transaction ends, else nobody would ever
    look at its change. The change here is the row beside it."""
    outbox.want("tests.trace", args={"what": "look"}, key="reef")
    seen: list[int] = []
    traces.then = lambda what: seen.append(OutboxMessage.objects.filter(job="tests.change").count())
    joined, go_on = threading.Event(), threading.Event()

    def change() -> None:
        try:
            with transaction.atomic():
                outbox.want("tests.change", args={}, due_at=clock.deciding() + dt.timedelta(days=1))
                outbox.want("tests.trace", args={"what": "look"}, key="reef")
                joined.set()
                go_on.wait(30)
        finally:
            connection.close()

    thread = threading.Thread(target=change)
    thread.start()
    assert joined.wait(30)
    release = threading.Timer(0.5, go_on.set)
    release.start()
    deadline = time.monotonic() + 30
    while not seen and time.monotonic() < deadline:
        dispatcher.drain()
    thread.join(30)
    release.cancel()
    assert seen == [1]
