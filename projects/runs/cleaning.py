"""What people say of a run, as it is kept: bounded, exact, refused with the name of the field."""

from __future__ import annotations

import datetime as dt
import json
import re
from collections.abc import Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from django.utils.translation import get_language, gettext_lazy
from django.utils.translation import gettext as _

from portal.core.errors import Refused
from portal.core.text.input import clean_line, clean_text
from portal.core.text.series import series
from projects.tasks.details.fields import BY_ID
from projects.terms.document.money import MoneyError, parse_money

FAILURES: Mapping[str, Any] = dict(BY_ID["failure_kinds"].choices)
NAMES: Mapping[str, Any] = {
    "model": gettext_lazy("Model"),
    "version": gettext_lazy("Version of the model"),
    "settings": gettext_lazy("Settings"),
    "attempts": gettext_lazy("Attempts"),
    "solved": gettext_lazy("Solved"),
    "failures": gettext_lazy("Where it failed"),
    "note": gettext_lazy("What came out"),
    "cost": gettext_lazy("Cost"),
    "tokens": gettext_lazy("Tokens"),
    "ran_on": gettext_lazy("Day of the run"),
    "transcript": gettext_lazy("Link to the transcript"),
}
FIELDS = tuple(NAMES)
MOST_ATTEMPTS = 100_000
MOST_TOKENS = 10**12
_MOST_NOTE = 4_000
_MOST_SETTINGS = 20
_MOST_TEXT = 400
_EARLIEST = dt.date(2015, 1, 1)
_WHOLE = re.compile(r"0|[1-9][0-9]{0,15}")
# A key of settings that holds them all, where somebody wrote a sentence.
AS_TEXT = "text"


def cleaned(said: Mapping[str, Any], today: dt.date) -> dict[str, Any]:
    """The columns of a run, from text or JSON values. Raises Refused with a sentence for each field that cannot be
    kept; what is not said is empty. `today` is the last day a run may have been made on."""
    reasons: list[str] = []
    kept: dict[str, Any] = {}
    for name, read in _READ.items():
        try:
            kept[name] = read(said.get(name))
        except Refused as refused:
            reasons += [_("%(field)s: %(reason)s") % {"field": NAMES[name], "reason": one} for one in refused.reasons]
    if kept.get("solved", 0) > kept.get("attempts", MOST_ATTEMPTS):
        reasons.append(
            _("%(field)s: %(reason)s") % {"field": NAMES["solved"], "reason": _("more than there were attempts.")}
        )
    if kept.get("ran_on", today) > today:
        reasons.append(
            _("%(field)s: %(reason)s") % {"field": NAMES["ran_on"], "reason": _("this day is still to come.")}
        )
    if reasons:
        raise Refused(*reasons, code="invalid")
    kept["cost_minor"], kept["currency"] = kept.pop("cost")
    return kept


def _model(value: Any) -> str:
    name = _line(value)
    if not name:
        raise Refused(_("say which model it was."))
    return name


def _line(value: Any) -> str:
    line = clean_line(_text(value), max_bytes=480)
    if len(line) > 120:
        raise Refused(_("at most %(most)s characters.") % {"most": 120})
    return line


def _note(value: Any) -> str:
    return clean_text(_text(value), max_bytes=_MOST_NOTE, multiline=True)


def _text(value: Any) -> Any:
    """None is nothing; anything else is judged by the cleaning of text."""
    return "" if value is None else value


def _settings(value: Any) -> dict[str, str]:
    """A JSON object of short values, or a few words."""
    if value is None or value == "" or value == {}:
        return {}
    if isinstance(value, str):
        text = clean_text(value, max_bytes=8_000, multiline=True)
        if not text.startswith("{"):
            return {AS_TEXT: _setting(text)} if text else {}
        value = _object(text)
    if not isinstance(value, Mapping):
        raise Refused(_("a JSON object, or a few words."))
    if len(value) > _MOST_SETTINGS:
        raise Refused(_("at most %(most)s settings.") % {"most": _MOST_SETTINGS})
    kept = {}
    for key, inner in value.items():
        name = clean_line(key, max_bytes=160)
        if not name or len(name) > 40:
            raise Refused(_("the name of a setting has between 1 and %(most)s characters.") % {"most": 40})
        kept[name] = _setting(inner)
    return kept


def _object(text: str) -> Any:
    """Numbers stay as they were written: 0.70 is no other number than that."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len({key for key, _value in pairs}) < len(pairs):
            raise Refused(_("a name stands twice in it."))
        return dict(pairs)

    def no_number(name: str) -> Any:
        raise Refused(_("%(name)s is no number.") % {"name": name})

    try:
        return json.loads(text, parse_float=str, parse_int=str, parse_constant=no_number, object_pairs_hook=once)
    except (ValueError, RecursionError):
        raise Refused(_("it begins like a JSON object and is none.")) from None


def _setting(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if not isinstance(value, str):
        raise Refused(_("each setting is a short text, a number, true or false."))
    text = clean_text(value, max_bytes=_MOST_TEXT * 4, multiline=True)
    if len(text) > _MOST_TEXT:
        raise Refused(_("at most %(most)s characters.") % {"most": _MOST_TEXT})
    return text


def _whole(least: int, most: int, must: bool) -> Callable[[Any], int | None]:
    def read(value: Any) -> int | None:
        if value is None or value == "":
            if must:
                raise Refused(_("a whole number is wanted."))
            return None
        text = str(value) if type(value) is int else value
        if not isinstance(text, str) or not _WHOLE.fullmatch(text.strip()):
            raise Refused(_("a whole number in plain digits, without sign, point or commas."))
        number = int(text)
        if not least <= number <= most:
            raise Refused(_("between %(least)s and %(most)s.") % {"least": least, "most": most})
        return number

    return read


def _failures(value: Any) -> list[str]:
    """A list, or one text with | between; in the order of the vocabulary."""
    found = [one.strip() for one in value.split("|")] if isinstance(value, str) else list(value or ())
    known = all(isinstance(one, str) and (not one or one in FAILURES) for one in found)
    if not known:
        raise Refused(_("any of %(kinds)s.") % {"kinds": series(FAILURES)})
    return [kind for kind in FAILURES if kind in found]


def _cost(value: Any) -> tuple[int | None, str]:
    """`1.20 USD`; minor units and currency."""
    text = clean_line(_text(value), max_bytes=60)
    if not text:
        return None, ""
    try:
        money = parse_money(text.upper())
    except MoneyError as error:
        chinese = (get_language() or "").startswith("zh")
        raise Refused(error.message_zh if chinese else f"{error.message}.") from None
    return int(money["minor"]), str(money["currency"])


def _day(value: Any) -> dt.date:
    text = clean_line(_text(value), max_bytes=40)
    try:
        day = dt.date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d{2}-\d{2}", text, re.ASCII) else None
    except ValueError:
        day = None
    if day is None:
        raise Refused(_("a day like 2027-03-01."))
    if day < _EARLIEST:
        raise Refused(_("not before %(day)s.") % {"day": _EARLIEST.isoformat()})
    return day


def _address(value: Any) -> str:
    text = clean_line(_text(value), max_bytes=500)
    if not text:
        return ""
    try:
        parts = urlsplit(text)
        usable = parts.scheme in ("http", "https") and bool(parts.hostname) and not parts.username
    except ValueError:
        usable = False
    if not usable or " " in text:
        raise Refused(_("a web address that begins with https://."))
    return text


_READ: Mapping[str, Callable[[Any], Any]] = {
    "model": _model,
    "version": _line,
    "settings": _settings,
    "attempts": _whole(1, MOST_ATTEMPTS, True),
    "solved": _whole(0, MOST_ATTEMPTS, True),
    "failures": _failures,
    "note": _note,
    "cost": _cost,
    "tokens": _whole(0, MOST_TOKENS, False),
    "ran_on": _day,
    "transcript": _address,
}
