"""Whether a task tells strong models from weak ones. Pure, and computed without floats.

Which models are strong is not said by this task, or whatever solved it would be strong: a model's strength is its mean
share of solved attempts over the *other* tasks. Of the models run here that have one, those above the mean strength are
the strong ones, the rest the weak ones.

The two are apart where the 95 % intervals of their shares of solved attempts do not overlap. The intervals are those
of E. B. Wilson (Journal of the American Statistical Association 22, 1927, 209–212): of k solved in n attempts, with
z = 1.96, (k + z²/2 ± z √(k (n − k) / n + z²/4)) / (n + z²). Unlike the textbook interval they hold for 0 of n and
n of n, which is what hard tasks give.

Whether so many attempts could tell anything follows by hand: the clearest result there is, N of N against 0 of n, has
the bounds N / (N + z²) and z² / (n + z²), and these are apart where N · n > z⁴, that is from 15 on: 4 attempts each
are enough for all against none, 3 are not.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from enum import StrEnum
from fractions import Fraction

Z = Fraction(49, 25)
_DIGITS = 60


@dataclass(frozen=True)
class Tally:
    """Solved attempts of one model, or of several together."""

    solved: int
    attempts: int

    @property
    def rate(self) -> Fraction:
        return Fraction(self.solved, self.attempts)

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.solved + other.solved, self.attempts + other.attempts)


class Verdict(StrEnum):
    UNRANKED = "unranked"
    TOO_FEW = "too_few"
    SEPARATED = "separated"
    REVERSED = "reversed"
    NOT_SEPARATED = "not_separated"


@dataclass(frozen=True)
class Separation:
    """`strong` and `weak` are None where nothing says which models are which."""

    verdict: Verdict
    strong: Tally | None = None
    weak: Tally | None = None


def mean(rates: Sequence[Fraction]) -> Fraction:
    return sum(rates, Fraction()) / len(rates)


def cut(strengths: Iterable[Fraction | None]) -> Fraction | None:
    """Whatever is above it is strong; None where fewer than two models are ranked, or all alike."""
    ranked = [one for one in strengths if one is not None]
    return mean(ranked) if len(set(ranked)) > 1 else None


def separation(models: Iterable[tuple[Tally, Fraction | None]]) -> Separation:
    """Of (solved attempts here, strength by other tasks) of each model."""
    found = list(models)
    border = cut(strength for _tally, strength in found)
    if border is None:
        return Separation(Verdict.UNRANKED)
    nothing = Tally(0, 0)
    strong = sum((tally for tally, one in found if one is not None and one > border), nothing)
    weak = sum((tally for tally, one in found if one is not None and one <= border), nothing)
    return Separation(judge(strong, weak), strong, weak)


def judge(strong: Tally, weak: Tally) -> Verdict:
    if strong.attempts * weak.attempts <= Z**4:
        return Verdict.TOO_FEW
    if bounds(strong)[0] > bounds(weak)[1]:
        return Verdict.SEPARATED
    if bounds(weak)[0] > bounds(strong)[1]:
        return Verdict.REVERSED
    return Verdict.NOT_SEPARATED


def bounds(tally: Tally) -> tuple[Decimal, Decimal]:
    """Wilson's interval, to sixty digits."""
    k, n = tally.solved, tally.attempts
    with localcontext() as context:
        context.prec = _DIGITS
        z = _decimal(Z)
        square = z * z
        reach = z * (Decimal(k * (n - k)) / n + square / 4).sqrt()
        middle = k + square / 2
        return (middle - reach) / (n + square), (middle + reach) / (n + square)


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
