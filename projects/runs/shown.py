"""Runs as pages show them: who logged them as far as the reader may know, what it came to, bars and sentences."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from portal.core.text.series import series
from portal.core.web import numbers
from portal.people.models import Subject
from projects.runs.cleaning import AS_TEXT, FAILURES
from projects.runs.csv_file import cost_text
from projects.runs.models import ModelRun
from projects.runs.queries import Row, Summary
from projects.runs.separation import Tally, Verdict, bounds
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.terms.document.money import format_money


@dataclass(frozen=True)
class ShownRun:
    """`person` is None where the name of whoever logged it is not the reader's to know."""

    run: ModelRun
    person: Subject | None
    mine: bool
    failures: list[Any]
    settings: list[tuple[str, str]]
    cost: str
    taken_back: str


@dataclass(frozen=True)
class Bar:
    """Lengths of an SVG, in per cent of its width: the share that was solved and the interval around it."""

    words: str
    width: str
    low: str
    high: str


def shown_runs(viewer: Viewer, task: Task, runs: Iterable[ModelRun]) -> list[ShownRun]:
    named = {row.subject_id for row in viewer.contributors(task)}
    reviewers = "reviewers" in viewer.fields(task) and viewer.modes(task).anonymity == "open"
    return [_shown(viewer, run, named, reviewers) for run in runs]


def _shown(viewer: Viewer, run: ModelRun, named: set[str], reviewers: bool) -> ShownRun:
    mine = viewer.subject is not None and run.by_id == viewer.subject.pk
    known = reviewers if run.as_reviewer else run.by_id in named
    return ShownRun(
        run,
        run.by if known and not mine else None,
        mine,
        [FAILURES[kind] for kind in run.failures],
        [("" if name == AS_TEXT else name, value) for name, value in sorted(run.settings.items())],
        cost_text(run),
        run.retraction.reason if hasattr(run, "retraction") else "",
    )


def bar(tally: Tally) -> Bar:
    low, high = (numbers.per_cent(Fraction(end), Fraction(1)) for end in map(_within, bounds(tally)))
    return Bar(of(tally), numbers.per_cent(tally.rate, Fraction(1)), low, high)


def _within(end: Decimal) -> Decimal:
    """Sixty digits may miss 0 and 1 by one in the last."""
    return min(max(end, Decimal(0)), Decimal(1))


def of(tally: Tally) -> str:
    return _("%(solved)s of %(attempts)s") % {"solved": tally.solved, "attempts": tally.attempts}


def rows(summary: Summary) -> list[dict[str, Any]]:
    return [
        {
            "row": row,
            "bar": bar(row.tally),
            "cost": series(
                format_money({"minor": minor, "currency": code}) for code, minor in sorted(row.costs.items())
            ),
            "group": _group(row),
        }
        for row in summary.rows
    ]


def _group(row: Row) -> str:
    if row.strong is None:
        return _("not ranked")
    return _("strong") if row.strong else _("weak")


def sentence(summary: Summary) -> str:
    """What the runs say of the task, in one sentence with its numbers."""
    found = summary.separation
    if found.strong is None or found.weak is None:
        return _(
            "Nothing says which of these models are strong: that takes two models with different results on other "
            "tasks whose runs you may see."
        )
    counted = {"strong": of(found.strong), "weak": of(found.weak)}
    return {
        Verdict.SEPARATED: _("Strong models solve %(strong)s, weak models %(weak)s: separated."),
        Verdict.REVERSED: _("Strong models solve %(strong)s, weak models %(weak)s: the wrong way round."),
        Verdict.NOT_SEPARATED: _("Strong models solve %(strong)s, weak models %(weak)s: not separated."),
        Verdict.TOO_FEW: _(
            "Strong models solve %(strong)s, weak models %(weak)s: too few attempts to tell, whatever they had come to."
        ),
    }[found.verdict] % counted
