"""Requests at their places in a rendered text. Pure: the source goes in, pieces for the template come out.

Words in a plain paragraph are marked themselves; in anything that Markdown changes (code, formulas,
lists, links) the whole block is marked, because a mark inside could break what it stands in.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from projects.tasks.differences.blocks import places

# A paragraph that Markdown shows as it is written.
_PLAIN = re.compile(r"[^*_`~#>\\|<\[\]$&!^]*")
_MARKUP_LINE = re.compile(r"^ {0,3}([*+-]\s|[0-9]{1,9}[.)]\s|=+\s*$|-+\s*$)|https?://|www\.|@", re.MULTILINE)
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]]+\]:\s")
_FOOTNOTE = re.compile(r"^ {0,3}\[\^([^\]\s]+)\]:", re.MULTILINE)
# So many blocks stand apart in one text; of a longer one several stand together.
MOST_APART = 300


@dataclass(frozen=True)
class Placed:
    """A request by its name, and where its words stand; `span` is None when they are gone."""

    name: str
    span: tuple[int, int] | None


@dataclass(frozen=True)
class Segment:
    """Words with the names of the requests tied to them."""

    text: str
    names: tuple[str, ...] = ()


@dataclass(frozen=True)
class Piece:
    """Consecutive blocks. `segments` stand in for `source` where words are marked one by one.

    `start` is where they begin in the text; `sign` says what became of a block that stands apart (`ins`, `mixed` or
    `moved`), where it changed.
    """

    source: str
    names: tuple[str, ...] = ()
    segments: tuple[Segment, ...] = ()
    start: int = 0
    sign: str = ""


def pieces(source: str, placed: Iterable[Placed]) -> list[Piece]:
    """The text from its beginning to its end, cut so that each marked block is a piece of its own."""
    spans = [(one.span, one.name) for one in placed if one.span is not None]
    parts = places(source)
    definitions = _Definitions(source, parts)
    made: list[Piece] = []
    plain_from: int | None = None
    for start, end in _joined(parts, [span for span, _name in spans]):
        names = tuple(name for span, name in spans if span[0] < end and span[1] > start)
        if not names:
            plain_from = start if plain_from is None else plain_from
            plain_to = end
            continue
        if plain_from is not None:
            made.append(Piece(definitions.added_to(source[plain_from:plain_to]), start=plain_from))
            plain_from = None
        made.append(_marked(source, start, end, spans, names, definitions))
    if plain_from is not None:
        made.append(Piece(definitions.added_to(source[plain_from:plain_to]), start=plain_from))
    return made


def apart(source: str, placed: Iterable[Placed], signs: Mapping[int, str]) -> list[Piece]:
    """As `pieces`, but every block by itself, and with what became of it by where it begins (`signs`).

    Footnotes stand under the block that refers to them; a block of nothing else is left out unless it changed.
    """
    spans = [(one.span, one.name) for one in placed if one.span is not None]
    parts = places(source)
    definitions = _Definitions(source, parts)
    made: list[Piece] = []
    for start, end in _joined(_bounded(parts), [span for span, _name in spans]):
        names = tuple(name for span, name in spans if span[0] < end and span[1] > start)
        sign = next((signs[at] for at, _end in parts if start <= at < end and at in signs), "")
        if names:
            made.append(replace(_marked(source, start, end, spans, names, definitions), sign=sign))
        elif definitions.are_all_of(source[start:end]):
            made += [Piece(_legible(source[start:end]), start=start, sign=sign)] if sign else []
        else:
            made.append(Piece(definitions.added_to(source[start:end]), start=start, sign=sign))
    return made


def block_at(source: str, start: int) -> tuple[int, int] | None:
    """The block that begins at `start`, without the blank lines after it; None where none does."""
    for begins, ends in places(source):
        if begins == start:
            return begins, begins + len(source[begins:ends].rstrip())
    return None


def _bounded(parts: list[tuple[int, int]]) -> list[tuple[int, int]]:
    together = -(-len(parts) // MOST_APART)
    if together < 2:
        return parts
    return [(some[0][0], some[-1][1]) for some in (parts[at : at + together] for at in range(0, len(parts), together))]


def _legible(text: str) -> str:
    """Footnotes by themselves: Markdown shows none that nothing refers to."""
    return _FOOTNOTE.sub(r"\\[\1\\]", text) if _FOOTNOTE.match(text) else text


class _Definitions:
    """What the text says elsewhere of its links and footnotes: a piece of it needs those it uses."""

    def __init__(self, source: str, parts: Iterable[tuple[int, int]]) -> None:
        self.links = "\n".join(line for line in source.splitlines() if _DEFINITION.match(line))
        self.notes: dict[str, str] = {}
        for start, end in parts:
            text = source[start:end].rstrip()
            begun = list(_FOOTNOTE.finditer(text)) if _FOOTNOTE.match(text) else []
            edges = [*(one.start() for one in begun), len(text)]
            for one, (low, high) in zip(begun, itertools.pairwise(edges), strict=True):
                self.notes.setdefault(one[1], text[low:high].rstrip())

    def added_to(self, text: str) -> str:
        used = [note for label, note in self.notes.items() if f"[^{label}]" in text and note not in text]
        if self.links and self.links not in text:
            used.append(self.links)
        return "\n\n".join([text, *used])

    def are_all_of(self, text: str) -> bool:
        lines = text.strip().splitlines()
        return bool(_FOOTNOTE.match(text)) or all(_DEFINITION.match(line) for line in lines)


def _marked(
    source: str,
    start: int,
    end: int,
    spans: Sequence[tuple[tuple[int, int], str]],
    names: tuple[str, ...],
    definitions: _Definitions,
) -> Piece:
    text = source[start:end].rstrip("\n")
    if not _PLAIN.fullmatch(text) or _MARKUP_LINE.search(text) or "\n\n" in text or text.startswith(("    ", "\t")):
        return Piece(definitions.added_to(_legible(text)), names, start=start)
    edges = sorted({0, len(text), *(min(max(at - start, 0), len(text)) for span, _name in spans for at in span)})
    segments = []
    for low, high in itertools.pairwise(edges):
        inside = tuple(name for span, name in spans if span[0] < start + high and span[1] > start + low)
        segments.append(Segment(text[low:high], inside))
    return Piece(text, names, tuple(segments), start=start)


def _joined(parts: list[tuple[int, int]], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Blocks, those that one span touches joined into one."""
    joined: list[tuple[int, int]] = []
    for start, end in parts:
        if joined and any(span[0] < joined[-1][1] and span[1] > start for span in spans):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined
