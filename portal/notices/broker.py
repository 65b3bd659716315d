"""Hands row numbers to Celery. Nobody but the dispatcher talks to the broker, so no request ever waits for it."""

from collections.abc import Iterator
from contextlib import contextmanager

from kombu.connection import Connection

from portal.celery import app

TASK = "concord.run"
SECONDS = 3


class BrokerDown(Exception):
    """Nothing was published."""


@contextmanager
def connected() -> Iterator[Connection]:
    """One connection with short time-outs. What goes wrong on it, however deep, is BrokerDown."""
    options: dict[str, object] = {
        "socket_timeout": SECONDS,
        "socket_connect_timeout": SECONDS,
        "retry_on_timeout": False,
        # kombu would go on knocking for seconds; the row waits as well in the outbox.
        "max_retries": 0,
        "interval_start": 0,
        "interval_step": 0,
    }
    if not app.conf.broker_write_url or app.conf.broker_write_url.startswith("filesystem"):
        options = {}
    connection = app.connection_for_write(connect_timeout=SECONDS, transport_options=options)
    try:
        yield connection
    finally:
        connection.release()


def publish(connection: Connection, message: int) -> None:
    """Raises BrokerDown, within seconds."""
    try:
        app.send_task(TASK, args=[message], connection=connection, retry=False, ignore_result=True)
    except Exception as error:  # every transport has errors of its own
        raise BrokerDown(f"{type(error).__name__}: {error}") from error
