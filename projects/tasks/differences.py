"""What changed between two texts: by lines, and in a changed line by words. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from fractions import Fraction

# A line that keeps less of its words than this has been written anew: shown removed and added, since the words
# of both between one another can be read by nobody.
_LEAST_KEPT = Fraction(1, 2)
# Beyond this a line is shown as removed and added: comparing its words would take too long.
_MOST_WORDS = 2000
_WORDS = re.compile(r"\s+|\w+|[^\w\s]")
_FENCE = re.compile(r"^\s{0,3}(```|~~~)")


@dataclass(frozen=True)
class Line:
    """`sign` is ins, del, mixed or skip; `parts` are (ins|del|same, text); a skip counts the lines in `skipped`."""

    sign: str
    number: int | None = None
    parts: tuple[tuple[str, str], ...] = ()
    skipped: int = 0


@dataclass
class Differences:
    lines: list[Line] = field(default_factory=list)
    changed: int = 0
    added: int = 0
    removed: int = 0

    @property
    def same(self) -> bool:
        return not (self.changed or self.added or self.removed)


def differences(old: str, new: str) -> Differences:
    """Unchanged lines are counted, not repeated. Code (fenced lines) is compared line by line, prose word by word."""
    before, after = old.splitlines(), new.splitlines()
    code = _code_lines(before), _code_lines(after)
    found = Differences()
    matcher = SequenceMatcher(a=before, b=after, autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            found.lines.append(Line("skip", skipped=i2 - i1))
            continue
        pairs = min(i2 - i1, j2 - j1)
        for k in range(pairs):
            prose = i1 + k not in code[0] and j1 + k not in code[1]
            _changed(found, before[i1 + k], after[j1 + k], j1 + k + 1, by_words=prose)
        for text in before[i1 + pairs : i2]:
            _one(found, "del", text, None)
        for number, text in enumerate(after[j1 + pairs : j2], start=j1 + pairs + 1):
            _one(found, "ins", text, number)
    if found.same:
        found.lines = []
    return found


def _one(found: Differences, sign: str, text: str, number: int | None) -> None:
    if not text.strip():
        return
    found.lines.append(Line(sign, number, ((sign, text),)))
    if sign == "ins":
        found.added += 1
    else:
        found.removed += 1


def _changed(found: Differences, old: str, new: str, number: int, *, by_words: bool) -> None:
    if not old.strip() or not new.strip():
        _one(found, "del", old, None)
        _one(found, "ins", new, number)
        return
    parts = _words(old, new) if by_words else ()
    if parts:
        found.lines.append(Line("mixed", number, parts))
    else:
        found.lines += [Line("del", None, (("del", old),)), Line("ins", number, (("ins", new),))]
    found.changed += 1


def _words(old: str, new: str) -> tuple[tuple[str, str], ...]:
    """What stayed, went and came within a line; nothing where too little stayed, or it is too long to compare."""
    a, b = _WORDS.findall(old), _WORDS.findall(new)
    if len(a) > _MOST_WORDS or len(b) > _MOST_WORDS:
        return ()
    matcher = SequenceMatcher(a=a, b=b, autojunk=False)
    kept = sum(len(word.strip()) for at, _there, n in matcher.get_matching_blocks() for word in a[at : at + n])
    if kept < _LEAST_KEPT * max(len("".join(old.split())), len("".join(new.split()))):
        return ()
    parts: list[tuple[str, str]] = []
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == "equal":
            parts.append(("same", "".join(a[i1:i2])))
            continue
        if i2 > i1:
            parts.append(("del", "".join(a[i1:i2])))
        if j2 > j1:
            parts.append(("ins", "".join(b[j1:j2])))
    return tuple(parts)


def _code_lines(lines: Sequence[str]) -> set[int]:
    inside, found = False, set()
    for position, line in enumerate(lines):
        if _FENCE.match(line):
            found.add(position)
            inside = not inside
        elif inside:
            found.add(position)
    return found
