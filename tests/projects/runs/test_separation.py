"""The rule that tells strong models from weak ones, against values from tables and by hand."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from projects.runs.separation import Separation, Tally, Verdict, bounds, cut, judge, separation

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


@pytest.mark.parametrize(
    ("solved", "attempts", "low", "high"),
    [
        # By hand: z²/(n+z²) and n/(n+z²) at the ends, with z² = 3.8416.
        (0, 20, "0", "0.161124"),
        (20, 20, "0.838875", "1"),
        # Newcombe 1998, Statistics in Medicine 17, table I, method 3.
        (81, 263, "0.2553", "0.3662"),
        (15, 148, "0.0624", "0.1605"),
        (0, 20, "0.0000", "0.1611"),
        (1, 29, "0.0061", "0.1718"),
    ],
)
def test_the_intervals_are_those_of_the_tables(solved: int, attempts: int, low: str, high: str) -> None:
    found = bounds(Tally(solved, attempts))
    for end, printed in zip(found, (low, high), strict=True):
        assert abs(end - Decimal(printed)) < Decimal("0.00006"), (found, printed)


@pytest.mark.parametrize(
    ("strong", "weak", "verdict"),
    [
        # The intervals of 3 in 20 and 0 in 20 are 0.05 to 0.36 and 0 to 0.16.
        ((3, 20), (0, 20), Verdict.NOT_SEPARATED),
        ((30, 200), (0, 200), Verdict.SEPARATED),
        ((0, 200), (30, 200), Verdict.REVERSED),
        ((10, 10), (10, 10), Verdict.NOT_SEPARATED),
        ((0, 50), (0, 50), Verdict.NOT_SEPARATED),
        # 15 is the first product above z⁴ = 14.757…
        ((3, 3), (0, 5), Verdict.SEPARATED),
        ((2, 2), (0, 7), Verdict.TOO_FEW),
        ((4, 4), (0, 4), Verdict.SEPARATED),
        ((3, 3), (0, 3), Verdict.TOO_FEW),
        ((0, 100_000), (100_000, 100_000), Verdict.REVERSED),
    ],
)
def test_apart_or_not(strong: tuple[int, int], weak: tuple[int, int], verdict: Verdict) -> None:
    assert judge(Tally(*strong), Tally(*weak)) is verdict


def test_strong_is_what_lies_above_the_mean_of_the_models_here() -> None:
    assert cut([HALF, THIRD, None]) == Fraction(5, 12)
    assert cut([HALF, HALF]) is None
    assert cut([HALF, None]) is None
    assert cut([]) is None
    found = separation([(Tally(9, 10), HALF), (Tally(8, 10), HALF), (Tally(0, 10), THIRD), (Tally(10, 10), None)])
    # The mean is 4/9; the model that nothing ranks stands on neither side.
    assert found == Separation(Verdict.SEPARATED, Tally(17, 20), Tally(0, 10))
    assert separation([(Tally(1, 2), None)]) == Separation(Verdict.UNRANKED)
