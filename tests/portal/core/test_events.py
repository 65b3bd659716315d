"""Who hears what, in which order, and what a refusal takes with it."""

import datetime as dt
from typing import Any

import pytest
from django.db import transaction
from django.db.transaction import TransactionManagementError

from portal.core import events
from portal.core.errors import Refused
from portal.core.models import SiteClock

EVENT = events.MemberJoined(project="p1", actor="s1", at=dt.datetime(2026, 12, 1, tzinfo=dt.UTC), version=1)


@pytest.fixture
def heard(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setattr(events, "_listeners", dict(events._listeners))
    return []


def _hears(heard: list[str], name: str) -> Any:
    return lambda event: heard.append(name)


def test_gates_then_withs_then_afters_in_the_order_of_the_wiring(db: None, heard: list[str]) -> None:
    events.connect(
        afters={events.MemberJoined: [_hears(heard, "after")]},
        withs={events.MemberJoined: [_hears(heard, "with 1"), _hears(heard, "with 2")]},
        gates={events.MemberJoined: [_hears(heard, "gate")], events.RoleEnded: [_hears(heard, "other")]},
    )
    events.emit(EVENT)
    assert heard == ["gate", "with 1", "with 2", "after"]


def test_a_refusing_gate_stops_everything(db: None, heard: list[str]) -> None:
    def refuse(event: events.MemberJoined) -> None:
        raise Refused("not today")

    events.connect(
        gates={events.MemberJoined: [refuse]}, withs={events.MemberJoined: [_hears(heard, "with")]}, afters={}
    )
    with pytest.raises(Refused, match="not today"):
        events.emit(EVENT)
    assert heard == []


def test_what_a_listener_wrote_goes_with_a_failure_after_it(db: None, heard: list[str]) -> None:
    def fail(event: events.MemberJoined) -> None:
        raise RuntimeError

    def write(event: events.MemberJoined) -> None:
        SiteClock.objects.create(pk=1)

    events.connect(gates={}, withs={events.MemberJoined: [write]}, afters={events.MemberJoined: [fail]})
    with pytest.raises(RuntimeError), transaction.atomic():
        events.emit(EVENT)
    assert not SiteClock.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_outside_a_transaction_it_raises(heard: list[str]) -> None:
    with pytest.raises(TransactionManagementError, match="MemberJoined"):
        events.emit(EVENT)
