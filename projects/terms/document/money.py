"""Money as people write it and as it is stored; sums of money are computed in authorship.engine."""

from __future__ import annotations

import re
from functools import lru_cache

from iso4217 import Currency

MAX_MINOR = 10**12
Money = dict[str, int | str]

_FORM = re.compile(r"(0|[1-9][0-9]{0,14})(?:\.([0-9]{1,4}))? ([A-Z]{3})")


class MoneyError(ValueError):
    """The text is no amount of money; ``message`` and ``message_zh`` say why."""

    def __init__(self, message: str, message_zh: str) -> None:
        super().__init__(message)
        self.message = message
        self.message_zh = message_zh


@lru_cache(maxsize=1)
def _minor_units() -> dict[str, int]:
    return {str(currency.code): int(currency.exponent) for currency in Currency if currency.exponent is not None}


def minor_units(currency: str) -> int | None:
    """Decimals of an ISO 4217 currency (USD 2, JPY 0), or None for codes that are no money one can pay in."""
    return _minor_units().get(currency)


def parse_money(text: str) -> Money:
    """``10.00 USD`` → {"minor": 1000, "currency": "USD"}. Decimals are those of the currency, or none at all."""
    match = _FORM.fullmatch(text)
    if match is None:
        raise MoneyError("money is written like 10.00 USD", "金额写作 10.00 USD 的形式")
    whole, decimals, code = match.groups()
    digits = minor_units(code)
    if digits is None:
        raise MoneyError(f"{code} is not a currency of ISO 4217", f"{code} 不是 ISO 4217 货币代码")
    if decimals is not None and len(decimals) != digits:
        raise MoneyError(f"{code} has {digits} decimals", f"{code} 有 {digits} 位小数")
    minor = int(whole) * 10**digits + int(decimals or 0)
    if minor > MAX_MINOR:
        raise MoneyError("the amount is too large", "金额过大")
    return {"minor": minor, "currency": code}


def check_money(value: dict[str, object]) -> Money:
    """The stored form, checked: exactly minor and currency."""
    minor, code = value.get("minor"), value.get("currency")
    if (
        set(value) != {"minor", "currency"}
        or not isinstance(minor, int)
        or isinstance(minor, bool)
        or not isinstance(code, str)
    ):
        raise MoneyError('money is {"minor": whole number, "currency": code}', "金额应为 {minor: 整数, currency: 代码}")
    if not 0 <= minor <= MAX_MINOR:
        raise MoneyError("the amount is out of range", "金额超出范围")
    if minor_units(code) is None:
        raise MoneyError(f"{code[:10]!a} is not a currency of ISO 4217", "不是 ISO 4217 货币代码")
    return {"minor": minor, "currency": code}


def format_money(value: Money) -> str:
    """The written form, exact in both directions: ``10.00 USD``, ``60000 JPY``."""
    minor, code = int(value["minor"]), str(value["currency"])
    digits = minor_units(code) or 0
    if not digits:
        return f"{minor} {code}"
    whole, rest = divmod(minor, 10**digits)
    return f"{whole}.{rest:0{digits}d} {code}"
