"""What a contributor's grant covers, and what a licence or a recipient asks of it."""

from __future__ import annotations

from collections.abc import Iterable

from licensing.vocabulary.licences import terms_of
from licensing.vocabulary.spdx import Expression

ANY = "any"
NON_COMMERCIAL = "noncommercial"
PURPOSES = ("research", "evaluation", "training", "resale", NON_COMMERCIAL, ANY)

_SAME = {"benchmarking": "evaluation", "non-commercial": NON_COMMERCIAL}
# What a licence asks of the grant, from nothing to everything.
_ASKS = {"open": 2, "no_derivatives": 2, "non_commercial": 1, "reference": 0, "unknown": 0}
_ASKED: tuple[str | None, ...] = (None, NON_COMMERCIAL, ANY)


def purpose(word: str) -> str:
    """The purpose a word stands for; a word outside the vocabulary is returned as it is and covers nothing."""
    word = word.strip().casefold()
    return _SAME.get(word, word)


def covers(granted: Iterable[str], asked: str) -> bool:
    """``any`` covers everything, ``noncommercial`` everything but resale and any, other purposes only themselves."""
    have = {purpose(word) for word in granted}
    want = purpose(asked)
    if ANY in have:
        return True
    if NON_COMMERCIAL in have and want not in {"resale", ANY}:
        return True
    return want in PURPOSES and want in have


def asked_by(expression: Expression) -> str | None:
    """The purpose a grant must cover for a release under this expression, or None where it asks nothing.

    Of ``A OR B`` the taker may choose the wider licence, so the wider counts; ``A AND B`` both bind: the narrower does.
    """
    return _ASKED[_asks(expression)]


def _asks(expression: Expression) -> int:
    if expression.operator == "key":
        return _ASKS[terms_of(expression.key)]
    asked = [_asks(part) for part in expression.parts]
    return max(asked) if expression.operator == "or" else min(asked)


def allows_commerce(expression: Expression) -> bool:
    """Whether anybody may use the work commercially without asking."""
    return asked_by(expression) == ANY
