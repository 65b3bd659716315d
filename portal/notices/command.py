"""`manage.py dispatch`: the loop of the dispatcher."""

import logging
import signal
import threading
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.db import DatabaseError, close_old_connections

from portal.notices import dispatcher
from portal.notices.broker import BrokerDown

# Seconds: between rounds, between looks at the schedule, and after trouble.
_PAUSE, _SCHEDULE, _TROUBLE = 0.25, 60.0, 2.0
_log = logging.getLogger(__name__)


class Command(BaseCommand):
    help = "Publishes due jobs to the queue, for ever; --once does one round."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--once", action="store_true", help="one round, then end (1 if the queue is down)")

    def handle(self, *args: Any, once: bool, **options: Any) -> None:
        if once:
            dispatcher.plan()
            try:
                self.stdout.write(f"{dispatcher.turn()}")
            except BrokerDown as error:
                self.stderr.write(f"the queue is down: {error}")
                raise SystemExit(1) from None
            return
        stop = threading.Event()
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: stop.set())
        _loop(stop)


def _loop(stop: threading.Event) -> None:
    planned: float | None = None
    while not stop.is_set():
        close_old_connections()
        pause = _PAUSE
        try:
            if planned is None or time.monotonic() - planned >= _SCHEDULE:
                dispatcher.plan()
                planned = time.monotonic()
            if dispatcher.turn() >= dispatcher.BATCH:
                pause = 0
        except BrokerDown as error:
            _log.warning("the queue is down, jobs wait in the outbox: %s", error)
            pause = _TROUBLE
        except DatabaseError:
            _log.exception("the dispatcher waits for the database")
            pause = _TROUBLE
        stop.wait(pause)
