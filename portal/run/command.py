"""`manage.py run`: the whole site in one terminal. `make run` calls it."""

import contextlib
import fcntl
import http.client
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser

from portal.run.lifeline import die_with_parent
from portal.run.supervisor import Child, Supervisor, site_children

READY_SECONDS = 60.0


class Command(BaseCommand):
    help = "Prepares the data folder and runs web, worker and dispatcher until Ctrl-C."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--end-with-parent", action="store_true", help="end when the starting process ends")

    def handle(self, *args: object, **options: Any) -> None:
        if options["end_with_parent"]:
            die_with_parent(os.getppid(), by=signal.SIGTERM)
        host, port = options["host"], options["port"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
        environment.setdefault("BASE_URL", f"http://{host}:{port}")
        supervisor = Supervisor(environment, settings.BASE_DIR)
        with _listener(host, port) as listener, _alone_in(settings.CONCORD_DATA_DIR), supervisor.signals():
            gate, opener = os.pipe()
            children = site_children(listener, gate)
            status = supervisor.prepare(Child("prepare"), children)
            if status:
                sys.exit(status)
            os.close(opener)
            waiting = threading.Thread(target=_announce, args=(host, port, environment["BASE_URL"], supervisor.stop))
            waiting.start()
            supervisor.run(children)
            waiting.join()


@contextlib.contextmanager
def _listener(host: str, port: int) -> Iterator[socket.socket]:
    try:
        listener = socket.create_server((host, port), backlog=256)
    except OverflowError:
        raise CommandError(f"{port} is no port: 1 to 65535.") from None
    except OSError as error:
        raise CommandError(
            f"Port {port} cannot be used ({os.strerror(error.errno or 0)}). "
            f"Stop what listens there, or choose another: make run PORT={port + 1}"
        ) from None
    with listener:
        yield listener


@contextlib.contextmanager
def _alone_in(data_dir: Path) -> Iterator[None]:
    """Two sites over one data folder would take each other's jobs. The lock ends with the process."""
    data_dir.mkdir(parents=True, exist_ok=True)
    with (data_dir / "run.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise CommandError(
                f"Concord already runs on {data_dir}. Name another folder with CONCORD_DATA_DIR."
            ) from None
        yield


def _announce(host: str, port: int, address: str, stop: threading.Event) -> None:
    """Prints where to go as soon as the site answers."""
    until = time.monotonic() + READY_SECONDS
    while not _answers(host, port, urlsplit(address).netloc):
        if stop.wait(0.1):
            return
        if time.monotonic() > until:
            print("concord: the site does not answer yet; see the messages above.", file=sys.stderr, flush=True)
            return
    lines = [
        "",
        f"Concord is at {address}/",
        f"Its data is in {settings.CONCORD_DATA_DIR} and stays there. Ctrl-C ends it.",
    ]
    if address.startswith("http://127.0.0.1:"):
        lines.insert(2, f"For passkeys open http://localhost:{port}/ instead: browsers give none to a bare number.")
    if settings.CONCORD_DEMO:
        lines += [f"Mails of the demo are at {address}/demo/mail/", *_demo_accounts(settings.CONCORD_DATA_DIR)]
    print("\n".join(lines), flush=True)


def _answers(host: str, port: int, name: str) -> bool:
    connection = http.client.HTTPConnection(host, port, timeout=5)
    try:
        connection.request("GET", "/healthz", headers={"Host": name})
        connection.getresponse()
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()
    return True


def _demo_accounts(data_dir: Path) -> list[str]:
    """What `seed_demo` wrote down for this moment."""
    path = data_dir / "demo-accounts.txt"
    return path.read_text(encoding="utf-8").splitlines() if path.exists() else []
