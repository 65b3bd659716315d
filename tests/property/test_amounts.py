"""Exact amounts: reading is the whole grammar and nothing else, writing is its inverse, shares add up to their task."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from authorship.engine.amounts import AmountError, format_amount, parse_amount, parse_signed

# The rule grammar's form, copied from the agreement and not from the engine.
FORM = re.compile(r"(0|[1-9][0-9]{0,8})(/[1-9][0-9]{0,6})?", re.ASCII)
NUMERATORS, DENOMINATORS = st.integers(0, 999_999_999), st.integers(1, 10**6)


@given(NUMERATORS, DENOMINATORS)
def test_what_is_written_reads_as_the_same_amount(numerator: int, denominator: int) -> None:
    text = f"{numerator}/{denominator}"
    assert parse_amount(text) == Fraction(numerator, denominator)
    assert parse_amount(format_amount(parse_amount(text))) == parse_amount(text)


@given(st.one_of(st.text(max_size=20), st.text("0123456789/. -+e_½１", max_size=12)))
@example("0/1000000")
@example("1/1000001")
@example("999999999/1")
@example("1\n")
def test_exactly_the_texts_of_the_grammar_are_read(text: str) -> None:
    denominator = text.partition("/")[2]
    allowed = FORM.fullmatch(text) is not None and int(denominator or 1) <= 10**6
    try:
        parse_amount(text)
    except AmountError:
        assert not allowed
    else:
        assert allowed


@given(st.lists(st.integers(1, 40), min_size=1, max_size=12))
def test_shares_by_weight_add_up_to_exactly_the_task(weights: list[int]) -> None:
    """Any division by whole weights, however odd: no share is rounded on its way through text."""
    whole = sum(weights)
    shares = [format_amount(Fraction(weight, whole)) for weight in weights]
    assert sum(map(parse_amount, shares)) == 1


@given(st.lists(st.tuples(NUMERATORS, DENOMINATORS), max_size=30), st.randoms(use_true_random=False))
def test_a_sum_does_not_depend_on_its_order(pairs: list[tuple[int, int]], random: object) -> None:
    amounts = [Fraction(*pair) for pair in pairs]
    shuffled = list(amounts)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert sum(shuffled) == sum(amounts)
    assert format_amount(sum(shuffled, Fraction())) == format_amount(sum(amounts, Fraction()))


@given(NUMERATORS, DENOMINATORS)
def test_a_reversal_takes_back_exactly_its_entry(numerator: int, denominator: int) -> None:
    assume(numerator)
    amount = parse_amount(f"{numerator}/{denominator}")
    assert amount + parse_signed(format_amount(-amount)) == 0


@given(st.one_of(st.integers(), st.floats(), st.booleans(), st.none(), st.binary(max_size=9), st.fractions()))
def test_nothing_but_text_is_an_amount(value: object) -> None:
    with pytest.raises(AmountError):
        parse_amount(value)
