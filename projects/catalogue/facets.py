"""What the catalogue filters by: each facet with its options, and which of them hold for a project."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.utils.functional import lazy
from django.utils.translation import get_language, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from projects.catalogue.index import Row
from projects.project.states import ProjectState
from projects.terms.checks.catalogue import CHECKS, COLUMNS
from projects.terms.document.field import Words
from projects.terms.facts import NONE, NOT_STATED, Facts

Values = frozenset[str]
_NOT_STATED = {NOT_STATED: _("Not stated")}


@dataclass(frozen=True)
class Facet:
    """Of several options chosen one is enough; with `every` all have to hold; with `single` only one can be chosen.

    `labels` are the options in their order. `free` has the values of the rows beside them, each its own label.
    `groups` are the headings under which a long list of options stands, by option.
    """

    name: str
    title: Any
    values: Callable[[Row], Values]
    labels: Mapping[str, Any] = field(default_factory=dict)
    free: bool = False
    every: bool = False
    single: bool = False
    groups: Mapping[str, Any] = field(default_factory=dict)

    def label(self, value: str) -> Any:
        return self.labels.get(value, value)

    def options(self, held: Iterable[Values]) -> list[str]:
        """Those that any of the rows holds: free values by name, then the named ones in their order."""
        every: Values = frozenset().union(*held)
        return sorted(every - self.labels.keys()) + [value for value in self.labels if value in every]

    def passes(self, held: Values, chosen: Values) -> bool:
        if not chosen:
            return True
        return chosen <= held if self.every else not chosen.isdisjoint(held)


def _in_language(words: Words) -> str:
    return words.said(get_language() or "en")


# The words in the language of whoever reads them, as the lazy texts beside them.
_said = lazy(_in_language, str)
# The checks that can raise a flag, in the order of the card, and the titles of its columns.
_FLAGGING = [check for check in CHECKS.values() if "flag" in check.sentences]
_COLUMN = {key: _said(title) for key, title in COLUMNS}


def _by_terms(values: Callable[[Facts], Iterable[str]]) -> Callable[[Row], Values]:
    """A project without terms in force has none of the values."""
    return lambda row: frozenset(values(row.facts)) if row.facts else frozenset()


def _author(facts: Facts) -> str:
    threshold = facts.threshold
    if threshold.one_item:
        return "one"
    return "points" if threshold.kind in {"points", "count"} else threshold.kind


def _flags(facts: Facts) -> str:
    number = len(facts.flags)
    return "none" if not number else "few" if number < 3 else "many"


def _data(facts: Facts) -> Iterable[str]:
    held = {
        "open": facts.open_licence,
        "consent": facts.new_destination == "consent",
        "dated": facts.released == "dated",
        "kept": facts.exclusive == "no",
        "business": facts.commercial == "yes",
    }
    return (name for name, holds in held.items() if holds)


def _openness(row: Row) -> Values:
    if row.facts is None:
        return frozenset()
    held = {
        "join": row.state == ProjectState.RECRUITING and row.facts.open_role,
        "earned": row.facts.earned_role,
        "tasks": row.facts.visibility == "open",
        "names": row.facts.anonymity == "open",
    }
    return frozenset(name for name, holds in held.items() if holds)


FACETS: tuple[Facet, ...] = (
    Facet("state", _("State"), lambda row: frozenset({row.state}), dict(ProjectState.choices)),
    Facet("field", _("Field"), lambda row: frozenset({row.field}), free=True),
    Facet(
        "pay",
        _("Pay"),
        _by_terms(lambda facts: [facts.pay]),
        {
            "paid": _("Paid"),
            "prizes": _("Prizes"),
            "mixed": _("Pay and prizes"),
            "unpaid": _("Unpaid"),
            **_NOT_STATED,
        },
    ),
    Facet(
        "author",
        _("Authorship"),
        _by_terms(lambda facts: [_author(facts)]),
        {
            "one": _("from one accepted item"),
            "points": _("from a number of points or items"),
            "other": _("by another rule"),
            NONE: pgettext_lazy("author", "never"),
            **_NOT_STATED,
        },
    ),
    Facet(
        "flags",
        _("Red flags"),
        _by_terms(lambda facts: [_flags(facts)]),
        {"none": _("None"), "few": _("One or two"), "many": _("Three or more")},
    ),
    Facet(
        "flag",
        _("One particular red flag"),
        _by_terms(lambda facts: facts.flags),
        {check.id: _said(check.title) for check in _FLAGGING},
        single=True,
        groups={check.id: _COLUMN[check.column] for check in _FLAGGING},
    ),
    Facet(
        "openness",
        _("Openness"),
        _openness,
        {
            "join": _("Anybody may join now"),
            "earned": _("Further roles by rule or vote"),
            "tasks": _("Accepted tasks are public"),
            "names": _("Names are open to both sides"),
        },
        every=True,
    ),
    Facet(
        "data",
        _("Data"),
        _by_terms(_data),
        {
            "open": _("Open licence"),
            "consent": _("New recipients need consent"),
            "dated": _("Held-out tasks have a release date"),
            "kept": _("The grant is not exclusive"),
            "business": _("Commercial use is allowed"),
        },
        every=True,
    ),
    Facet(
        "licence",
        _("Licence of the data"),
        _by_terms(lambda facts: facts.licences),
        {NONE: _("No licence for the public"), **_NOT_STATED},
        free=True,
    ),
    Facet(
        "held_out",
        _("How held-out tasks are chosen"),
        _by_terms(lambda facts: [facts.held_out]),
        {"rule": _("by rule"), "hand": _("by hand"), NONE: _("No task is held out"), **_NOT_STATED},
    ),
    Facet(
        "language",
        _("Language of the terms"),
        _by_terms(lambda facts: [facts.language]),
        {
            "en": "English",
            "zh-Hans": "简体中文",
            "zh": "中文",
        },
        free=True,
    ),
)
BY_NAME = {facet.name: facet for facet in FACETS}
