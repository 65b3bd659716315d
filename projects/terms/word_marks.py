"""Two texts with what only one of them says marked in each, by words; Chinese and Japanese by characters. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from fractions import Fraction

# (same | ins | del | mark | apart, text)
Part = tuple[str, str]
Line = Sequence[Part]
_IDEOGRAPHS = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# A word takes its blank along: blanks of their own are everywhere and would be matched with one another.
_WORDS = re.compile(rf"[{_IDEOGRAPHS}]|(?:(?![{_IDEOGRAPHS}])\w)+\s*|[^\w\s]\s*|\s+")


@dataclass(frozen=True)
class Signs:
    """How words are marked that only the first text has, and only the second. Lines that share less than `least` of the
    longer are marked as wholes, by `first_line` and `second_line`: nobody can read the words of both between one
    another."""

    first: str
    second: str
    first_line: str
    second_line: str
    least: Fraction


# Between versions something went and came, and a line is mostly the same one; between projects neither did.
OF_VERSIONS = Signs("del", "ins", "del", "ins", Fraction(1, 5))
OF_PROJECTS = Signs("mark", "mark", "apart", "apart", Fraction(1, 2))


@dataclass
class Budget:
    """How many pairs of equal words may still be looked at, for one line and for one page. What costs more is marked as
    whole lines: texts of the same few words over and over would keep the matcher busy for minutes."""

    line: int = 20_000
    page: int = 300_000

    def spend(self, one: Sequence[str], other: Sequence[str]) -> bool:
        counts = Counter(other)
        pairs = sum(counts[word] for word in one)
        if pairs > min(self.line, self.page):
            return False
        self.page -= pairs
        return True


def plain(lines: Sequence[str]) -> list[Line]:
    return [[("same", line)] for line in lines]


def marked(before: Sequence[str], after: Sequence[str], signs: Signs, budget: Budget) -> tuple[list[Line], list[Line]]:
    """The lines of both. What only one of them says is marked by `signs`."""
    left: list[Line] = []
    right: list[Line] = []
    for tag, i1, i2, j1, j2 in SequenceMatcher(a=before, b=after, autojunk=False).get_opcodes():
        if tag == "equal":
            left += plain(before[i1:i2])
            right += plain(after[j1:j2])
            continue
        pairs = min(i2 - i1, j2 - j1)
        for k in range(pairs):
            one, other = _by_words(before[i1 + k], after[j1 + k], signs, budget)
            left.append(one)
            right.append(other)
        left += [[(signs.first_line, line)] for line in before[i1 + pairs : i2]]
        right += [[(signs.second_line, line)] for line in after[j1 + pairs : j2]]
    return left, right


def _by_words(before: str, after: str, signs: Signs, budget: Budget) -> tuple[Line, Line]:
    a, b = _WORDS.findall(before), _WORDS.findall(after)
    bare_a, bare_b = [word.rstrip() for word in a], [word.rstrip() for word in b]
    blocks = _shared(bare_a, bare_b, budget)
    shared = sum(len(word) for at, _there, n in blocks for word in bare_a[at : at + n])
    if shared < signs.least * max(sum(map(len, bare_a)), sum(map(len, bare_b))):
        return [(signs.first_line, before)], [(signs.second_line, after)]
    left: list[Part] = []
    right: list[Part] = []
    i = j = 0
    for at, there, n in [*blocks, (len(a), len(b), 0)]:
        left += [*_part(signs.first, a[i:at]), *_part("same", a[at : at + n])]
        right += [*_part(signs.second, b[j:there]), *_part("same", b[there : there + n])]
        i, j = at + n, there + n
    return left, right


def _shared(a: Sequence[str], b: Sequence[str], budget: Budget) -> list[tuple[int, int, int]]:
    """Runs of words that stand in both, as (place in a, place in b, how many); what both begin and end with first."""
    head = 0
    while head < min(len(a), len(b)) and a[head] == b[head]:
        head += 1
    tail = 0
    while tail < min(len(a), len(b)) - head and a[-1 - tail] == b[-1 - tail]:
        tail += 1
    blocks = [(0, 0, head)] if head else []
    inner_a, inner_b = a[head : len(a) - tail], b[head : len(b) - tail]
    if inner_a and inner_b and budget.spend(inner_a, inner_b):
        matcher = SequenceMatcher(a=inner_a, b=inner_b, autojunk=False)
        blocks += [(head + one.a, head + one.b, one.size) for one in matcher.get_matching_blocks() if one.size]
    return [*blocks, (len(a) - tail, len(b) - tail, tail)]


def _part(sign: str, words: Sequence[str]) -> list[Part]:
    """A blank at the end of what is marked stands outside the mark."""
    text = "".join(words)
    bare = text.rstrip()
    if sign == "same" or bare == text:
        return [(sign, text)] if text else []
    return [(sign, bare), ("same", text[len(bare) :])]
