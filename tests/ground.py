"""The ground that many tests stand on: a project made by the services once for all tests in a row that want the same,
in a transaction that stays open. Each test works in a savepoint of its own and gets copies of what was made.

A level is named as the fixture that asks for it. Its fixtures take their values by `taken`, which makes them where the
test stands on nothing: because it writes outside of transactions, because its module has a fixture of its own in the
place of one of them, or because it is marked `own_ground`.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any, TypeVar

import pytest
from django.db import connection, transaction

Made = TypeVar("Made")
Level = Callable[[], dict[str, Any]]

# From the highest; a test stands on the first of these that it asks for.
_ORDER = ("journey", "open_project", "recruiting", "fresh", "published")
_levels: dict[str, Level] = {}


def level(name: str) -> Callable[[Level], Level]:
    """Registers what makes a level: its values by the names of fixtures."""

    def register(make: Level) -> Level:
        _levels[name] = make
        return make

    return register


def made(name: str) -> dict[str, Any]:
    return _levels[name]()


class Ground:
    """At most one open transaction of a process, with what was made in it; and what the running test took of it."""

    def __init__(self) -> None:
        self.name = ""
        self._values: dict[str, Any] = {}
        self.copies: dict[str, Any] = {}
        self._open: transaction.Atomic | None = None
        self._blocker: Any = None

    def stand(self, name: str, blocker: Any) -> None:
        """On the level of that name, which is made unless it is there."""
        if self.name != name:
            with blocker.unblock():
                self._begin(name)
            self._blocker = blocker
        self.copies = copy.deepcopy(self._values)

    def leave(self) -> None:
        self.copies = {}
        if self._open is not None:
            with self._blocker.unblock():
                transaction.set_rollback(True)
                self._open.__exit__(None, None, None)
        self.name, self._values, self._open = "", {}, None

    def _begin(self, name: str) -> None:
        outermost = transaction.atomic()
        # What TestCase says of its own: acts that must be outermost may begin within it.
        outermost._from_testcase = True
        outermost.__enter__()
        try:
            self._values = made(name)
        except BaseException:
            transaction.set_rollback(True)
            outermost.__exit__(None, None, None)
            raise
        self.name, self._open = name, outermost


_ground = Ground()


def taken(name: str, make: Callable[[], Made]) -> Made:
    """The running test's copy of a value of its ground; made where it stands on nothing that has it."""
    if name not in _ground.copies:
        _ground.copies[name] = make()
    value: Made = _ground.copies[name]
    return value


def wanted(item: pytest.Item) -> str:
    """The level on which a test stands, or "" for none."""
    names = set(getattr(item, "fixturenames", ()))
    if item.get_closest_marker("own_ground") or _writes_outside(item, names):
        return ""
    for name in _ORDER:
        if name in names:
            return name if name in _levels and all(_is_ours(item, one) for one in names) else ""
    return ""


def _writes_outside(item: pytest.Item, names: set[str]) -> bool:
    marks = item.iter_markers("django_db")
    return bool(names & {"transactional_db", "live_server"}) or any(mark.kwargs.get("transaction") for mark in marks)


_FIXTURES = {
    "core_team",
    "project",
    "published",
    "recruiting",
    "fresh",
    "journey",
    "version",
    "open_project",
    "publish",
}
_HOMES = {"tests.projects.conftest", "tests.projects.journey", "tests.authorship.conftest"}


def _is_ours(item: pytest.Item, name: str) -> bool:
    if name not in _FIXTURES:
        return True
    definitions = item._fixtureinfo.name2fixturedefs.get(name, ())  # type: ignore[attr-defined]
    return bool(definitions) and definitions[-1].func.__module__ in _HOMES


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Within a module, tests of one level in a row; pytest-django's order of plain and transactional ones stays."""

    def place(item: pytest.Item) -> tuple[str, bool]:
        return item.nodeid.split("::")[0], _writes_outside(item, set(getattr(item, "fixturenames", ())))

    items[:] = [one for _, run in groupby(items, place) for one in sorted(run, key=wanted)]


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Before any fixture of the test: no other transaction may be open within the one that ends here."""
    if _ground.name != wanted(item):
        _ground.leave()
    _ground.copies = {}


def pytest_sessionfinish() -> None:
    _ground.leave()


@pytest.fixture(autouse=True)
def ground(request: pytest.FixtureRequest) -> None:
    name = wanted(request.node)
    if not name:
        return
    request.getfixturevalue("django_db_setup")
    # A module may keep a world of its own open.
    if _ground.name == name or not connection.in_atomic_block:
        _ground.stand(name, request.getfixturevalue("django_db_blocker"))


__all__: Sequence[str] = ["ground", "level", "made", "taken", "wanted"]
