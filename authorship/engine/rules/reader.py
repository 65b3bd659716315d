"""Reading one rule from untrusted data: places, limits and the small values every rule is made of."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from datetime import date
from fractions import Fraction

from authorship.engine.amounts import MAX_DENOMINATOR, AmountError, parse_amount
from authorship.engine.errors import Problem, shown

MAX_LEVELS = 8
MAX_NODES = 200
MAX_TEXT = 2000
MAX_NUMBER = 999_999_999
MAX_MINOR = 10**12
_MAX_PROBLEMS = 50

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.-]{0,63}")
_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_CURRENCY = re.compile(r"[A-Z]{3}")
_PLAIN_KEY = re.compile(r"[A-Za-z0-9_+.-]{1,40}")


def is_id(value: object) -> bool:
    return isinstance(value, str) and value != "none" and _ID.fullmatch(value) is not None


def is_day(value: object) -> bool:
    if not isinstance(value, str) or _DAY.fullmatch(value) is None:
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


class Reader:
    """Reads one rule. Every `take_…` reports what is wrong and returns None; nothing here raises.

    `kinds` and `roles` are the ids a rule may name; None leaves references unchecked.
    """

    def __init__(self, *, kinds: Collection[str] | None = None, roles: Collection[str] | None = None) -> None:
        self.kinds = kinds
        self.roles = roles
        self.problems: list[Problem] = []
        self._nodes = 0
        self._full = False

    def report(self, path: str, code: str, message: str, case: str = "", **values: object) -> None:
        if len(self.problems) < _MAX_PROBLEMS:
            self.problems.append(Problem(path, code, message, case, values))

    @property
    def too_large(self) -> bool:
        return self._full

    def enter(self, path: str, level: int) -> bool:
        """Count one node at its level; False, reported once, when the rule is too deep or too large."""
        if level > MAX_LEVELS:
            self.report(path, "too_deep", f"a rule is at most {MAX_LEVELS} levels deep", most=MAX_LEVELS)
            return False
        self._nodes += 1
        if self._nodes <= MAX_NODES:
            return True
        if not self._full:
            self._full = True
            self.report(path, "too_large", f"a rule has at most {MAX_NODES} nodes", "rule", most=MAX_NODES)
        return False

    # --- objects and lists

    def take_object(
        self,
        data: object,
        path: str,
        *,
        required: Sequence[str] = (),
        idle: Sequence[str] = (),
        optional: Sequence[str] = (),
    ) -> dict[str, object] | None:
        """The answered keys of an object; absent, null, empty and `none` ones are left out.

        `required` and `idle` keys are reported as `missing` while they are open. A required key that says
        none is reported as `none`; an idle one may say it, since nothing is computed from it, or all is. None only when
        this is no object or has hopelessly many unknown keys.
        """
        if not isinstance(data, dict):
            self.report(path, "not_an_object", f"this is an object with named parts, not {shown(data)}", given=data)
            return None
        answered: dict[str, object] = {}
        for key, value in data.items():
            if key not in required and key not in idle and key not in optional:
                name = key if isinstance(key, str) and _PLAIN_KEY.fullmatch(key) else shown(key)
                allowed = (*required, *idle, *optional)
                said = f"unknown key; allowed are {', '.join(allowed)}"
                self.report(f"{path}.{name}" if path else name, "unknown_key", said, given=key, allowed=allowed)
                if len(self.problems) >= _MAX_PROBLEMS:
                    return None
            elif not (value is None or (isinstance(value, str) and value in ("", "none"))):
                answered[key] = value
        for key in (*required, *idle):
            if key not in answered and not (key in idle and data.get(key) == "none"):
                self._report_open(f"{path}.{key}" if path else key, data.get(key))
        return answered

    def _report_open(self, path: str, value: object) -> None:
        if value == "none":
            self.report(path, "none", "this is answered with none; nothing can be computed from it")
        else:
            self.report(path, "missing", "this part is open")

    def take_list(self, data: object, path: str, *, most: int = MAX_NODES) -> Iterator[tuple[str, object]]:
        """The items with their paths; a list that is none, empty or too long is reported and yields nothing."""
        if not isinstance(data, list):
            self.report(path, "not_a_list", f"this is a list, not {shown(data)}", given=data)
        elif not data:
            self.report(path, "empty", "this list is empty")
        elif len(data) > most:
            self.report(path, "too_large", f"this list has at most {most} items", "list", most=most)
        else:
            for index, item in enumerate(data):
                yield f"{path}[{index}]", item

    # --- values

    def take_text(self, data: object, path: str, *, most: int = MAX_TEXT) -> str | None:
        if not isinstance(data, str):
            self.report(path, "not_text", f"this is a text, not {shown(data)}", given=data)
        elif len(data) > most:
            self.report(path, "too_long", f"this text has at most {most} characters", most=most)
        elif any(character < " " and character not in "\t\n\r" for character in data) or not _encodes(data):
            self.report(path, "bad_text", "this text holds characters that no page can show")
        else:
            return data
        return None

    def take_id(self, data: object, path: str, known: Collection[str] | None = None, what: str = "id") -> str | None:
        """An id; with `known`, one of them."""
        if not isinstance(data, str) or not is_id(data):
            self.report(path, "bad_id", f"an id is 1–64 of letters, digits, - _ . ; this is {shown(data)}", given=data)
            return None
        if known is not None and data not in known:
            self.report(path, "unknown_reference", f"there is no {what} {shown(data)}", what=what, given=data)
            return None
        return data

    def take_kind(self, data: object, path: str) -> str | None:
        return self.take_id(data, path, self.kinds, "kind")

    def take_ids(self, data: object, path: str, known: Collection[str] | None, what: str) -> tuple[str, ...] | None:
        """Distinct ids, at most 60."""
        ids: list[str] = []
        for place, item in self.take_list(data, path, most=60):
            found = self.take_id(item, place, known, what)
            if found is not None and found in ids:
                self.report(place, "duplicate", f"{shown(found)} stands here twice", given=found)
            elif found is not None:
                ids.append(found)
        return tuple(ids) if ids else None

    def take_choice(self, data: object, path: str, allowed: Sequence[str]) -> str | None:
        if isinstance(data, str) and data in allowed:
            return data
        said = f"this is one of {', '.join(allowed)}; not {shown(data)}"
        self.report(path, "not_allowed", said, allowed=tuple(allowed), given=data)
        return None

    def take_amount(self, data: object, path: str, *, above_zero: bool = False) -> Fraction | None:
        try:
            amount = parse_amount(data)
        except AmountError as error:
            self.report(path, "bad_amount", str(error), error.case, given=data, most=MAX_DENOMINATOR)
            return None
        if above_zero and not amount:
            self.report(path, "not_positive", "an award is above 0")
            return None
        return amount

    def take_number(self, data: object, path: str, *, least: int = 0) -> int | None:
        """A whole number written as a number; `true` and texts are refused."""
        if isinstance(data, bool) or not isinstance(data, int) or not least <= data <= MAX_NUMBER:
            said = f"this is a whole number from {least} to {MAX_NUMBER}; not {shown(data)}"
            self.report(path, "bad_number", said, least=least, most=MAX_NUMBER, given=data)
            return None
        return data

    def take_day(self, data: object, path: str) -> str | None:
        if isinstance(data, str) and is_day(data):
            return data
        case = "calendar" if isinstance(data, str) and _DAY.fullmatch(data) else ""
        self.report(path, "bad_day", f"a day is written 2027-01-31; this is {shown(data)}", case, given=data)
        return None

    def take_currency(self, data: object, path: str) -> str | None:
        if isinstance(data, str) and _CURRENCY.fullmatch(data):
            return data
        self.report(path, "bad_currency", f"a currency is three capital letters; this is {shown(data)}", given=data)
        return None

    def take_money(self, data: object, path: str, currency: str | None) -> int | None:
        """Minor units of `{"minor": 1000, "currency": "USD"}`; another currency than the rule's is refused."""
        fields = self.take_object(data, path, required=("minor", "currency"))
        if fields is None or len(fields) < 2:
            return None
        minor, unit = fields["minor"], self.take_currency(fields["currency"], f"{path}.currency")
        if isinstance(minor, bool) or not isinstance(minor, int) or not 0 <= minor <= MAX_MINOR:
            said = f"whole minor units from 0 to {MAX_MINOR}; not {shown(minor)}"
            self.report(f"{path}.minor", "bad_money", said, most=MAX_MINOR, given=minor)
            return None
        if unit is not None and currency is not None and unit != currency:
            said = f"this rule pays in {currency}, not in {unit}"
            self.report(f"{path}.currency", "two_currencies", said, own=currency, given=unit)
            return None
        return minor


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True
