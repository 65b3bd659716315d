"""Reads of the catalogue: what fits a question, how many would fit another one, and in which order."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from portal.core import clock
from portal.core.record.models import RecordEntry
from portal.core.text.folding import fold, kept_fold
from projects.catalogue import index
from projects.catalogue.asked import Asked
from projects.catalogue.facets import BY_NAME, FACETS, Values
from projects.catalogue.index import Row
from projects.project.models import Project
from projects.project.queries import Reader
from projects.tasks import search
from projects.terms import fact_rows

_WORDS = "q"


@dataclass(frozen=True)
class Option:
    """`count`: how many projects fit with this option and everything else that is asked. `group`: its heading."""

    value: str
    label: Any
    count: int
    on: bool
    group: Any = ""


@dataclass(frozen=True)
class Choices:
    name: str
    title: Any
    options: list[Option]
    single: bool = False


@dataclass(frozen=True)
class Found:
    """`rows` fit, in the order asked for. `dropped` says of each filter how many would fit without it; `in_terms` are
    the projects (by their number in the database) with a word that stands in the terms, `in_tasks` by the same number
    the tasks with a word that the reader sees there."""

    rows: list[Row]
    choices: list[Choices]
    dropped: Mapping[str, int]
    in_terms: frozenset[int]
    in_tasks: Mapping[int, list[search.Match]]


def found(rows: Sequence[Row], asked: Asked, reader: Reader) -> Found:
    """Of the projects that the reader may see, those that fit."""
    in_terms = _in_terms(rows, asked.words)
    in_tasks = _in_tasks(rows, asked.words, reader)
    elsewhere = {row.pk: _elsewhere(row, in_terms, in_tasks) for row in rows}
    held = {row.pk: {facet.name: facet.values(row) for facet in FACETS} for row in rows}
    failing = {row.pk: _failing(row, held[row.pk], asked, elsewhere[row.pk]) for row in rows}
    fit = [row for row in rows if not failing[row.pk]]
    asked_for = [*([_WORDS] if asked.words else []), *asked.chosen]
    dropped = {name: sum(failing[row.pk] <= {name} for row in rows) for name in asked_for}
    choices = []
    for facet in FACETS:
        name, on = facet.name, asked.chosen.get(facet.name, frozenset())
        # Options of one facet widen each other, so they are counted without it; of an `every` facet they narrow.
        base = fit if facet.every or not on else [row for row in rows if failing[row.pk] <= {name}]
        counts = Counter(value for row in base for value in held[row.pk][name])
        offered = facet.options(values[name] for values in held.values())
        shown = dict.fromkeys([*offered, *(value for value in facet.labels if value in on)])
        options = [
            Option(value, facet.label(value), counts[value], value in on, facet.groups.get(value, ""))
            for value in shown
        ]
        choices.append(Choices(name, facet.title, options, facet.single))
    named = {row.pk for row in fit if row.version and in_terms.get(row.version.pk)}
    return Found(ordered(fit, asked.order), choices, dropped, frozenset(named), in_tasks)


def ordered(rows: Sequence[Row], order: str) -> list[Row]:
    newest = sorted(rows, key=lambda row: (row.created_at, row.pk), reverse=True)
    if order == "title":
        return sorted(newest, key=lambda row: title_place(row.title, row.pk))
    if order == "flags":
        return sorted(newest, key=lambda row: (row.facts is None, len(row.facts.flags) if row.facts else 0))
    if order == "threshold":
        return sorted(newest, key=lambda row: (row.facts is None, row.facts.threshold.order if row.facts else ()))
    if order == "tasks":
        counts = index.accepted(newest)
        return sorted(newest, key=lambda row: -counts.get(row.pk, 0))
    if order == "active":
        told = _last_told(newest)
        return sorted(newest, key=lambda row: told.get(row.pk) or row.created_at, reverse=True)
    return newest


def title_place(title: str, pk: int) -> str:
    """Where a title stands among all, as a text that every engine and collation compares alike: the folded letters by
    their code points, then the project's number, in hexadecimal. No other project's place is the same."""
    return (fold(title).encode() + b"\0" + pk.to_bytes(8, "big")).hex()


def with_activity(projects: QuerySet[Project]) -> QuerySet[Project]:
    """`active`: when the public record of each took in its last line."""
    last = RecordEntry.objects.filter(project=OuterRef("public_id")).order_by("-seq")
    return projects.annotate(active=Subquery(last.values("at")[:1]))


def _last_told(rows: Iterable[Row]) -> dict[int, dt.datetime | None]:
    projects = with_activity(Project.objects.filter(pk__in=[row.pk for row in rows]))
    return {project.pk: project.active for project in projects}  # type: ignore[attr-defined]  # annotated


def _failing(row: Row, held: Mapping[str, Values], asked: Asked, elsewhere: Set[str]) -> frozenset[str]:
    """The filters that keep a project out. `elsewhere`: the words that stand in its terms or its tasks."""
    failing = {name for name, chosen in asked.chosen.items() if not BY_NAME[name].passes(held[name], chosen)}
    if asked.words:
        own = [kept_fold(text) for text in (row.title, row.summary, row.field)]
        if not all(word in elsewhere or any(word in text for text in own) for word in asked.words):
            failing.add(_WORDS)
    return frozenset(failing)


def _elsewhere(
    row: Row, in_terms: Mapping[int, set[str]], in_tasks: Mapping[int, list[search.Match]]
) -> frozenset[str]:
    terms = in_terms.get(row.version.pk, set()) if row.version else set()
    return frozenset(terms).union(*(task.words for task in in_tasks.get(row.pk, ())))


def _in_tasks(rows: Sequence[Row], words: Sequence[str], reader: Reader) -> Mapping[int, list[search.Match]]:
    if not words:
        return {}
    in_force = [row.version.pk for row in rows if row.version]
    return search.matches(reader, [row.pk for row in rows], in_force, words, clock.deciding())


def _in_terms(rows: Iterable[Row], words: Sequence[str]) -> Mapping[int, set[str]]:
    """By version in force: the words that stand in its text. Versions that are over or to come are not looked in."""
    versions = [fact_rows.Named(row.version.pk, row.version.hash) for row in rows if row.version]
    return fact_rows.matching(versions, words) if words else {}
