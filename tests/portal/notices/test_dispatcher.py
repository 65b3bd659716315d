"""From the outbox to the queue, with the queue there, gone, and forgetful."""

import base64
import datetime as dt
import json
import socket
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db.models import QuerySet

from portal.celery import app
from portal.core import clock
from portal.notices import broker, command, dispatcher, registry, worker
from portal.notices.models import OutboxMessage
from tests.portal.notices.conftest import Traces, row


@pytest.fixture
def queue(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """What was published, instead of a broker."""
    published: list[int] = []
    monkeypatch.setattr(broker, "publish", lambda line, message: published.append(message))
    return published


def _broker(url: str, **options: str) -> Iterator[None]:
    before = app.conf.broker_write_url, app.conf.broker_transport_options
    app.conf.broker_write_url, app.conf.broker_transport_options = url, options
    yield
    app.conf.broker_write_url, app.conf.broker_transport_options = before


@pytest.fixture(params=["nobody listens", "nobody answers"])
def dead_broker(request: pytest.FixtureRequest) -> Iterator[None]:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        if request.param == "nobody answers":
            silent.listen()
        yield from _broker(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")


@pytest.fixture
def file_broker(tmp_path: Path) -> Iterator[Path]:
    """The queue of files that stands in for Redis."""
    folder = str(tmp_path)
    for _ in _broker("filesystem://", data_folder_in=folder, data_folder_out=folder, control_folder=folder):
        yield tmp_path


def test_due_rows_most_urgent_first_and_once(db: None, traces: Traces, queue: list[int]) -> None:
    at = clock.deciding()
    slow = row(priority=9)
    early = row(due_at=at - dt.timedelta(minutes=5))
    urgent = row(priority=1)
    row(due_at=at + dt.timedelta(hours=1))
    row(done_at=at)
    row(parked_at=at)
    assert dispatcher.turn() == 3
    assert queue == [urgent.pk, early.pk, slow.pk]
    assert dispatcher.turn() == 0


def test_a_message_lost_by_the_queue_is_published_again(
    db: None, traces: Traces, queue: list[int], later: Callable[[float], None]
) -> None:
    """As after FLUSHALL, or a worker killed before it began."""
    message = row()
    dispatcher.turn()
    later(59)
    assert dispatcher.turn() == 0
    later(2)
    assert dispatcher.turn() == 2  # swept and published
    assert queue == [message.pk, message.pk]
    message.refresh_from_db()
    assert message.attempts == 0
    assert worker.run(message.pk) == "done"
    later(3600)
    assert dispatcher.turn() == 0


def test_two_dispatchers_sweep_a_row_once(
    db: None, traces: Traces, queue: list[int], later: Callable[[float], None]
) -> None:
    message = row()
    dispatcher.turn()
    later(61)
    message.refresh_from_db()  # what the slower dispatcher has in hand
    assert dispatcher.turn() == 2
    worker.wait_again(message, attempts=message.attempts, due_at=message.due_at)
    assert dispatcher.turn() == 0
    assert queue == [message.pk, message.pk]


def test_patience_can_be_set(
    db: None, traces: Traces, queue: list[int], later: Callable[[float], None], settings: Any
) -> None:
    settings.CONCORD_OUTBOX_PATIENCE = 2
    row()
    row(job="tests.slow", args={})
    dispatcher.turn()
    later(3)
    assert dispatcher.sweep() == 1  # the slow one said that it needs ten minutes


def test_a_job_that_kills_its_worker_is_parked_after_three_tries(
    db: None, traces: Traces, queue: list[int], later: Callable[[float], None]
) -> None:
    class Killed(BaseException):
        """Nothing after it runs, as after SIGKILL."""

    def kill(what: object) -> None:
        raise Killed

    poison = row()
    healthy = row(job="tests.slow", args={})
    traces.then = kill
    for _try in range(3):
        dispatcher.turn()
        with pytest.raises(Killed):
            worker.run(poison.pk)
        later(61)
    dispatcher.turn()
    poison.refresh_from_db()
    assert poison.parked_at is not None
    assert "never finished" in poison.error
    assert worker.run(healthy.pk) == "done"
    assert traces.ran == [1, 1, 1, "slow"]
    assert OutboxMessage.objects.count() == 2


def test_a_dead_queue_leaves_the_row_waiting_within_seconds(
    db: None, traces: Traces, dead_broker: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = row(), row()
    start = time.monotonic()
    with pytest.raises(broker.BrokerDown):
        dispatcher.turn()
    assert time.monotonic() - start < 4 * broker.SECONDS
    assert set(OutboxMessage.objects.values_list("published_at", "attempts")) == {(None, 0)}
    with pytest.raises(SystemExit):
        call_command("dispatch", once=True)
    published: list[int] = []
    monkeypatch.setattr(broker, "publish", lambda line, message: published.append(message))
    dispatcher.turn()
    assert published == [first.pk, second.pk]


def test_a_message_is_the_row_number_alone(db: None, traces: Traces, file_broker: Path) -> None:
    message = row(args={"what": "a secret"})
    assert dispatcher.publish_due() == 1
    (file,) = file_broker.glob("*.msg")
    text = file.read_text()
    assert '"task": "concord.run"' in text
    assert "a secret" not in text
    assert json.loads(base64.b64decode(json.loads(text)["body"]))[0] == [message.pk]


def test_the_schedule_is_written_once_by_any_number_of_dispatchers(
    db: None, traces: Traces, later: Callable[[float], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    @registry.scheduled
    def daily(at: dt.datetime) -> Iterator[registry.Due]:
        yield registry.Due("tests.trace", {"what": "day"}, f"reef:{at.date().isoformat()}", at)

    assert [dispatcher.plan(), dispatcher.plan()] == [1, 0]
    assert dispatcher.drain() == 1
    assert dispatcher.plan() == 0
    later(24 * 3600)
    assert [dispatcher.plan(), dispatcher.plan()] == [1, 0]
    # A dispatcher that looked before the other wrote meets the unique row.
    found = registry.planners()[0](clock.deciding())
    monkeypatch.setattr(QuerySet, "exists", lambda rows: False)
    assert [dispatcher._write_once(due, clock.deciding()) for due in found] == [0]
    assert OutboxMessage.objects.filter(job="tests.trace").count() == 2


def test_drain_runs_what_jobs_want_in_turn(db: None, traces: Traces) -> None:
    def again(what: object) -> None:
        if what == 1:
            row(args={"what": 2})

    traces.then = again
    row()
    assert dispatcher.drain() == 2
    assert traces.ran == [1, 2]


def test_the_loop_ends_on_request_and_survives_trouble(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    stop = threading.Event()
    turns: list[int] = []

    def turn() -> int:
        turns.append(1)
        if len(turns) == 1:
            raise broker.BrokerDown("gone")
        stop.set()
        return 0

    monkeypatch.setattr(command, "_TROUBLE", 0.01)
    monkeypatch.setattr(command, "close_old_connections", lambda: None)
    monkeypatch.setattr(dispatcher, "turn", turn)
    monkeypatch.setattr(dispatcher, "plan", lambda: 0)
    command._loop(stop)
    assert len(turns) == 2
