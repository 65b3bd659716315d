"""A task on its way: whose turn, its rounds, its requests, its differences."""

import datetime as dt
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core import clock
from portal.core.web import numbers
from portal.core.web.components.registry import component


@component
def turn(*, turn: Any, line: bool = False) -> dict[str, Any]:
    """`turn`: who, since, until, otherwise; optionally why (what began it), yours (yes where the reader acts),
    since_day (shown in place of the instant) and awaited (no where nothing is to be done, and so by no day).

    Always all four parts; `line` gives them in one line, for lists. Late is what the clock says.
    """
    since, until = turn.since, turn.until
    now = clock.now()
    late = until is not None and _instant(until) < now
    return {
        "who": turn.who,
        "yours": bool(getattr(turn, "yours", False)),
        "why": getattr(turn, "why", ""),
        "since": getattr(turn, "since_day", None) or since,
        "until": until,
        "otherwise": turn.otherwise,
        "late": late,
        "awaited": getattr(turn, "awaited", True),
        "clock": _spent(since, until, now),
        "line": line,
    }


def _instant(value: dt.datetime | dt.date) -> dt.datetime:
    """A day that is a deadline lasts until its end."""
    if isinstance(value, dt.datetime):
        return value
    return dt.datetime.combine(value + dt.timedelta(days=1), dt.time(), dt.UTC)


def _spent(since: dt.datetime | None, until: dt.datetime | dt.date | None, now: dt.datetime) -> dict[str, str] | None:
    if since is None or until is None:
        return None
    whole = max((_instant(until) - since).days, 1)
    used = max((now - since).days, 0)
    words = ngettext("%(used)s of %(n)s day used", "%(used)s of %(n)s days used", whole)
    return {
        "words": words % {"used": used, "n": whole},
        "width": numbers.per_cent(Fraction(min(used, whole)), Fraction(whole)),
    }


@component
def rail(*, stops: Sequence[Any]) -> dict[str, Any]:
    """`stops`: name, lines (texts), and optionally state and label (a badge), href, and place: "", now or next."""
    return {"stops": stops}


@component
def request(
    *,
    letter: str,
    state: str,
    label: object,
    text: object,
    origin: object = "",
    quote: str = "",
    answers: Iterable[Any] = (),
    body: object = "",
) -> dict[str, Any]:
    """One thing to change. `answers`: who and text, oldest first; `body` holds the buttons, if any.

    `text` of a request and of an answer is Markdown; `quote` is the sentence the request is tied to.
    """
    return {
        "letter": letter,
        "state": state,
        "label": label,
        "text": text,
        "origin": origin,
        "quote": quote,
        "answers": list(answers),
        "body": body,
        "title": _("Request %(letter)s") % {"letter": letter},
    }


@component
def requests(*, items: Sequence[Any]) -> dict[str, Any]:
    """The check list by name: letter, text, state, label, and optionally href."""
    return {"items": items}


@component
def diff(*, lines: Sequence[Any], heads: Sequence[object] = ()) -> dict[str, Any]:
    """`lines`: sign (ins, del, mixed, moved, away or skip) and number, with parts [(ins|del|same, text)] of prose, rows
    [(ins|del|same|skip, text)] of code, Markdown `old` and `new` of tables and formulas, or text for a skip, for what
    moved and for the place it left."""
    signs = {"ins": "+", "del": "−", "mixed": "±", "moved": "↕"}
    return {
        "lines": [{**line, "shown": signs.get(line["sign"], "")} for line in lines],
        "heads": heads,
    }
