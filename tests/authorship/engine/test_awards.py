"""Rule × fact = amounts, by hand."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from authorship.engine.awards import AwardError, amounts
from authorship.engine.errors import EngineError
from tests.authorship.engine.building import award, fact

THIRDS = {"a": "1/3", "b": "1/3", "c": "1/3"}


def test_equal_divides_by_the_number_of_people() -> None:
    assert amounts(award(), fact("t1", {"a": "1/2", "b": "1/2"})) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}
    thirds = amounts(award(), fact("t1", THIRDS))
    assert thirds == dict.fromkeys("abc", Fraction(1, 3))
    assert sum(thirds.values()) == 1


def test_equal_does_not_look_at_the_declared_shares() -> None:
    assert amounts(award(), fact("t1", {"a": "9/10", "b": "1/10"})) == {"a": Fraction(1, 2), "b": Fraction(1, 2)}


def test_declared_multiplies_by_the_share() -> None:
    rule = award(fixed="6", split="declared")
    assert amounts(rule, fact("t1", {"a": "5/12", "b": "7/12"})) == {"a": Fraction(5, 2), "b": Fraction(7, 2)}


def test_each_gives_everybody_the_whole() -> None:
    assert amounts(award(fixed="1/2", split="each"), fact("t1", THIRDS)) == dict.fromkeys("abc", Fraction(1, 2))


def test_a_fact_may_stand_for_several_equal_pieces_of_work() -> None:
    rule = award("review", "1/2", source="review", split="each")
    assert amounts(rule, fact("2027-01", {"a": "1"}, type="review", count=5)) == {"a": Fraction(5, 2)}


@pytest.mark.parametrize(
    "shares",
    [{"a": "1/2", "b": "1/3"}, {"a": "1/2", "b": "2/3"}, {}, {"a": "0", "b": "1"}, {"a": "0.5", "b": "0.5"}, {"a": 1}],
)
def test_declared_shares_that_are_not_exactly_one_are_refused(shares: dict[str, Any]) -> None:
    with pytest.raises(AwardError):
        amounts(award(split="declared"), fact("t1", shares))


def test_amounts_that_no_ledger_row_can_hold_are_refused() -> None:
    with pytest.raises(AwardError, match="ledger row"):
        amounts(award(fixed="1/1000000"), fact("t1", THIRDS))
    with pytest.raises(AwardError, match="ledger row"):
        amounts(award(fixed="999999999", split="each"), fact("t1", {"a": "1"}, count=3))


def test_many_unrelated_shares_are_refused_without_a_number_nobody_can_read() -> None:
    shares = {f"s{n}": f"1/{n}" for n in range(999_001, 999_901)}
    with pytest.raises(AwardError, match="many digits"):
        amounts(award(split="declared"), fact("t1", shares))


@pytest.mark.parametrize(
    "change", [{"amount": {"range": ["1", "6"]}}, {"cap": {"item": "1"}}, {"amount": {"fixed": "0"}}, {"amount": None}]
)
def test_rules_that_cannot_run_are_refused(change: dict[str, Any]) -> None:
    with pytest.raises(EngineError):
        amounts({**award(), **change}, fact("t1", {"a": "1"}))
