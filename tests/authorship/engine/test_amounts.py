"""The text form of amounts: exactly the one pattern of the rule grammar."""

from __future__ import annotations

from fractions import Fraction

import pytest

from authorship.engine.amounts import AmountError, format_amount, parse_amount, parse_signed
from authorship.engine.errors import shown


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("0", Fraction(0)),
        ("1", Fraction(1)),
        ("999999999", Fraction(999_999_999)),
        ("1/2", Fraction(1, 2)),
        ("2/4", Fraction(1, 2)),
        ("0/7", Fraction(0)),
        ("7/1000000", Fraction(7, 1_000_000)),
    ],
)
def test_amounts_are_read_exactly(text: str, amount: Fraction) -> None:
    assert parse_amount(text) == amount


REFUSED = [
    "−1", "-1", "-0", "+1", "NaN", "Infinity", "inf", "1e400", "1e2", "0.5", "1.5", ".5", "1.", "１２", "١", "1_000",
    " 7 ", "7\n", "\n7", "7\x00", "", " ", "01", "00", "1/0", "1/01", "1/", "/2", "1//2", "1/2/3", "1 / 2", "½",
    "1000000000", "1/1000001", "1/9999999", "1/10000000", "0x10", "true", "none", "9" * 10**6, "1/" + "9" * 10**6,
]  # fmt: skip


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text[:12]))
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(AmountError):
        parse_amount(text)


@pytest.mark.parametrize(
    "value", [1, 0, -1, 2**63, 10**5000, 0.5, float("nan"), True, None, [], {}, b"1", Fraction(1)], ids=shown
)
def test_only_text_is_an_amount(value: object) -> None:
    with pytest.raises(AmountError):
        parse_amount(value)


def test_only_one_minus_makes_a_reversing_amount() -> None:
    assert parse_signed("-1/2") == Fraction(-1, 2)
    assert parse_signed("3") == 3
    for text in ("--1", "-0", "- 1", "−1", "-"):
        with pytest.raises(AmountError):
            parse_signed(text)


def test_amounts_are_written_in_lowest_terms() -> None:
    assert [format_amount(Fraction(*pair)) for pair in ((4, 2), (2, 4), (-3, 6), (0, 5))] == ["2", "1/2", "-1/2", "0"]
