"""Days and instants in print: relative in the text, exact with the zone on hover and on paper."""

import datetime as dt
from functools import lru_cache

from django.utils import formats, timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from portal.core import clock


def relative(value: dt.datetime | dt.date, now: dt.datetime | None = None) -> SafeString:
    return _element(value, _distance(value, now or clock.now()))


def exact(value: dt.datetime | dt.date) -> SafeString:
    if isinstance(value, dt.datetime):
        return _element(value, _in_words(value), titled=False)
    return _exact_day(value, get_language())


def on(value: dt.datetime | dt.date) -> SafeString:
    return _element(value, day(value), titled=isinstance(value, dt.datetime))


def day(value: dt.datetime | dt.date) -> str:
    """`2 Mar 2027`, or the other language's order; of an instant, its day in the reader's zone."""
    local = timezone.localtime(value).date() if isinstance(value, dt.datetime) else value
    return _day_in(local, get_language())


# A list names the same few days hundreds of times, and writing one takes as long as the rest of its row.
@lru_cache(maxsize=4096)
def _day_in(value: dt.date, language: str | None) -> str:
    return formats.date_format(value, _day_format())


@lru_cache(maxsize=4096)
def _exact_day(value: dt.date, language: str | None) -> SafeString:
    return _element(value, _in_words(value), titled=False)


def _element(value: dt.datetime | dt.date, words: str, *, titled: bool = True) -> SafeString:
    machine = _utc(value).strftime("%Y-%m-%dT%H:%MZ") if isinstance(value, dt.datetime) else value.isoformat()
    if not titled:
        return format_html('<time datetime="{}">{}</time>', machine, words)
    return format_html('<time datetime="{}" title="{}">{}</time>', machine, _in_words(value), words)


def _in_words(value: dt.datetime | dt.date) -> str:
    if isinstance(value, dt.datetime):
        at = timezone.localtime(value)
        words = {"day": day(value), "time": at.strftime("%H:%M"), "zone": at.tzname() or "UTC"}
        return _("%(day)s, %(time)s %(zone)s") % words
    return day(value)


def _day_format() -> str:
    # Translators: Django's date format, as in "2 Mar 2027".
    return _("j M Y")


def _utc(value: dt.datetime) -> dt.datetime:
    return value.astimezone(dt.UTC)


def _distance(value: dt.datetime | dt.date, now: dt.datetime) -> str:
    """Up to 30 days in words, further away the day itself."""
    if not isinstance(value, dt.datetime):
        return _days((value - now.astimezone(dt.UTC).date()).days, value)
    seconds = int((value - now).total_seconds())
    ahead, size = seconds > 0, abs(seconds)
    if size < 60:
        return _("in a moment") if ahead else _("just now")
    if size < 3600:
        count = size // 60
        return (
            ngettext("in %(n)s minute", "in %(n)s minutes", count)
            if ahead
            else ngettext("%(n)s minute ago", "%(n)s minutes ago", count)
        ) % {"n": count}
    if size < 86_400:
        count = size // 3600
        return (
            ngettext("in %(n)s hour", "in %(n)s hours", count)
            if ahead
            else ngettext("%(n)s hour ago", "%(n)s hours ago", count)
        ) % {"n": count}
    return _days(size // 86_400 * (1 if ahead else -1), value)


def _days(count: int, value: dt.datetime | dt.date) -> str:
    if abs(count) > 30:
        return day(value)
    if count == 0:
        return _("today")
    if count > 0:
        return ngettext("in %(n)s day", "in %(n)s days", count) % {"n": count}
    return ngettext("%(n)s day ago", "%(n)s days ago", -count) % {"n": -count}
