"""Requests at their places in a rendered text. Pure: the source goes in, pieces for the template come out.

Words in a plain paragraph are marked themselves; in anything that Markdown changes (code, formulas,
lists, links) the whole block is marked, because a mark inside could break what it stands in.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

# A paragraph that Markdown shows as it is written.
_PLAIN = re.compile(r"[^*_`~#>\\|<\[\]$&!^]*")
_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"^ {0,3}([*+-]|[0-9]{1,9}[.)])\s")
_MARKUP_LINE = re.compile(r"^ {0,3}([*+-]\s|[0-9]{1,9}[.)]\s|=+\s*$|-+\s*$)|https?://|www\.|@", re.MULTILINE)
_DEFINITION = re.compile(r"^ {0,3}\[(?!\^)[^\]]+\]:\s")


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
    """Consecutive blocks. `segments` stand in for `source` where words are marked one by one."""

    source: str
    names: tuple[str, ...] = ()
    segments: tuple[Segment, ...] = ()


def pieces(source: str, placed: Iterable[Placed]) -> list[Piece]:
    """The text from its beginning to its end, cut so that each marked block is a piece of its own."""
    spans = [(one.span, one.name) for one in placed if one.span is not None]
    parts = _blocks(source)
    definitions = "\n".join(line for line in source.splitlines() if _DEFINITION.match(line))
    made: list[Piece] = []
    plain_from: int | None = None
    for start, end in _joined(parts, [span for span, _name in spans]):
        names = tuple(name for span, name in spans if span[0] < end and span[1] > start)
        if not names:
            plain_from = start if plain_from is None else plain_from
            plain_to = end
            continue
        if plain_from is not None:
            made.append(Piece(_with(source[plain_from:plain_to], definitions)))
            plain_from = None
        made.append(_marked(source, start, end, spans, names, definitions))
    if plain_from is not None:
        made.append(Piece(_with(source[plain_from:plain_to], definitions)))
    return made


def _marked(
    source: str,
    start: int,
    end: int,
    spans: Sequence[tuple[tuple[int, int], str]],
    names: tuple[str, ...],
    definitions: str,
) -> Piece:
    text = source[start:end].rstrip("\n")
    if not _PLAIN.fullmatch(text) or _MARKUP_LINE.search(text) or "\n\n" in text or text.startswith(("    ", "\t")):
        return Piece(_with(text, definitions), names)
    edges = sorted({0, len(text), *(min(max(at - start, 0), len(text)) for span, _name in spans for at in span)})
    segments = []
    for low, high in itertools.pairwise(edges):
        inside = tuple(name for span, name in spans if span[0] < start + high and span[1] > start + low)
        segments.append(Segment(text[low:high], inside))
    return Piece(text, names, tuple(segments))


def _with(text: str, definitions: str) -> str:
    """Links defined elsewhere in the text still work in a piece of it."""
    return f"{text}\n\n{definitions}" if definitions and definitions not in text else text


def _joined(parts: list[tuple[int, int]], spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Blocks, those that one span touches joined into one."""
    joined: list[tuple[int, int]] = []
    for start, end in parts:
        if joined and any(span[0] < joined[-1][1] and span[1] > start for span in spans):
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def _blocks(source: str) -> list[tuple[int, int]]:
    """Paragraphs, lists and fenced code: cut at blank lines, except inside a fence, a formula or a list."""
    found: list[tuple[int, int]] = []
    fence, formula, blank, in_list, at = "", False, True, False, 0
    for line in source.splitlines(keepends=True):
        start, at = at, at + len(line)
        inside = bool(fence) or formula
        if not line.strip() and not inside:
            blank = True
            continue
        item = bool(_ITEM.match(line))
        goes_on = found and (inside or not blank or line[:1] in " \t" or (in_list and item))
        if goes_on:
            found[-1] = (found[-1][0], at)
        else:
            found.append((start, at))
            in_list = item
        blank = False
        opened = _FENCE.match(line)
        if fence:
            fence = "" if opened and opened[1].startswith(fence) else fence
        elif opened:
            fence = opened[1]
        elif line.count("$$") % 2:
            formula = not formula
    return found
