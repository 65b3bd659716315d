"""The rows of the list, and its filters, each drawn once for what it shows (`portal.core.web.pieces`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from portal.core.web.pieces import piece
from projects.catalogue.asked import Asked
from projects.catalogue.hits import Hit, InTasks
from projects.catalogue.index import Row
from projects.catalogue.queries import Choices
from projects.project.states import ProjectState
from projects.reports import figures
from projects.terms import cards
from projects.terms.checks.catalogue import COLUMNS, MARKS
from projects.terms.checks.finding import CHECK_SET, Code
from projects.terms.facts import Facts
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class Listing:
    """`html` is the inside of the row, the same for every reader of it; `hits` are clauses and `tasks` the tasks that a
    search found, those as this reader sees them."""

    project: Row
    html: SafeString
    hits: Sequence[Hit] = ()
    tasks: InTasks | None = None


def listings(
    rows: Sequence[Row],
    lang: str,
    *,
    pick: bool = False,
    hits: Mapping[int, Sequence[Hit]] | None = None,
    tasks: Mapping[int, InTasks] | None = None,
) -> list[Listing]:
    """In few queries whatever their number. `pick`: with the box that chooses a project for comparing; `hits` and
    `tasks` by the project's number in the database."""
    faults = figures.of(row.pk for row in rows)

    @cache
    def texts() -> Mapping[int, TermsVersion]:
        """Read only where a row has to be drawn, and then for all of them at once."""
        return TermsVersion.objects.in_bulk([row.version.pk for row in rows if row.version])

    shown = []
    for row in rows:
        found = faults.get(row.pk)
        values = {
            "slug": row.slug,
            "title": row.title,
            "summary": row.summary,
            "field": row.field,
            "state": row.state,
            "version": row.version,
            "accepted": found.standing if found else 0,
            "faults": found,
            "pick": pick and row.version is not None,
            "checks": CHECK_SET,
        }
        html = piece("catalogue/listing", values, _drawing(row, values, lang, texts))
        shown.append(Listing(row, html, (hits or {}).get(row.pk, ()), (tasks or {}).get(row.pk)))
    return shown


def filters(question: Asked, choices: Sequence[Choices], applied: int) -> SafeString:
    values = {"typed": question.typed, "filtered": question.filtered, "order": question.order}
    values |= {"choices": choices, "number": applied}
    return piece(
        "catalogue/filters", values, lambda: SafeString(render_to_string("projects/catalogue/filters.html", values))
    )


def _drawing(
    row: Row, values: Mapping[str, Any], lang: str, texts: Callable[[], Mapping[int, TermsVersion]]
) -> Callable[[], SafeString]:
    def draw() -> SafeString:
        context = {
            **values,
            "label": ProjectState(row.state).label,
            "language": row.facts.language if row.facts else "",
            "tiles": cards.tiles(texts()[row.version.pk], lang) if row.version else [],
            "columns": _columns(row.facts, lang) if row.facts else [],
        }
        return SafeString(render_to_string("projects/catalogue/listing.html", context))

    return draw


def _columns(facts: Facts, lang: str) -> list[tuple[str, list[tuple[Code, int, str]]]]:
    """The card in one line: the title of each column, and of each mark there how many, with the words for it."""
    return [
        (title.said(lang), [one for one in cards.counted(_counts(facts.marks[name]), lang) if one[1]])
        for name, title in COLUMNS
    ]


def _counts(told: Mapping[str, int]) -> dict[Code, int]:
    return {mark: told.get(mark, 0) for mark in MARKS}
