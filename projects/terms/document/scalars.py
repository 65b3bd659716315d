"""One value against one field: what is stored, or what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from functools import lru_cache
from zoneinfo import available_timezones

from authorship.engine.amounts import AmountError, parse_amount
from licensing.vocabulary.spdx import LicenceError, parse_expression
from projects.terms.document.field import Field
from projects.terms.document.money import MoneyError, check_money, parse_money
from projects.terms.document.plain import MAX_LINE, MAX_TEXT
from projects.terms.document.problems import shown

People = Callable[[str], str | None]

_ID = re.compile(r"[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?")
_DATE = re.compile(r"[12][0-9]{3}-[0-9]{2}-[0-9]{2}")
_ANY_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
LANGUAGE_FORM = "[a-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}"
_LANGUAGE = re.compile(LANGUAGE_FORM)
_CURRENCY = re.compile(r"[A-Z]{3}")


class Wrong(Exception):
    """A refused value: code, then the sentence in English and in Chinese."""

    def __init__(self, code: str, en: str, zh: str) -> None:
        super().__init__(en)
        self.code, self.en, self.zh = code, en, zh


def text(field: Field, value: object) -> str:
    """Plain digits of a YAML file are text here. One line and 300 characters, or 2,000 where the field is long."""
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str):
        raise Wrong("type", f"A text stands here, not {shown(value)}.", f"此处应为文字，而不是 {shown(value)}。")
    most = MAX_TEXT if field.kind not in {"text", "role"} else MAX_LINE
    if len(value) > most:
        raise Wrong("length", f"At most {most} characters.", f"最多 {most} 个字符。")
    if field.kind == "text" and "\n" in value:
        raise Wrong("lines", "One line only.", "只能写一行。")
    if field.name == "currency":
        parse = _CURRENCY.fullmatch(value) and parse_currency(value)
        if not parse:
            raise Wrong(
                "currency", f"{shown(value)} is not a currency of ISO 4217.", f"{shown(value)} 不是 ISO 4217 货币代码。"
            )
    return value


def parse_currency(code: str) -> bool:
    try:
        return bool(parse_money(f"0 {code}"))
    except MoneyError:
        return False


def identifier(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool):
        value = str(value)
    if not isinstance(value, str) or not _ID.fullmatch(value) or value == "none":
        raise Wrong(
            "id",
            f"An id has a–z, 0–9 and hyphens, at most 40; not {shown(value)}.",
            f"标识由 a–z、0–9 和连字符组成，最多 40 个字符；{shown(value)} 不行。",
        )
    return value


def identifiers(value: object) -> list[str]:
    """One id or several; always kept as a list."""
    several = [identifier(one) for one in (value if isinstance(value, list) else [value])]
    if len(set(several)) != len(several):
        raise Wrong("twice", "An id stands twice.", "有标识重复。")
    return several


def choice(field: Field, value: object) -> str:
    if not isinstance(value, str) or value not in field.values:
        words, chinese = ", ".join(field.values), "、".join(field.values)
        raise Wrong("choice", f"One of {words}; not {shown(value)}.", f"须为 {chinese} 之一；{shown(value)} 不行。")
    return value


def several(field: Field, value: object) -> list[str]:
    if not isinstance(value, list):
        raise Wrong("type", "A list stands here, such as [review].", "此处应为列表，如 [review]。")
    chosen = [choice(field, one) for one in value]
    if len(set(chosen)) != len(chosen):
        raise Wrong("twice", "A value stands twice.", "有取值重复。")
    return chosen


def words(field: Field, value: object) -> list[str]:
    if not isinstance(value, list) or len(value) > field.most_items:
        raise Wrong(
            "type",
            "A list of words stands here, such as [research, evaluation].",
            "此处应为词语列表，如 [research, evaluation]。",
        )
    if not all(isinstance(one, str) and 0 < len(one) <= MAX_LINE and one != "none" for one in value):
        raise Wrong("type", "Each purpose is a word.", "每一项应为一个词。")
    return [str(one) for one in value]


def whole(field: Field, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise Wrong(
            "number", f"A whole number stands here, not {shown(value)}.", f"此处应为整数，而不是 {shown(value)}。"
        )
    if not field.minimum <= value <= field.maximum:
        raise Wrong(
            "range", f"From {field.minimum} to {field.maximum}.", f"须在 {field.minimum} 到 {field.maximum} 之间。"
        )
    return value


def hours(value: object) -> list[int | str]:
    """Whole hours are kept as numbers, others as amounts."""
    if not isinstance(value, list) or len(value) != 2:
        raise Wrong("hours", "Two numbers stand here, such as [5, 8].", "此处应为两个数，如 [5, 8]。")
    both: list[int | str] = []
    for one in value:
        if isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= 100_000:
            both.append(one)
        else:
            amount = _amount(one)
            both.append(int(amount) if amount.isdigit() else amount)
    return both


def _amount(value: object) -> str:
    try:
        parse_amount(value)
    except AmountError:
        raise Wrong(
            "amount",
            f'An amount is text such as "2" or "1/2"; not {shown(value)}.',
            f'数额写作 "2" 或 "1/2" 这样的文字；{shown(value)} 不行。',
        ) from None
    return str(value)


def share(value: object) -> str:
    amount = _amount(value)
    if parse_amount(amount) > 1:
        raise Wrong("range", "A share is at most 1.", "比例最大为 1。")
    return amount


def day(value: object) -> str:
    if isinstance(value, str) and _ANY_DATE.fullmatch(value):
        if not _DATE.fullmatch(value):
            raise Wrong(
                "range", "A date lies between 1000-01-01 and 2999-12-31.", "日期须在 1000-01-01 到 2999-12-31 之间。"
            )
        try:
            return date.fromisoformat(value).isoformat()
        except ValueError:
            raise Wrong("date", f"There is no day {value} in the calendar.", f"日历上没有 {value} 这一天。") from None
    raise Wrong(
        "date", f"A date is written 2027-06-30; not {shown(value)}.", f"日期写作 2027-06-30；{shown(value)} 不行。"
    )


def money(value: object) -> dict[str, int | str]:
    try:
        if isinstance(value, dict):
            return check_money(value)
        return parse_money(value if isinstance(value, str) else shown(value))
    except MoneyError as error:
        raise Wrong(
            "money",
            f"{error.message[0].upper()}{error.message[1:]}; not {shown(value)}.",
            f"{error.message_zh}；{shown(value)} 不行。",
        ) from None


def licence(value: object) -> str:
    if not isinstance(value, str):
        raise Wrong(
            "licence", "An SPDX expression stands here, such as CC-BY-4.0.", "此处应为 SPDX 表达式，如 CC-BY-4.0。"
        )
    try:
        parse_expression(value)
    except LicenceError as error:
        at = error.position + 1
        raise Wrong(
            "licence",
            f"No SPDX expression: {error.message} (character {at}).",
            f"不是 SPDX 表达式：{error.message_zh}（第 {at} 个字符）。",
        ) from None
    return value


def person(value: object, people: People | None) -> str:
    """Through the callback; without one the value is a subject id already."""
    if not isinstance(value, str) or not 0 < len(value) <= 100 or not value.isprintable():
        raise Wrong("person", f"A handle stands here, not {shown(value)}.", f"此处应为用户名，而不是 {shown(value)}。")
    if people is None:
        return value
    subject = people(value.removeprefix("@"))
    if subject is None:
        raise Wrong("unknown_person", f"Nobody has the handle {shown(value)}.", f"没有用户名为 {shown(value)} 的人。")
    return subject


def schema(value: object, expected: str) -> str:
    if value != expected:
        raise Wrong(
            "schema", f"The schema is {expected}; not {shown(value)}.", f"格式应为 {expected}；{shown(value)} 不行。"
        )
    return expected


def language(value: object) -> str:
    if not isinstance(value, str) or not _LANGUAGE.fullmatch(value):
        raise Wrong(
            "language", "A language tag stands here, such as en or zh-Hans.", "此处应为语言代码，如 en 或 zh-Hans。"
        )
    return value


@lru_cache(maxsize=1)
def zones() -> frozenset[str]:
    """Places alone: `Factory` stands for a clock nobody has set, and `localtime` for the server's own."""
    return frozenset(available_timezones()) - {"Factory", "localtime"}


def zone(value: object) -> str:
    if not isinstance(value, str) or value not in zones():
        raise Wrong(
            "zone",
            f"An IANA zone stands here, such as Europe/Berlin; not {shown(value)}.",
            f"此处应为 IANA 时区，如 Asia/Shanghai；{shown(value)} 不行。",
        )
    return value
