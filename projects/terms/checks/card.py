"""The fairness card of one terms document. Pure: no clock, no network, nobody looking.

The same document under the same check set gives the same card, byte for byte, anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from projects.terms.checks.catalogue import CHECKS, COLUMNS, MARKS
from projects.terms.checks.finding import CHECK_SET, Code, Finding
from projects.terms.checks.registry import REGISTRY, run
from projects.terms.checks.terms import Terms
from projects.terms.checks.text.sentences import sentences
from projects.terms.checks.text.venue import readings
from projects.terms.document.field import Words


@dataclass(frozen=True)
class Line:
    """One line of the card: a finding, or several that are not stated because of the same clauses."""

    findings: tuple[Finding, ...]

    @property
    def code(self) -> Code:
        return self.findings[0].code


@dataclass(frozen=True)
class Column:
    key: str
    title: Words
    lines: tuple[Line, ...]
    counts: dict[Code, int]


@dataclass(frozen=True)
class Outside:
    """A promise of a venue in words of the project that are not terms; no part of the card, its counts or its hash."""

    where: str
    quote: str


@dataclass(frozen=True)
class Card:
    """``findings`` holds every check in the order of the card, those that do not apply as well."""

    findings: tuple[Finding, ...]
    outside: tuple[Outside, ...] = ()
    check_set: str = CHECK_SET
    terms_hash: str = ""

    @property
    def shown(self) -> tuple[Finding, ...]:
        return tuple(found for found in self.findings if found.code != "na")

    @property
    def counts(self) -> dict[Code, int]:
        """How many of each mark; they are never added up to a score."""
        return {code: sum(found.code == code for found in self.findings) for code in MARKS}

    def of(self, check: str) -> Finding:
        return next(found for found in self.findings if found.check == check)

    def columns(self) -> tuple[Column, ...]:
        return tuple(self._column(key, title) for key, title in COLUMNS)

    def _column(self, key: str, title: Words) -> Column:
        here = [found for found in self.shown if CHECKS[found.check].column == key]
        counts: dict[Code, int] = {code: sum(found.code == code for found in here) for code in MARKS}
        return Column(key, title, tuple(_folded(here)), counts)

    def as_json(self) -> dict[str, object]:
        return {
            "check_set": self.check_set,
            "terms": self.terms_hash,
            "counts": {str(code): number for code, number in self.counts.items()},
            "findings": [found.as_json() for found in self.shown],
        }


def card(
    document: Mapping[str, Any],
    *,
    texts: Mapping[str, str] | None = None,
    terms_hash: str = "",
    people: Callable[[str], str] = str,
) -> Card:
    """Any parsed document, published or not, complete or not.

    ``texts`` are the project's words outside the terms by where they stand (title, summary, announcement…); only the
    venue reader reads them. ``people`` gives the shown name of a person.
    """
    terms = Terms(document)
    findings = (replace(run(check, terms, people=people), terms_hash=terms_hash) for check in REGISTRY)
    return Card(tuple(findings), tuple(outside(texts or {})), CHECK_SET, terms_hash)


def outside(texts: Mapping[str, str]) -> Iterator[Outside]:
    """Sentences that read as a promise of a venue, in words that are not terms."""
    for where, text in texts.items():
        for sentence, reading in readings(sentences(text)):
            if reading == "promise":
                yield Outside(where, sentence)


def _folded(findings: list[Finding]) -> Iterator[Line]:
    """Not stated because of the same paths: one line that names its checks, where the first of them stands."""
    same: dict[frozenset[str], list[Finding]] = {}
    for found in findings:
        if found.code == "open":
            same.setdefault(_open_paths(found), []).append(found)
    for found in findings:
        together = same[_open_paths(found)] if found.code == "open" else [found]
        if together[0] is found:
            yield Line(tuple(together))


def _open_paths(found: Finding) -> frozenset[str]:
    return frozenset(reason.path for reason in found.reasons)
