"""Texts as sets of short passages, and the few of them that are kept. Pure.

A token is a word, or one sign of a script that writes none (Chinese characters, kana). A shingle is a run of tokens of
weight 10, a word counting 2 and a sign 1: five words, ten signs, or a mixture. How alike two texts are is Jaccard's
share: the shingles in both over the shingles in either.

Kept are the fingerprints that winnowing picks (Schleimer, Wilkerson and Aiken, SIGMOD 2003): of every four shingles in
a row the one with the smallest hash. Two texts with four shingles in a row in common, that is eight words or thirteen
signs, share a fingerprint whatever stands around them. Of very long texts the `MOST` smallest are kept, and this holds
no more.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate

from portal.core.text.folding import fold

# Fingerprints are stored: whatever makes others of any text takes the next number here.
METHOD = 1
MOST = 2_000
WEIGHT, WINDOW = 10, 4
_WORD, _SIGN = 2, 1
_SIGNS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(rf"[{_SIGNS}]|(?:(?![{_SIGNS}])[^\W_])+")
_ONE_SIGN = re.compile(f"[{_SIGNS}]")


@dataclass(frozen=True)
class Token:
    """A word as it is compared, and where it stands in the text."""

    word: str
    start: int
    end: int
    weight: int


@dataclass(frozen=True)
class Shingle:
    """`first` and `last` are places of its tokens."""

    value: int
    first: int
    last: int


@dataclass(frozen=True)
class Text:
    """A text taken apart; `of` makes one."""

    text: str
    tokens: Sequence[Token]
    shingles: Sequence[Shingle]

    @property
    def values(self) -> frozenset[int]:
        return frozenset(one.value for one in self.shingles)


def of(text: str) -> Text:
    tokens = [
        Token(fold(found[0]), found.start(), found.end(), _SIGN if _ONE_SIGN.match(found[0]) else _WORD)
        for found in _TOKEN.finditer(text)
    ]
    return Text(text, tokens, list(_shingles(tokens)))


def _shingles(tokens: Sequence[Token]) -> Iterable[Shingle]:
    """A text lighter than one is a shingle as a whole."""
    last, weight = -1, 0
    for first in range(len(tokens)):
        while weight < WEIGHT and last + 1 < len(tokens):
            last += 1
            weight += tokens[last].weight
        if weight < WEIGHT and first:
            return
        yield Shingle(_value(tokens[first : last + 1]), first, last)
        weight -= tokens[first].weight


def _value(tokens: Iterable[Token]) -> int:
    """63 bits, which a database keeps as a whole number."""
    said = "\x1f".join(token.word for token in tokens).encode()
    return int.from_bytes(hashlib.blake2b(said, digest_size=8).digest()) >> 1


def prints(text: Text) -> list[int]:
    values = [one.value for one in text.shingles]
    windows = max(len(values) - WINDOW + 1, 1)
    return sorted({min(values[at : at + WINDOW]) for at in range(windows)} if values else set())[:MOST]


def alike(one: frozenset[int], other: frozenset[int]) -> Fraction:
    """Jaccard's share."""
    either = len(one | other)
    return Fraction(len(one & other), either) if either else Fraction()


def longest(text: Text, values: frozenset[int]) -> tuple[int, str]:
    """The heaviest passage of `text` made of shingles that are among `values`: its weight, and its words as they
    stand there."""
    sums = list(accumulate((token.weight for token in text.tokens), initial=0))
    best, passage = 0, ""
    first = last = -1
    for shingle in text.shingles:
        if shingle.value not in values:
            first = -1
            continue
        first, last = (shingle.first if first < 0 else first), shingle.last
        weight = sums[last + 1] - sums[first]
        if weight > best:
            best, passage = weight, text.text[text.tokens[first].start : text.tokens[last].end]
    return best, passage
