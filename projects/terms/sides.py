"""Which texts of the terms somebody wants side by side: `project` or `project@version`, for what the reader may see."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import BadRequest
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.errors import NotVisible
from portal.core.text.folding import fold
from projects.project.models import Project
from projects.project.queries import Reader, visible_to
from projects.terms import fact_rows
from projects.terms.comparing import Comparison, compare
from projects.terms.models import TermsVersion

KEYS = ("a", "b", "c")
_LONGEST = 140
_PINNED = re.compile(r"(?P<name>.+)@(?P<number>[0-9]{1,6})", re.DOTALL)


@dataclass(frozen=True)
class Side:
    """`typed` is what was asked for. `versions` are all numbers of the project, `in_force` the one that is now; both
    are empty or None where it has published nothing, and `version` is None where none of it is in force yet."""

    key: str
    typed: str
    project: Project
    version: TermsVersion | None
    versions: Sequence[int]
    in_force: int | None

    @property
    def pinned(self) -> str:
        return f"{self.project.slug}@{self.version.number}" if self.version else self.project.slug


@dataclass(frozen=True)
class Sides:
    """`choices` are (slug, title) of everything that can be chosen."""

    sides: Sequence[Side]
    choices: Sequence[tuple[str, str]]


class Unknown(NotVisible):
    """`keys` name what there is not, or not for this reader."""

    def __init__(self, keys: Collection[str], choices: Sequence[tuple[str, str]]) -> None:
        self.keys, self.choices = keys, choices
        super().__init__()


def read(user: Reader, asked: Mapping[str, str]) -> Sides:
    """`asked` by key; empty ones are left out. Four queries and one more where facts are not in memory.

    Raises BadRequest for what is no name, Unknown for what there is not, or not for this reader.
    """
    typed = {key: text for key in KEYS if (text := asked.get(key, "").strip())}
    choices = sorted(visible_to(user).values_list("slug", "title"), key=lambda one: (fold(one[1]), one[0]))
    wanted = {key: _named(text, choices) for key, text in typed.items()}
    projects = {one.slug: one for one in visible_to(user).filter(slug__in={slug for slug, _number in wanted.values()})}
    numbers, in_force = _versions(list(projects.values()))
    rows: dict[str, int | None] = {}
    for key, (slug, number) in wanted.items():
        pk = projects[slug].pk if slug in projects else 0
        rows[key] = numbers.get(pk, {}).get(in_force.get(pk, 0) if number is None else number)
    unknown = {
        key for key, (slug, number) in wanted.items() if slug not in projects or (number is not None and not rows[key])
    }
    if unknown:
        raise Unknown(unknown, choices)
    loaded = TermsVersion.objects.in_bulk([row for row in rows.values() if row])
    sides = []
    for key, (slug, _number) in wanted.items():
        project, row = projects[slug], rows[key]
        known = sorted(numbers.get(project.pk, {}))
        version = loaded[row] if row else None
        sides.append(Side(key, typed[key], project, version, known, in_force.get(project.pk)))
    return Sides(sides, choices)


def _named(text: str, choices: Sequence[tuple[str, str]]) -> tuple[str, int | None]:
    """The slug and the number in `slug@2`, `slug`, or a title written out."""
    if len(text) > _LONGEST:
        raise BadRequest(_("What is compared is named like tephra-bench, or tephra-bench@2 for one version."))
    found = _PINNED.fullmatch(text)
    name, number = (found["name"], int(found["number"])) if found else (text, None)
    folded = fold(name)
    slugs = [slug for slug, title in choices if slug == folded] or [
        slug for slug, title in choices if fold(title) == folded
    ]
    return slugs[0] if slugs else "", number


def _versions(projects: Sequence[Project]) -> tuple[dict[int, dict[int, int]], dict[int, int]]:
    """By project: {number: row of every version}, and the number in force."""
    rows = TermsVersion.objects.filter(project__in=projects).order_by("number")
    found = list(rows.values_list("project", "number", "pk", "hash", "in_force"))
    facts = fact_rows.of(fact_rows.Named(pk, hash) for _project, _number, pk, hash, _day in found)
    at = clock.deciding()
    numbers: dict[int, dict[int, int]] = {}
    in_force: dict[int, int] = {}
    for project, number, pk, hash, day in found:
        numbers.setdefault(project, {})[number] = pk
        if day <= clock.today(facts[hash].zone, at):
            in_force[project] = number
    return numbers, in_force


@dataclass(frozen=True)
class Changed:
    """For `projects/terms/changed_since.html`: one version beside an earlier one of the same project."""

    comparison: Comparison
    sides: Sequence[Side]
    labels: Sequence[str]


def drafted(earlier: TermsVersion, document: Mapping[str, Any], lang: str, *, named: Mapping[str, str]) -> Changed:
    """What a draft changes of the last version, as the comparison of versions will say it; it has no side to read."""
    found = compare([earlier.document, document], lang, people=lambda one: named.get(one, one), versions=True)
    labels = [_("Version %(number)s") % {"number": earlier.number}, _("This draft")]
    return Changed(found, (), labels)


def since(earlier: TermsVersion, later: TermsVersion, lang: str, *, named: Mapping[str, str]) -> Changed:
    """What changed. `named` are the printed names of the people in both; both with their project; no query."""
    found = compare([earlier.document, later.document], lang, people=lambda one: named.get(one, one), versions=True)
    pair = [Side(key, "", one.project, one, (), None) for key, one in zip(KEYS, (earlier, later), strict=False)]
    return Changed(found, pair, [_("Version %(number)s") % {"number": one.number} for one in (earlier, later)])
