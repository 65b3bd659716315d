"""`manage.py check_terms FILE [--publish] [--format json]`"""

import json
import sys
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from projects.terms.document.yaml_source import MAX_BYTES
from projects.terms.findings import Row, report

# In words; the JSON form names every path read.
_MOST_PATHS = 4


class CheckTerms(BaseCommand):
    help = "Reads a terms file; 0 well-formed (with --publish: publishable), 1 not so, 2 no such file."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", help="a YAML file, or a .json file, or - for standard input")
        parser.add_argument("--publish", action="store_true", help="1 while publishing would be refused")
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, file: str, publish: bool, format: str, **options: Any) -> None:
        found = report(read_file(self, file), file)
        rows = [*found.rows, *(row for row in found.refused if row not in found.rows)] if publish else found.rows
        if format == "json":
            self.stdout.write(json.dumps([row.as_json() for row in rows], ensure_ascii=False, indent=1))
        else:
            for row in rows:
                self.stdout.write(_line(row))
        if not found.well_formed or (publish and found.refused):
            raise SystemExit(1)


def _line(row: Row) -> str:
    where = f"line {row.line}: " if row.line else ""
    quote = f" “{row.quote}”" if row.quote else ""
    paths = ", ".join(row.paths[:_MOST_PATHS]) + (", …" if len(row.paths) > _MOST_PATHS else "")
    return f"{row.level} {row.check} {where}{paths}{quote}: {row.reason.en}"


def read_file(command: BaseCommand, file: str) -> bytes:
    """At most one byte more than a terms file may have; exit 2 where there is nothing to read."""
    try:
        if file == "-":
            return sys.stdin.buffer.read(MAX_BYTES + 1)
        with Path(file).open("rb") as opened:
            return opened.read(MAX_BYTES + 1)
    except OSError as error:
        command.stderr.write(f"{file}: {error.strerror}")
        raise SystemExit(2) from error
