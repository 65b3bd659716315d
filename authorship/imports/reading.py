"""Reading an import file strictly: bytes in, rows with their line numbers out, or every reason why not.

Touches no database. A cell is text exactly as it stands in the file; what it means is judged by `people` and
`credits`.
"""

import csv
import datetime as dt
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from authorship.engine.canonical import CanonicalError, loads
from portal.core.text.series import series

MAX_BYTES = 50 * 1024 * 1024
EARLIEST = dt.date(1900, 1, 1)  # an earlier day is a slip, and would stand first for ever
MAX_ROWS = 200_000
MAX_CELL = 10_000  # characters
_MAX_LINE_BYTES = 200_000


@dataclass(frozen=True)
class Columns:
    """The header names a file may have; `needed` must be there."""

    known: Sequence[str]
    needed: frozenset[str]


@dataclass(frozen=True)
class Row:
    """One row; a column the file left out is empty text."""

    line: int
    cells: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")


@dataclass(frozen=True, order=True)
class BadRow:
    """Why nothing was imported. Line 0 is the file as a whole."""

    line: int
    reason: str


def read(name: str, content: bytes, columns: Columns) -> tuple[list[Row], list[BadRow]]:
    """`name` ends in `.csv` or `.jsonl`. With any bad row the caller imports none."""
    if len(content) > MAX_BYTES:
        return [], [BadRow(0, _("The file is larger than %(n)s MB.") % {"n": MAX_BYTES // 1024 // 1024})]
    if content.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return [], [BadRow(1, _("The file begins with a byte order mark. Save it as UTF-8 without one."))]
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return [], [BadRow(line, _("Byte %(n)s of the file is not UTF-8.") % {"n": error.start})]
    if not text.strip():
        return [], [BadRow(0, _("The file is empty."))]
    if name.lower().endswith(".jsonl"):
        rows, bad = _jsonl(text, columns)
    elif name.lower().endswith(".csv"):
        rows, bad = _csv(text, columns)
    else:
        return [], [BadRow(0, _("The name of the file must end in .csv or .jsonl."))]
    if not rows and not bad:
        bad = [BadRow(0, _("The file holds no rows."))]
    return rows, bad


def _csv(text: str, columns: Columns) -> tuple[list[Row], list[BadRow]]:
    reader = csv.reader(io.StringIO(text, newline=""), strict=True)
    rows: list[Row] = []
    bad: list[BadRow] = []
    line = 1
    try:
        header = next(reader)
        wrong = list(_header(header, columns))
        if wrong:
            return [], wrong
        while True:
            line = reader.line_num + 1
            cells = next(reader)
            if not cells:
                continue
            if len(cells) != len(header):
                reason = _("This row has %(cells)s cells; the header has %(header)s.")
                bad.append(BadRow(line, reason % {"cells": len(cells), "header": len(header)}))
                continue
            _keep(Row(line, dict(zip(header, cells, strict=True))), rows, bad)
            if len(rows) > MAX_ROWS:
                return [], [_too_many()]
    except StopIteration:
        return rows, bad
    except csv.Error as error:
        return [], [*bad, BadRow(line, _("This is not CSV: %(error)s.") % {"error": error})]


def _header(header: Sequence[str], columns: Columns) -> Iterator[BadRow]:
    unknown = [name for name in header if name not in columns.known]
    missing = [name for name in columns.known if name in columns.needed and name not in header]
    twice = sorted({name for name in header if header.count(name) > 1})
    known = series(columns.known)
    if unknown:
        shown = series(ascii(name[:40]) for name in unknown)
        yield BadRow(1, _("Unknown column %(names)s. Columns are: %(known)s.") % {"names": shown, "known": known})
    if missing:
        names = series(missing)
        yield BadRow(1, _("Column %(names)s is missing. Columns are: %(known)s.") % {"names": names, "known": known})
    if twice:
        yield BadRow(1, _("Column %(names)s stands twice.") % {"names": series(twice)})


def _jsonl(text: str, columns: Columns) -> tuple[list[Row], list[BadRow]]:
    rows: list[Row] = []
    bad: list[BadRow] = []
    for line, source in enumerate(text.split("\n"), 1):
        if not source.strip():
            continue
        if len(rows) >= MAX_ROWS:
            return [], [_too_many()]
        try:
            value = loads(source, max_bytes=_MAX_LINE_BYTES, max_depth=2)
        except CanonicalError as error:
            bad.append(BadRow(line, _("This line cannot be read: %(error)s.") % {"error": error}))
            continue
        reason = _not_a_row(value, columns)
        if reason:
            bad.append(BadRow(line, reason))
        else:
            _keep(Row(line, value), rows, bad)
    return rows, bad


def _not_a_row(value: object, columns: Columns) -> str:
    if not isinstance(value, dict):
        return _("A line holds one object.")
    unknown = [key for key in value if key not in columns.known]
    if unknown:
        shown = series(ascii(key[:40]) for key in unknown)
        known = series(columns.known)
        return _("Unknown key %(names)s. Keys are: %(known)s.") % {"names": shown, "known": known}
    missing = [key for key in columns.known if key in columns.needed and key not in value]
    if missing:
        return _("Key %(names)s is missing.") % {"names": series(missing)}
    other = [key for key, item in value.items() if not isinstance(item, str)]
    if other:
        return _("%(names)s must be text, in quotes.") % {"names": series(other)}
    return ""


def _too_many() -> BadRow:
    return BadRow(0, _("The file has more than %(n)s rows.") % {"n": MAX_ROWS})


def _keep(row: Row, rows: list[Row], bad: list[BadRow]) -> None:
    for column, cell in row.cells.items():
        if len(cell) > MAX_CELL:
            reason = _("%(column)s has more than %(n)s characters.")
            bad.append(BadRow(row.line, reason % {"column": column, "n": MAX_CELL}))
            return
        if any(unicodedata.category(character) == "Cc" for character in cell):
            bad.append(BadRow(row.line, _("%(column)s holds a control character.") % {"column": column}))
            return
    rows.append(row)


def parts(cell: str) -> list[str]:
    """The pieces between ` | `; none for an empty cell. An empty piece stays, for the caller to refuse."""
    return cell.split(" | ") if cell else []
