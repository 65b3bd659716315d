"""Places in a text, kept by quotation: the exact words with what stood before and after them.

The form is the TextQuoteSelector of the W3C Web Annotation Data Model. Positions count characters of
the Markdown source. Runs of white space count as one space, so that a re-wrapped line is the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

CONTEXT = 32
LONGEST_QUOTE = 2000
# A shorter quotation ("Note.") is too common to be found again without any of its surroundings.
_CONVINCING = 16
# So many characters of the surroundings must agree where the words alone do not decide.
_AGREES = 8
# Words that stand in more places than this are told apart by nobody, and weighing all of them takes too long.
_MOST_PLACES = 200
_FARTHEST = 4_096  # characters of context a side, at most
_SPACE = re.compile(r"\s+")
# What Markdown adds around words and a reader does not see: a selection in the page lacks it.
_MARKUP = frozenset("*_`~#>\\")


@dataclass(frozen=True)
class Anchor:
    exact: str
    prefix: str
    suffix: str


def relocate(source: str, exact: str, prefix: str, suffix: str, *, among: int = 1) -> tuple[int, int] | None:
    """Where the quoted words stand now, or None when they are gone or nobody can tell which they are.

    `among` is how often the words stood in the text they were quoted from: one left of two needs its
    surroundings to be known again. Among several the best surroundings win; a draw is no answer.
    """
    found = _occurrences(source, exact)
    if not 0 < len(found) <= _MOST_PLACES:
        return None
    scored = sorted(((_agreement(source, span, prefix, suffix), span) for span in found), reverse=True)
    best, span = scored[0]
    if len(scored) > 1 and scored[1][0] == best:
        return None
    alone = len(scored) == 1
    context = len(_flat(prefix)) + len(_flat(suffix))
    needed = 0
    if among > 1:
        needed = context // 2
    elif not alone or len(exact.strip()) < _CONVINCING:
        needed = min(_AGREES, context)
    return span if best >= needed else None


def anchor(source: str, start: int, end: int) -> Anchor:
    """Quotes `source[start:end]` with as much context as makes it unmistakable, at least 32 characters a side."""
    exact = source[start:end]
    reach = CONTEXT
    while True:
        made = Anchor(exact, source[max(0, start - reach) : start], source[end : end + reach])
        if relocate(source, exact, made.prefix, made.suffix) == (start, end):
            return made
        if reach > min(len(source), _FARTHEST):
            return made
        reach *= 2


def occurrences(source: str, exact: str) -> int:
    return len(_occurrences(source, exact))


def of_line(source: str, number: int) -> Anchor | None:
    """The anchor of line `number` (from 1); None for an empty line and for one that does not exist."""
    start = 0
    for position, line in enumerate(source.split("\n"), start=1):
        if position == number:
            words = line.strip()
            if not words:
                return None
            offset = start + line.index(words)
            return anchor(source, offset, offset + len(words))
        start += len(line) + 1
    return None


def of_quote(source: str, quote: str, before: str = "") -> Anchor | None:
    """The anchor of words copied from the page or the source; None if they are not there or not the only ones.

    `before` is what stood before the words in the page; it tells repeated sentences apart.
    """
    words = quote.strip()
    if not words:
        return None
    spans = _occurrences(source, words) or _seen_as(source, words)
    if 1 < len(spans) <= _MOST_PLACES and before:
        scored = sorted(((_common_end(_plain(source[: s[0]]), _plain(before)), s) for s in spans), reverse=True)
        if scored[0][0] > scored[1][0]:
            spans = [scored[0][1]]
    return anchor(source, *spans[0]) if len(spans) == 1 else None


def line_of(source: str, position: int) -> int:
    return source.count("\n", 0, position) + 1


def _occurrences(source: str, exact: str) -> list[tuple[int, int]]:
    words = exact.split()
    if not words:
        return []
    pattern = re.compile(r"\s+".join(re.escape(word) for word in words))
    return [match.span() for match in pattern.finditer(source)]


def _agreement(source: str, span: tuple[int, int], prefix: str, suffix: str) -> int:
    """How many characters of the surroundings are the same, counted from the words outwards."""
    reach = 2 * max(len(prefix), len(suffix)) + CONTEXT
    before = _flat(source[max(0, span[0] - reach) : span[0]])
    after = _flat(source[span[1] : span[1] + reach])
    return _common_end(before, _flat(prefix)) + _common_start(after, _flat(suffix))


def _flat(text: str) -> str:
    return _SPACE.sub(" ", text)


def _common_end(one: str, other: str) -> int:
    return _common_start(one[::-1], other[::-1])


def _common_start(one: str, other: str) -> int:
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[:middle] == other[:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def _plain(text: str) -> str:
    return "".join(c for c in text if c not in _MARKUP and not c.isspace())


def _seen_as(source: str, words: str) -> list[tuple[int, int]]:
    """Spans of the source that read as `words` once Markdown's marks and all white space are left out."""
    kept = [i for i, c in enumerate(source) if c not in _MARKUP and not c.isspace()]
    seen = "".join(source[i] for i in kept)
    wanted = _plain(words)
    spans = []
    start = seen.find(wanted) if wanted else -1
    while start >= 0:
        spans.append((kept[start], kept[start + len(wanted) - 1] + 1))
        start = seen.find(wanted, start + 1)
    return spans
