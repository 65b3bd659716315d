"""Time. `now()` is for showing; `deciding()` is the database's time, for everything that decides.

A service reads `deciding()` once, at its start, and hands the instant on as `at`, so that all rows
of one act carry one time. Both functions add the same offset: one row that web, worker and commands
read. It is zero except while the demo is made and in the test suite, and `move()` refuses elsewhere.
"""

import datetime as dt
import math
import time
import zoneinfo

from django.conf import settings
from django.db import connection
from django.utils import timezone

from portal.core.errors import Refused
from portal.core.models import SiteClock
from portal.core.once import once

# Showing may lag a moved clock by this many seconds; deciding never does.
_REMEMBER_SECONDS = 30.0
_OFFSET = "SELECT offset_seconds FROM portal_siteclock WHERE id = 1"
_remembered: tuple[float, dt.timedelta] | None = None


def now() -> dt.datetime:
    """The web server's time in UTC, for showing only."""
    global _remembered
    if _remembered is None or time.monotonic() - _remembered[0] > _REMEMBER_SECONDS:
        _remembered = (time.monotonic(), _stored_offset())
    return timezone.now() + _remembered[1]


def deciding() -> dt.datetime:
    """The database's time in UTC; a request that only reads has one instant."""
    return once("deciding", _deciding)


def today(zone: str, at: dt.datetime | None = None) -> dt.date:
    """The calendar day in the IANA `zone` at `at`, by default the deciding instant."""
    return (at or deciding()).astimezone(zoneinfo.ZoneInfo(zone)).date()


def midnight(at: dt.datetime) -> dt.datetime:
    """The first instant of the day in UTC: what is told where the hour could say whose act it was."""
    return at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)


def set_start(offset: dt.timedelta) -> None:
    """Where the demo's history starts, in an empty database only."""
    from portal.core.record.models import RecordEntry

    if not settings.CONCORD_CLOCK_MOVABLE or RecordEntry.objects.exists():
        raise Refused("The clock is set in an empty database of the demo or the tests only.")
    _store(offset)


def offset() -> dt.timedelta:
    """How far the site's clock is from the database's."""
    return _stored_offset()


def move(by: dt.timedelta) -> None:
    """Forward only."""
    if not settings.CONCORD_CLOCK_MOVABLE or by < dt.timedelta():
        raise Refused("The clock moves forward only, and only in the demo's making and the tests.")
    _store(_stored_offset() + by)


def _store(offset: dt.timedelta) -> None:
    global _remembered
    seconds = math.ceil(offset.total_seconds())  # never backwards by rounding
    SiteClock.objects.update_or_create(pk=1, defaults={"offset_seconds": seconds})
    _remembered = None


def _stored_offset() -> dt.timedelta:
    """By hand: it is asked with every deciding instant, and building the query costs more than running it."""
    with connection.cursor() as cursor:
        cursor.execute(_OFFSET)
        row = cursor.fetchone()
    return dt.timedelta(seconds=row[0] if row else 0)


def _deciding() -> dt.datetime:
    """Both in one question, since everything that decides asks it."""
    on_postgresql = connection.vendor == "postgresql"
    at = "statement_timestamp()" if on_postgresql else "strftime('%Y-%m-%dT%H:%M:%f', 'now')"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {at}, ({_OFFSET})")
        now, seconds = cursor.fetchone()
    instant: dt.datetime = now if on_postgresql else dt.datetime.fromisoformat(now).replace(tzinfo=dt.UTC)
    return instant.astimezone(dt.UTC) + dt.timedelta(seconds=seconds or 0)
