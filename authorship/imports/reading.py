"""Reading an import file strictly: bytes in, rows with their line numbers out, or every reason why not.

Pure. A cell is text exactly as it stands in the file; what a cell means is judged by `people` and `credits`.
"""

import csv
import io
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from authorship.engine.canonical import CanonicalError, loads

MAX_BYTES = 50 * 1024 * 1024
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
        return [], [BadRow(0, f"The file is larger than {MAX_BYTES // 1024 // 1024} MB.")]
    if content.startswith((b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff")):
        return [], [BadRow(1, "The file begins with a byte order mark. Save it as UTF-8 without one.")]
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return [], [BadRow(line, f"Byte {error.start} of the file is not UTF-8.")]
    if not text.strip():
        return [], [BadRow(0, "The file is empty.")]
    if name.lower().endswith(".jsonl"):
        rows, bad = _jsonl(text, columns)
    elif name.lower().endswith(".csv"):
        rows, bad = _csv(text, columns)
    else:
        return [], [BadRow(0, "The name of the file must end in .csv or .jsonl.")]
    if not rows and not bad:
        bad = [BadRow(0, "The file holds no rows.")]
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
                bad.append(BadRow(line, f"This row has {len(cells)} cells; the header has {len(header)}."))
                continue
            _keep(Row(line, dict(zip(header, cells, strict=True))), rows, bad)
            if len(rows) > MAX_ROWS:
                return [], [BadRow(0, f"The file has more than {MAX_ROWS} rows.")]
    except StopIteration:
        return rows, bad
    except csv.Error as error:
        return [], [*bad, BadRow(line, f"This is not CSV: {error}.")]


def _header(header: Sequence[str], columns: Columns) -> Iterator[BadRow]:
    unknown = [name for name in header if name not in columns.known]
    missing = [name for name in columns.known if name in columns.needed and name not in header]
    twice = sorted({name for name in header if header.count(name) > 1})
    known = ", ".join(columns.known)
    if unknown:
        shown = ", ".join(ascii(name[:40]) for name in unknown)
        yield BadRow(1, f"Unknown column {shown}. Columns are: {known}.")
    if missing:
        yield BadRow(1, f"Column {', '.join(missing)} is missing. Columns are: {known}.")
    if twice:
        yield BadRow(1, f"Column {', '.join(twice)} stands twice.")


def _jsonl(text: str, columns: Columns) -> tuple[list[Row], list[BadRow]]:
    rows: list[Row] = []
    bad: list[BadRow] = []
    for line, source in enumerate(text.split("\n"), 1):
        if not source.strip():
            continue
        if len(rows) >= MAX_ROWS:
            return [], [BadRow(0, f"The file has more than {MAX_ROWS} rows.")]
        try:
            value = loads(source, max_bytes=_MAX_LINE_BYTES, max_depth=2)
        except CanonicalError as error:
            bad.append(BadRow(line, f"This line cannot be read: {error}."))
            continue
        reason = _not_a_row(value, columns)
        if reason:
            bad.append(BadRow(line, reason))
        else:
            _keep(Row(line, value), rows, bad)
    return rows, bad


def _not_a_row(value: object, columns: Columns) -> str:
    if not isinstance(value, dict):
        return "A line holds one object."
    unknown = [key for key in value if key not in columns.known]
    if unknown:
        shown = ", ".join(ascii(key[:40]) for key in unknown)
        return f"Unknown key {shown}. Keys are: {', '.join(columns.known)}."
    missing = [key for key in columns.known if key in columns.needed and key not in value]
    if missing:
        return f"Key {', '.join(missing)} is missing."
    other = [key for key, item in value.items() if not isinstance(item, str)]
    if other:
        return f"{', '.join(other)} must be text, in quotes."
    return ""


def _keep(row: Row, rows: list[Row], bad: list[BadRow]) -> None:
    for column, cell in row.cells.items():
        if len(cell) > MAX_CELL:
            bad.append(BadRow(row.line, f"{column} has more than {MAX_CELL} characters."))
            return
        if any(unicodedata.category(character) == "Cc" for character in cell):
            bad.append(BadRow(row.line, f"{column} holds a control character."))
            return
    rows.append(row)


def parts(cell: str) -> list[str]:
    """The pieces between ` | `; none for an empty cell. An empty piece stays, for the caller to refuse."""
    return cell.split(" | ") if cell else []
