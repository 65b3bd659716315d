"""What stands beside the clauses of a published version: the marks of its card, and whether it changed."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace

from projects.terms import cards
from projects.terms.checks.catalogue import MARKS
from projects.terms.checks.finding import Code
from projects.terms.document.fields import clause_path
from projects.terms.models import TermsVersion
from projects.terms.reading import Chapter, Mark

# Bad news first; a mark that a clause has twice is shown once, with each of its reasons.
_ORDER: tuple[Code, ...] = ("flag", "observation", "fair")


def with_marks(chapters: list[Chapter], version: TermsVersion, lang: str, changed: Collection[str]) -> list[Chapter]:
    """``changed`` are the clauses that read otherwise in the version before."""
    marks = _marks(version, lang)
    return [
        replace(
            chapter,
            clauses=[
                replace(one, marks=marks.get(one.path, []), changed=one.path in changed) for one in chapter.clauses
            ],
        )
        for chapter in chapters
    ]


def _marks(version: TermsVersion, lang: str) -> dict[str, list[Mark]]:
    """By clause: one mark each of flag, observation and fair. "Not stated" shows by itself; a fair mark needs no words,
    and stands only where nothing else does. No sentence here names a person."""
    said: dict[str, dict[Code, list[str]]] = {}
    for found in cards.card_of(version, named=False).findings:
        for path in dict.fromkeys(clause_path(reason.path) for reason in found.reasons):
            words = said.setdefault(path, {}).setdefault(found.code, [])
            words += [one.said(lang) for one in found.sentences if one.said(lang) not in words]
    return {path: _in_order(codes, lang) for path, codes in said.items()}


def _in_order(codes: dict[Code, list[str]], lang: str) -> list[Mark]:
    shown = [code for code in _ORDER if code in codes]
    if len(shown) > 1:
        shown = [code for code in shown if code != "fair"]
    return [Mark(code, MARKS[code][1].said(lang), [] if code == "fair" else codes[code]) for code in shown]
