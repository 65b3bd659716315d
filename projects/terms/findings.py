"""What can be said of one terms file, as rows: problems, open paths, what publishing refuses, checks. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from projects.terms.checks.card import card
from projects.terms.checks.finding import quoted
from projects.terms.document.field import Words
from projects.terms.document.missing import missing
from projects.terms.document.problems import Problem
from projects.terms.document.read import load, read_source
from projects.terms.document.refusals import refusals
from projects.terms.document.source import Source
from projects.terms.document.walk import answer
from projects.terms.document.write import flow


@dataclass(frozen=True)
class Row:
    """`level` is error, flag, observation, open or fair; `line` is that of the first path, from 1."""

    level: str
    check: str
    paths: list[str]
    line: int | None
    quote: str
    reason: Words

    def as_json(self) -> dict[str, object]:
        reason = {"en": self.reason.en, "zh-hans": self.reason.zh}
        return {
            "level": self.level,
            "check": self.check,
            "paths": self.paths,
            "line": self.line,
            "quote": self.quote,
            "reason": reason,
        }


@dataclass(frozen=True)
class Report:
    """`refused` is empty where the file could be published; the persons and rubric it names are not looked up."""

    well_formed: bool
    rows: list[Row]
    refused: list[Row]


def report(text: bytes, name: str = "terms.yaml") -> Report:
    """Of a file by the name it has: JSON where that ends in .json."""
    source = load(text, name)
    reading = read_source(source, people=lambda handle: handle)
    document = reading.document
    if document is None:
        rows = [_of_problem("error", problem, None, source) for problem in reading.problems]
        return Report(False, rows, rows)
    open_rows = [_open(path, source) for path in missing(document)]
    named = answer(document, "participation.rubric")
    refused = [
        _of_problem("error", problem, document, source)
        for problem in refusals(document, rubrics={named} if isinstance(named, int) else set())
    ]
    return Report(True, [*open_rows, *_checks(document, source)], [*open_rows, *refused])


def _open(path: str, source: Source) -> Row:
    around = path[: max(path.rfind("."), path.rfind("["), 0)]
    return Row(
        "open",
        "mandatory",
        [path],
        source.line_of(around) if around else None,
        "",
        Words("Mandatory and not stated.", "必填，尚未写明。"),
    )


def _of_problem(level: str, problem: Problem, document: dict[str, Any] | None, source: Source) -> Row:
    quote = _quote(document, problem.path) if document else ""
    line = problem.line or source.line_of(problem.path)
    return Row(level, problem.code, list(problem.paths), line, quote, Words(problem.message, problem.message_zh))


def _quote(document: dict[str, Any], path: str) -> str:
    value = answer(document, path) if "[" not in path else None
    return "" if value is None else quoted(flow(value))


def _checks(document: dict[str, Any], source: Source) -> Iterator[Row]:
    """The fairness card, a row each; the line is that of the leaf the finding rests on."""
    for found in card(document).shown:
        line = source.line_of(found.paths[0]) if found.paths else None
        yield Row(found.code, found.check, list(found.paths), line, found.quote, found.sentence)
