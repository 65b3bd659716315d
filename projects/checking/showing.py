"""The card of what was judged, ready for the page, in the reader's language."""

from __future__ import annotations

from dataclasses import dataclass, field

from projects.checking.judging import Judged
from projects.terms.cards import ShownColumn, ShownLine, counted
from projects.terms.checks.card import Line
from projects.terms.checks.catalogue import CHECKS, MARKS
from projects.terms.checks.finding import Code

# A text may hold the same fault a thousand times; a line says it often enough.
MOST_SENTENCES = 8
MOST_READS = 40
_FIRST: tuple[Code, ...] = ("flag", "observation", "open", "fair", "na")


@dataclass(frozen=True)
class JudgedLine(ShownLine):
    """`places` are (path, line of the pasted document or None); `more` sentences are left out."""

    places: list[tuple[str, int | None]] = field(default_factory=list)
    more: int = 0


@dataclass(frozen=True)
class JudgedCard:
    columns: list[ShownColumn]
    counts: list[tuple[Code, int, str]]


def shown(judged: Judged, lang: str) -> JudgedCard:
    """Red flags stand first in each column."""
    columns = []
    for number, column in enumerate(judged.card.columns(), 1):
        lines = sorted(column.lines, key=lambda line: _FIRST.index(line.code))
        shown_lines: list[ShownLine] = [_line(line, judged, lang) for line in lines]
        columns.append(
            ShownColumn(number, column.key, column.title.said(lang), shown_lines, counted(column.counts, lang))
        )
    return JudgedCard(columns, counted(judged.card.counts, lang))


def _line(line: Line, judged: Judged, lang: str) -> JudgedLine:
    symbol, word = MARKS[line.code]
    sentences = list(dict.fromkeys(said.said(lang) for found in line.findings for said in found.sentences))
    return JudgedLine(
        line.code,
        symbol,
        word.said(lang),
        [(found.check, CHECKS[found.check].title.said(lang)) for found in line.findings],
        sentences[:MOST_SENTENCES],
        [],
        places=_places(line, judged) if "document" in judged.given else [],
        more=len(sentences[MOST_SENTENCES:]),
    )


def _places(line: Line, judged: Judged) -> list[tuple[str, int | None]]:
    paths = dict.fromkeys(reason.path for found in line.findings for reason in found.reasons)
    return [(path, judged.pasted.source.line_of(path)) for path in list(paths)[:MOST_SENTENCES]]
