"""When the mail of the day goes. Pure."""

from __future__ import annotations

import datetime as dt
import zoneinfo

# In the reader's own zone.
HOUR = dt.time(7)


def after(at: dt.datetime, zone: str) -> dt.datetime:
    """The first digest after `at` of somebody in the IANA `zone`."""
    place = zoneinfo.ZoneInfo(zone)
    day = at.astimezone(place).date()
    today = _on(day, place)
    return today if today > at else _on(day + dt.timedelta(days=1), place)


def after_day(at: dt.datetime, zone: str) -> dt.datetime:
    """The first digest once the day of `at` is over in UTC, by which the record tells the same: a digest that came
    earlier would tell the hours before it from those after it."""
    midnight = at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0) + dt.timedelta(days=1)
    return after(midnight - dt.timedelta(microseconds=1), zone)


def _on(day: dt.date, place: zoneinfo.ZoneInfo) -> dt.datetime:
    return dt.datetime.combine(day, HOUR, place).astimezone(dt.UTC)
