"""Jobs of the tests' own that leave a trace."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from portal.core import clock
from portal.notices import registry
from portal.notices.models import OutboxMessage


@dataclass
class Traces:
    """What ran, in order, and what the jobs should do."""

    ran: list[Any] = field(default_factory=list)
    then: Callable[[Any], object] = lambda what: None


@pytest.fixture
def traces(monkeypatch: pytest.MonkeyPatch) -> Traces:
    registry.load()
    monkeypatch.setattr(registry, "_jobs", dict(registry._jobs))
    monkeypatch.setattr(registry, "_planners", {})
    found = Traces()

    @registry.job("tests.trace")
    def trace(what: object) -> None:
        found.ran.append(what)
        found.then(what)

    @registry.job("tests.slow", patience=600)
    def slow() -> None:
        found.ran.append("slow")

    return found


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Moves the deciding time on by seconds."""
    start = clock.deciding
    offset = [dt.timedelta()]
    monkeypatch.setattr(clock, "deciding", lambda: start() + offset[0])

    def move(seconds: float) -> None:
        offset[0] += dt.timedelta(seconds=seconds)

    return move


def row(**given: Any) -> OutboxMessage:
    at = clock.deciding()
    values: dict[str, Any] = {"job": "tests.trace", "args": {"what": 1}, "wanted_at": at, "due_at": at, **given}
    return OutboxMessage.objects.create(**values)
