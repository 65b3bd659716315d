"""Whole days in a project's zone, both ends included. Pure."""

from __future__ import annotations

import datetime as dt
import zoneinfo

# What is promised where the terms name no day: after so many days without anybody a round is passed on, and after so
# many without an answer the contributors may take the task back as not reviewed.
PASSED_ON_DAYS = 14
NOT_REVIEWED_DAYS = 28


def end_of(day: dt.date, zone: str) -> dt.datetime:
    """The last second of a day. Days, never hours, are promised: no clock that is put forward or back takes one."""
    return dt.datetime.combine(day, dt.time(23, 59, 59), zoneinfo.ZoneInfo(zone)).astimezone(dt.UTC)


def after(at: dt.datetime, days: int, zone: str) -> dt.datetime:
    """The last second of the day that is `days` after the day of `at`."""
    return end_of(day_of(at, zone) + dt.timedelta(days=days), zone)


def day_of(at: dt.datetime, zone: str) -> dt.date:
    return at.astimezone(zoneinfo.ZoneInfo(zone)).date()


def start_of(day: dt.date, zone: str) -> dt.datetime:
    return dt.datetime.combine(day, dt.time(), zone_info(zone)).astimezone(dt.UTC)


def zone_info(zone: str) -> zoneinfo.ZoneInfo:
    return zoneinfo.ZoneInfo(zone)
