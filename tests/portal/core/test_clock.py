"""Time that decides is the database's; a moved clock is for the demo and the tests."""

import datetime as dt
from typing import Any

import pytest
from django.core.checks import run_checks
from django.utils import timezone

from portal.core import clock
from portal.core.errors import Refused
from portal.core.models import SiteClock
from portal.core.record.models import RecordEntry
from tests.portal.core.rows import make


def test_deciding_does_not_follow_the_web_server(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The web server's clock is ten minutes fast; the database's is true."""
    true = dt.datetime.now(dt.UTC)
    monkeypatch.setattr(timezone, "now", lambda: true + dt.timedelta(minutes=10))
    assert abs(clock.deciding() - true) < dt.timedelta(seconds=30)
    assert clock.now() == true + dt.timedelta(minutes=10)


def test_both_move_together_and_forward_only(db: None) -> None:
    before = clock.deciding()
    clock.move(dt.timedelta(days=40))
    assert dt.timedelta(days=40) <= clock.deciding() - before < dt.timedelta(days=40, minutes=1)
    assert dt.timedelta(days=40) <= clock.now() - before < dt.timedelta(days=40, minutes=1)
    with pytest.raises(Refused):
        clock.move(dt.timedelta(seconds=-1))


def test_history_starts_in_an_empty_database_only(db: None) -> None:
    clock.set_start(dt.timedelta(days=-100))
    make(RecordEntry)
    with pytest.raises(Refused):
        clock.set_start(dt.timedelta(days=-200))


def test_elsewhere_the_clock_stands_and_a_moved_one_is_an_error(db: None, settings: Any) -> None:
    settings.CONCORD_CLOCK_MOVABLE = False
    with pytest.raises(Refused):
        clock.move(dt.timedelta(days=1))
    with pytest.raises(Refused):
        clock.set_start(dt.timedelta(days=1))

    def errors() -> set[str | None]:
        return {message.id for message in run_checks(databases=["default"], tags=["database"])}

    assert "concord.E002" not in errors()
    SiteClock.objects.create(pk=1, offset_seconds=60)
    assert "concord.E002" in errors()


@pytest.mark.parametrize(
    ("zone", "at", "day"),
    [
        ("UTC", "2026-12-31T23:59:59+00:00", "2026-12-31"),
        ("Pacific/Kiritimati", "2026-12-31T10:00:00+00:00", "2027-01-01"),  # UTC+14
        ("Pacific/Pago_Pago", "2027-01-01T10:59:59+00:00", "2026-12-31"),  # UTC−11
        ("Europe/Berlin", "2026-10-24T22:30:00+00:00", "2026-10-25"),  # the night summer time ends
        ("Europe/Berlin", "2026-10-25T22:59:59+00:00", "2026-10-25"),
        ("Europe/Berlin", "2026-10-25T23:00:00+00:00", "2026-10-26"),
    ],
)
def test_days_are_whole_days_in_the_zone(db: None, zone: str, at: str, day: str) -> None:
    assert clock.today(zone, dt.datetime.fromisoformat(at)) == dt.date.fromisoformat(day)
