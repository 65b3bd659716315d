"""Numbers, days and money as a reader sees them, in English and in Simplified Chinese."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction

from authorship.engine.amounts import AmountError, format_amount, parse_amount
from projects.terms.document.marked import MARKS
from projects.terms.document.money import format_money

_VULGAR = {
    (1, 2): "½",
    (1, 3): "⅓",
    (2, 3): "⅔",
    (1, 4): "¼",
    (3, 4): "¾",
    (1, 5): "⅕",
    (2, 5): "⅖",
    (3, 5): "⅗",
    (4, 5): "⅘",
    (1, 6): "⅙",
    (5, 6): "⅚",
    (1, 7): "⅐",
    (1, 8): "⅛",
    (3, 8): "⅜",
    (5, 8): "⅝",
    (7, 8): "⅞",
    (1, 9): "⅑",
    (1, 10): "⅒",
}
_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)


def zh(lang: str) -> bool:
    return lang.lower().startswith("zh")


def pick(lang: str, en: str, chinese: str) -> str:
    return chinese if zh(lang) else en


def amount(value: Fraction | int | str) -> str:
    """``3``, ``½``, ``1½``, ``7/12``, ``1 7/12``; a text that is no amount is shown as it is."""
    if isinstance(value, str):
        try:
            value = parse_amount(value)
        except AmountError:
            return str(value)
    value = Fraction(value)
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    vulgar = _VULGAR.get((rest.numerator, rest.denominator))
    if vulgar:
        return f"{whole or ''}{vulgar}"
    return f"{whole} {format_amount(rest)}" if whole else format_amount(rest)


def points(value: Fraction | int | str, lang: str) -> str:
    """``1 point``, ``½ point``, ``7/12 point``, ``0 points``, ``1½ points``; ``3 分``."""
    shown = amount(value)
    if zh(lang):
        return f"{shown} 分"
    return f"{shown} point" if one_or_part(value) else f"{shown} points"


def one_or_part(value: Fraction | int | str) -> bool:
    """Whether English counts it in the singular: one, or a fraction of one."""
    try:
        number = parse_amount(value) if isinstance(value, str) else Fraction(value)
    except AmountError:
        return False
    return 0 < number <= 1


def days(number: object, lang: str) -> str:
    return counted(number, "day", "days", "天", lang)


def counted(number: object, one: str, more: str, chinese: str, lang: str) -> str:
    """``1 day``, ``3 days``, ``3 天``."""
    return pick(lang, f"{number} {one if number in (1, '1') else more}", f"{number} {chinese}")


def day(text: str, lang: str) -> str:
    """``2027-06-30`` → ``30 June 2027``, ``2027年6月30日``; other words unchanged."""
    parts = text.split("-")
    if len(parts) != 3 or not all(part.isdigit() for part in parts):
        return text
    year, month, date = (int(part) for part in parts)
    return pick(lang, f"{date} {_MONTHS[month - 1]} {year}", f"{year}年{month}月{date}日")


def money(value: object) -> str:
    """``1,000 USD``, ``12.50 EUR``: thousands marked, empty decimals left out."""
    if not isinstance(value, dict):
        return str(value)
    number, _, code = format_money(value).partition(" ")
    whole, _, decimals = number.partition(".")
    grouped = f"{int(whole):,}"
    return f"{grouped}.{decimals} {code}" if decimals.strip("0") else f"{grouped} {code}"


def series(parts: Sequence[str], lang: str, *, word: str = "and") -> str:
    """``a, b and c``; with ``word="or"``: ``a, b or c``. Chinese: ``a、b 和 c``, ``a、b 或 c``."""
    if len(parts) < 2:
        return "".join(parts)
    if zh(lang):
        return glue("、".join(parts[:-1]), "或" if word == "or" else "和", parts[-1])
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def glue(*pieces: str) -> str:
    """Chinese around foreign words: a space where a letter or digit meets a Chinese character, nothing elsewhere."""
    text = ""
    for piece in pieces:
        if text and piece and _foreign(text[-1]) != _foreign(piece[0]) and _wordlike(text[-1]) and _wordlike(piece[0]):
            text += " "
        text += piece
    return text


def _foreign(char: str) -> bool:
    return char < "\u2e80"


def _wordlike(char: str) -> bool:
    return char.isalnum()


_CLOSING = frozenset("”’\"')）]】") | MARKS


def sentence(text: str, lang: str) -> str:
    """Capital at the start, full stop at the end, where the text has neither; words in quotes keep their own."""
    text = text.strip()
    if not text:
        return text
    if zh(lang):
        text = spaced(text)
        inner = text.rstrip("".join(_CLOSING))
        stops = _STOPS_ZH if inner == text else _STOPS
        return text if inner and inner[-1] in stops else f"{text}。"
    text = text[0].upper() + text[1:]
    last = text.rstrip("".join(_CLOSING))[-1:]
    return text if last in _STOPS and last else f"{text}."


_STOPS, _STOPS_ZH = ".!?。！？…", "。！？…"
# Marked words of others as they are; else the place between a Chinese character and a figure or Latin letter. Dates
# are written without spaces: 2027年3月31日.
_MEETING = re.compile(
    r"\ufdd0[^\ufdd1]*\ufdd1|\ufdd2[^\ufdd3]*\ufdd3"
    r"|(?<=[\u4e00-\u9fff])(?<![年月])(?=[0-9A-Za-z\u00bc-\u00be\u2150-\u215e])(?![0-9]{1,4}[年月])"
    r"|(?<=[0-9A-Za-z\u00bc-\u00be\u2150-\u215e])(?=[\u4e00-\u9fff])(?![年月日])"
)


def spaced(text: str) -> str:
    """Chinese with a space where a figure or Latin letter meets a Chinese character, outside the words of others."""
    return _MEETING.sub(lambda match: match[0] or " ", text)


def sentences(texts: Iterable[str], lang: str) -> str:
    """Several sentences as one paragraph; empty ones are left out."""
    return pick(lang, " ", "").join(sentence(text, lang) for text in texts if text)
