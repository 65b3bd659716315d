"""Exact amounts: the one text form of points and shares."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import NoReturn

from authorship.engine.errors import shown

MAX_DENOMINATOR = 10**6
MAX_NUMERATOR = 2**31 - 1  # a ledger row keeps the numerator in 32 bits
_LONGEST = len("999999999/1000000")
_FORM = re.compile(r"(0|[1-9][0-9]{0,8})(?:/([1-9][0-9]{0,6}))?")


class AmountError(ValueError):
    """The text is not an amount; the message can be shown to whoever wrote it.

    `case` is `bare` for a number, `text` for what is neither that nor a text, `denominator` where that is too large,
    and empty for a wrong form.
    """

    def __init__(self, message: str, case: str = "") -> None:
        super().__init__(message)
        self.case = case


def parse_amount(text: object) -> Fraction:
    """Read `3`, `1/2` or `0`; everything else raises AmountError: numbers, `0.5`, signs, spaces, other digits.

    `2/4` is read and kept as 1/2.
    """
    if not isinstance(text, str):
        case = "bare" if isinstance(text, int | float) else "text"
        raise AmountError(f'an amount is written as text, like "1/2"; this is {shown(text)}', case)
    if len(text) > _LONGEST:  # before the cache, so that it never holds a long text
        _refuse(text)
    return _parse(text)


def parse_signed(text: object) -> Fraction:
    """An amount that may carry one minus sign: only reversing entries have it. `-0` is refused."""
    if isinstance(text, str) and text.startswith("-"):
        amount = parse_amount(text[1:])
        if not amount:
            raise AmountError("minus zero is no amount")
        return -amount
    return parse_amount(text)


@lru_cache(maxsize=4096)
def _parse(text: str) -> Fraction:
    match = _FORM.fullmatch(text)
    if match is None:
        _refuse(text)
    denominator = int(match[2] or 1)
    if denominator > MAX_DENOMINATOR:
        raise AmountError(f"the denominator is at most {MAX_DENOMINATOR}; this is {shown(text)}", "denominator")
    return Fraction(int(match[1]), denominator)


def _refuse(text: str) -> NoReturn:
    raise AmountError(
        f'an amount is a whole number or a fraction in plain digits, like "2" or "1/2"; this is {shown(text)}'
    )


def format_amount(amount: Fraction) -> str:
    """`3`, `1/2`, `-1/2`: lowest terms. Sums may have a larger denominator than any amount that can be read."""
    if amount.denominator == 1:
        return str(amount.numerator)
    return f"{amount.numerator}/{amount.denominator}"
