"""From an award rule and the facts of one piece of work to amounts: rule × fact, exactly."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import MAX_DENOMINATOR, MAX_NUMERATOR, AmountError, format_amount, parse_amount
from authorship.engine.errors import EngineError
from authorship.engine.rules.awards import read_award
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.running import unrunnable_award
from authorship.engine.rules.types import AwardRule, Fixed

MAX_SHARES = 1000


class AwardError(ValueError):
    """The fact gives no amounts under this rule; the message says why."""


def amounts(rule: AwardRule | Mapping[str, Any], fact: Mapping[str, Any]) -> dict[str, Fraction]:
    """What each subject named in the fact's shares gets under the rule, by ascending subject id.

    `equal` divides by the number of subjects and does not look at the shares; `declared` multiplies by them,
    and they must sum to exactly 1; `each` gives everybody the whole. A fact that stands for several equal
    pieces of work says so in `count` (1). Raises AwardError where the shares do not fit or an amount would not
    fit a ledger row, EngineError where the rule is wrong or not computed yet.
    """
    read = rule if isinstance(rule, AwardRule) else read_runnable_award(rule)
    if not isinstance(read.amount, Fixed):
        raise EngineError(unrunnable_award(read, ""))
    whole = read.amount.amount * _count(fact)
    shares = _shares(fact)
    if read.split == "equal":
        parts = {subject: whole / len(shares) for subject in shares}
    elif read.split == "each":
        parts = dict.fromkeys(shares, whole)
    else:
        total = sum(shares.values(), Fraction(0))
        if total != 1:
            raise AwardError(f"the declared shares sum to {_brief(total)}, not to 1")
        parts = {subject: whole * share for subject, share in shares.items()}
    for subject, amount in parts.items():
        if amount.denominator > MAX_DENOMINATOR or amount.numerator > MAX_NUMERATOR:
            raise AwardError(f"{_brief(amount)} for {subject} does not fit a ledger row")
    return parts


def read_runnable_award(rule: Mapping[str, Any]) -> AwardRule:
    """The typed rule; EngineError if it is wrong, unfinished or not computed yet."""
    reader = Reader()
    read = read_award(reader, rule, "")
    problems = reader.problems or (unrunnable_award(read, "") if read is not None else [])
    if read is None or problems:
        raise EngineError(problems)
    return read


def _count(fact: Mapping[str, Any]) -> int:
    count = fact.get("count", 1)
    if isinstance(count, bool) or not isinstance(count, int) or not 1 <= count <= MAX_DENOMINATOR:
        raise AwardError("count is a whole number from 1")
    return count


def _shares(fact: Mapping[str, Any]) -> dict[str, Fraction]:
    declared = fact.get("shares")
    if not isinstance(declared, dict) or not declared:
        raise AwardError("nobody is named in the shares")
    if len(declared) > MAX_SHARES:
        raise AwardError(f"at most {MAX_SHARES} people share one piece of work")
    shares: dict[str, Fraction] = {}
    for subject in sorted(declared):
        try:
            shares[subject] = parse_amount(declared[subject])
        except AmountError as error:
            raise AwardError(f"the share of {subject}: {error}") from None
        if not shares[subject]:
            raise AwardError(f"the share of {subject} is 0")
    return shares


def _brief(amount: Fraction) -> str:
    return format_amount(amount) if amount.denominator.bit_length() < 128 else "a fraction of many digits"
