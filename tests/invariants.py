"""What `manage.py verify` asks, asked around tests: of what they stand on, and at the end of whatever they left."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db import connection, transaction

from portal.core.record import verifiers
from tests.running import ROOT, environment

# Fixtures that make a project by the services, or the processes that work on one. Tests of pure parts use none.
_PROJECTS = {"project", "built", "telling", "cast", "journey", "start"}
# Fixtures that write a row by hand, of which the record cannot tell.
_BY_HAND = {"long_history", "task_of"}
_begun: set[str] = set()


def faults() -> list[str]:
    """Every sentence of every verifier over every project; empty where all holds."""
    found = [f"{name}: {fault}" for name, ask in verifiers.site().items() for fault in ask()]
    for project in verifiers.projects(None):
        found += [f"{name}: {fault}" for name, ask in verifiers.project().items() for fault in ask(project)]
    return found


@pytest.fixture(autouse=True)
def nothing_is_wrong(request: pytest.FixtureRequest) -> Iterator[None]:
    """After every test that wrote on a project made by the services, and before the first of each module.

    A test whose subject is the damage itself says so by the mark `damages`; nothing else may leave anything wrong.
    """
    used = _PROJECTS & set(request.fixturenames)
    if not used:
        yield
        return
    for name in used:  # so that this ends before the database is rolled back
        request.getfixturevalue(name)
    module = request.node.nodeid.split("::")[0]
    if module not in _begun:
        _begun.add(module)
        assert faults() == []
    writes = _Writes()
    with connection.execute_wrapper(writes):
        yield
    if request.node.get_closest_marker("damages") is not None or _BY_HAND & set(request.fixturenames):
        return
    if writes.seen or _is_transactional(request):
        with transaction.atomic():
            assert faults() == []


class _Writes:
    """Whether this thread wrote anything; other threads only write in transactional tests."""

    def __init__(self) -> None:
        self.seen = False

    def __call__(self, execute, sql, params, many, context):  # type: ignore[no-untyped-def]
        self.seen = self.seen or sql.lstrip()[:6].upper() in ("INSERT", "UPDATE", "DELETE")
        return execute(sql, params, many, context)


def _is_transactional(request: pytest.FixtureRequest) -> bool:
    return "transactional_db" in request.fixturenames or any(
        mark.kwargs.get("transaction") for mark in request.node.iter_markers("django_db")
    )


def of_a_running_site(data_dir: Path) -> None:
    """`manage.py verify` over the data of a site that runs; it only reads."""
    command = [sys.executable, "manage.py", "verify", "--all"]
    variables = environment(data_dir, CONCORD_DEMO="1")
    answer = subprocess.run(command, cwd=ROOT, env=variables, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stdout + answer.stderr
