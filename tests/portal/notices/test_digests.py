"""When the mail of the day goes: seven in the morning where the reader is, never before the day it tells of ends."""

import datetime as dt

import pytest

from portal.notices import digests


def utc(text: str) -> dt.datetime:
    return dt.datetime.fromisoformat(text).replace(tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("at", "zone", "expected"),
    [
        ("2027-03-02T06:59", "UTC", "2027-03-02T07:00"),
        ("2027-03-02T07:00", "UTC", "2027-03-03T07:00"),
        ("2027-03-02T07:01", "UTC", "2027-03-03T07:00"),
        ("2027-03-01T22:30", "Asia/Taipei", "2027-03-01T23:00"),  # 06:30 there, UTC+8
        ("2027-03-01T23:30", "Asia/Taipei", "2027-03-02T23:00"),
        # Chicago springs forward on 14 March 2027 at 02:00: seven is 13:00 UTC before and 12:00 after.
        ("2027-03-13T12:00", "America/Chicago", "2027-03-13T13:00"),
        ("2027-03-14T08:30", "America/Chicago", "2027-03-14T12:00"),
    ],
)
def test_the_next_seven_in_the_morning(at: str, zone: str, expected: str) -> None:
    assert digests.after(utc(at), zone) == utc(expected)


@pytest.mark.parametrize(
    ("at", "zone", "expected"),
    [
        ("2027-03-02T00:00", "UTC", "2027-03-03T07:00"),
        ("2027-03-02T06:00", "UTC", "2027-03-03T07:00"),  # not at seven of the same day: that would say "before seven"
        ("2027-03-02T23:59", "UTC", "2027-03-03T07:00"),
        ("2027-03-02T10:00", "Asia/Taipei", "2027-03-03T23:00"),  # the day ends in UTC at 08:00 of the 3rd there
        ("2027-03-02T10:00", "Pacific/Honolulu", "2027-03-03T17:00"),  # UTC−10
        ("2027-03-02T10:00", "Pacific/Kiritimati", "2027-03-03T17:00"),  # UTC+14
    ],
)
def test_what_is_told_by_the_day_waits_until_the_day_is_over_in_utc(at: str, zone: str, expected: str) -> None:
    assert digests.after_day(utc(at), zone) == utc(expected)


@pytest.mark.parametrize("zone", ["UTC", "Asia/Taipei", "America/Chicago", "Pacific/Apia"])
def test_every_hour_of_a_day_has_the_same_digest(zone: str) -> None:
    hours = [utc("2027-03-13T00:00") + dt.timedelta(minutes=30 * step) for step in range(48)]
    assert len({digests.after_day(at, zone) for at in hours}) == 1
