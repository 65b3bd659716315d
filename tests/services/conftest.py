"""A real worker and a real dispatcher on the suite's own database and Redis."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import pytest
from django.conf import settings
from django.db import connection

from tests.invariants import nothing_is_wrong as nothing_is_wrong
from tests.running import ROOT

Start = Callable[..., "subprocess.Popen[bytes]"]


@pytest.fixture
def start(tmp_path: Path, transactional_db: None) -> Iterator[Start]:
    """`start("worker")`, `start("dispatcher", REDIS_URL=…)`: a process as the supervisor starts it."""
    if connection.vendor != "postgresql" or not settings.CELERY_BROKER_URL.startswith("redis"):
        pytest.fail("These tests need the services that `make test-services` starts.")
    started: list[subprocess.Popen[bytes]] = []

    def start_role(role: str, **variables: str) -> "subprocess.Popen[bytes]":
        command = [sys.executable, "-m", "portal.run.child", role, str(os.getpid())]
        environment = {**os.environ, **own_services(), "CONCORD_DATA_DIR": str(tmp_path), **variables}
        started.append(subprocess.Popen(command, cwd=ROOT, env=environment, start_new_session=True))
        return started[-1]

    yield start_role
    for process in started:
        process.send_signal(signal.SIGKILL)
        process.wait()


def own_services() -> dict[str, str]:
    """The test database by its own name, and no memory of the test settings."""
    database: dict[str, Any] = connection.settings_dict
    url = urlsplit(os.environ["DATABASE_URL"])
    return {
        "DJANGO_SETTINGS_MODULE": "portal.settings.dev",
        "DATABASE_URL": urlunsplit(url._replace(path=f"/{database['NAME']}")),
        "REDIS_URL": settings.CELERY_BROKER_URL,
        "CHECKPOINT_KEY": settings.CONCORD_CHECKPOINT_KEY,
        "CONCORD_OUTBOX_PATIENCE": "2",
        "CONCORD_DEMO": "0",
    }
