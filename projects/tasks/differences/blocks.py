"""A Markdown text cut into what its readers take for one thing. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum

_FENCE = re.compile(r"^ {0,3}(`{3,}|~{3,})")
_ITEM = re.compile(r"^ {0,3}([*+-]|[0-9]{1,9}[.)])\s")
_DASHES = re.compile(r":?-+:?")
_SPACES = re.compile(r"\s+")


class Kind(Enum):
    PROSE = "prose"
    CODE = "code"
    TABLE = "table"
    FORMULA = "formula"


@dataclass(frozen=True)
class Block:
    kind: Kind
    text: str

    @property
    def key(self) -> str:
        """Equal where nobody would see a difference: lines broken elsewhere are none in prose and in a formula."""
        if self.kind in (Kind.CODE, Kind.TABLE):
            return self.text
        return _SPACES.sub(" ", self.text).strip()


def blocks(source: str) -> list[Block]:
    """Paragraphs, headings, single items of lists, tables, formulas and code, in their order."""
    return [block for start, end in places(source) for block in _cut(source[start:end].rstrip())]


def numbered(source: str) -> Iterator[tuple[int, range]]:
    """Where each place begins, with the numbers of its blocks, counted from 1 through the text."""
    number = 1
    for start, end in places(source):
        following = number + sum(1 for _block in _cut(source[start:end].rstrip()))
        yield start, range(number, following)
        number = following


def places(source: str) -> list[tuple[int, int]]:
    """Where paragraphs, lists and fenced code stand: cut at blank lines, except inside a fence, a formula or a list."""
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


def _cut(text: str) -> Iterator[Block]:
    """A span may hold several: a paragraph right before its list, code or formula, and each item of a list."""
    lines: list[str] = []
    kind, fence = Kind.PROSE, ""
    for line, following in _pairs(text):
        begins = _begins(line, following, lines, kind)
        if not fence and begins is not None:
            if any(one.strip() for one in lines):
                yield Block(kind, "\n".join(lines).rstrip())
            lines, kind = [], begins
        lines.append(line)
        opened = _FENCE.match(line)
        if fence:
            if opened and opened[1].startswith(fence) and len(lines) > 1:
                yield Block(kind, "\n".join(lines))
                lines, kind, fence = [], Kind.PROSE, ""
        elif opened:
            fence = opened[1]
        elif kind is Kind.FORMULA and line.rstrip().endswith("$$") and "\n".join(lines).count("$$") % 2 == 0:
            yield Block(kind, "\n".join(lines))
            lines, kind = [], Kind.PROSE
    if any(line.strip() for line in lines):
        yield Block(kind, "\n".join(lines).rstrip())


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    lines = text.splitlines()
    return zip(lines, [*lines[1:], ""], strict=True)


def _begins(line: str, following: str, before: list[str], kind: Kind) -> Kind | None:
    """The kind of block that begins with this line; None where it goes on with the one before."""
    if kind is Kind.FORMULA and before:
        return None
    indented = line.startswith(("    ", "\t"))
    if kind is Kind.CODE and before:  # without a fence, which has its own end
        return None if indented or not line.strip() else Kind.PROSE
    if indented and before and not before[-1].strip() and not _ITEM.match(before[0]):
        return Kind.CODE
    if _FENCE.match(line):
        return Kind.CODE
    if line.lstrip().startswith("$$"):
        return Kind.FORMULA
    if "|" in line and "|" in following and _parts_columns(following) and kind is not Kind.TABLE:
        return Kind.TABLE
    if kind is Kind.TABLE:
        return None if "|" in line else Kind.PROSE
    if _ITEM.match(line) or line.startswith("#"):
        return Kind.PROSE
    if not before:
        return Kind.CODE if indented else Kind.PROSE
    return Kind.PROSE if before[-1].startswith("#") else None


def _parts_columns(line: str) -> bool:
    """Whether it is the line below the heads of a table: dashes, with colons where a column is set to a side."""
    cells = line.strip().split("|")
    if len(cells) > 1 and not cells[0]:
        del cells[0]
    if len(cells) > 1 and not cells[-1].strip():
        del cells[-1]
    return all(_DASHES.fullmatch(cell.strip(" \t")) for cell in cells)
