"""Rows of CSV that a spreadsheet may open: text stays text there."""

import csv
import io
import re
from collections.abc import Iterable

_NUMBER = re.compile(r"-?[0-9]+")
# What makes a spreadsheet take a cell for a formula, also behind quotes or spaces, also in full width.
_FORMULA = re.compile(r"[\s\"'“”‘’＂＇]*[=+\-@\t\r\n＝＋－＠|%]")


def safe(cell: object) -> str:
    """A cell that no spreadsheet computes: what could be a formula gets an apostrophe; whole numbers stay."""
    text = "" if cell is None else str(cell)
    return f"'{text}" if _FORMULA.match(text) and not _NUMBER.fullmatch(text) else text


def line(cells: Iterable[object]) -> str:
    """One line of CSV (RFC 4180), every cell quoted and `safe`."""
    written = io.StringIO()
    csv.writer(written, quoting=csv.QUOTE_ALL, lineterminator="\r\n").writerow(safe(cell) for cell in cells)
    return written.getvalue()
