"""Two versions of one paragraph, word by word. Pure."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache

from rapidfuzz.distance import Indel

# Chinese, Japanese and Korean are written without spaces: there a character is what a word is elsewhere.
_CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uac00-\ud7af\uf900-\ufaff"
_TOKENS = re.compile(rf"\s+|[{_CJK}]|(?:(?![{_CJK}])\w)+|[^\w\s]")

# More words in one paragraph than anybody writes. Comparing takes time with the product of both.
MOST = 4_000

Parts = tuple[tuple[str, str], ...]


@lru_cache(maxsize=4096)
def tokens(text: str) -> tuple[str, ...]:
    """Words, single signs and single CJK characters. What stands between them is one space however it is broken."""
    return tuple(" " if token.isspace() else token for token in _TOKENS.findall(text))


@lru_cache(maxsize=4096)
def words(text: str) -> tuple[str, ...]:
    """The tokens without the spaces."""
    return tuple(one for one in tokens(text) if not one.isspace())


def likeness(old: str, new: str, least: float) -> float:
    """The share of the words of both that their longest common sequence covers, 0 to 1; 0 where it is below `least`, or
    where there are too many to compare."""
    a, b = words(old), words(new)
    return 0.0 if max(len(a), len(b)) > MOST else Indel.normalized_similarity(a, b, score_cutoff=least)


def steps(a: Sequence[Hashable], b: Sequence[Hashable]) -> Iterator[tuple[str, int, int, int, int]]:
    """`equal`, `delete` and `insert` with the ranges they speak of, from the longest common sequence."""
    for step in Indel.opcodes(a, b):
        yield step.tag, step.src_start, step.src_end, step.dest_start, step.dest_end


def parts(old: str, new: str) -> Parts:
    """What stayed, went and came, as (same|del|ins, text) in the order of reading; what went before what came."""
    a, b = tokens(old), tokens(new)
    found: list[tuple[str, str]] = []
    gone: list[str] = []
    come: list[str] = []
    for tag, i1, i2, j1, j2 in steps(a, b):
        if tag != "equal":
            gone += a[i1:i2]
            come += b[j1:j2]
            continue
        if (gone or come) and i2 - i1 == 1 and a[i1] == " ":  # a space alone between two changes parts nothing
            gone.append(" ")
            come.append(" ")
            continue
        _settle(found, gone, come)
        found.append(("same", "".join(a[i1:i2])))
    _settle(found, gone, come)
    return tuple(found)


def _settle(found: list[tuple[str, str]], gone: list[str], come: list[str]) -> None:
    went, came = "".join(gone), "".join(come)
    gone.clear()
    come.clear()
    kept = " " if went.endswith(" ") and came.endswith(" ") else ""
    went, came = went.removesuffix(kept), came.removesuffix(kept)
    found += [(tag, text) for tag, text in (("del", went), ("ins", came), ("same", kept)) if text]
