"""Reads of the terms: the draft, published versions, who accepted what."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from portal.core import clock
from portal.core.bounded import Bounded
from portal.core.once import once
from portal.core.prepared import Prepared, Rows
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import changes
from projects.terms.document.fields import SCHEMA
from projects.terms.document.missing import missing
from projects.terms.models import Acceptance, TermsDraft, TermsVersion

# The versions of a project, to `portal.core.once`.
REMEMBERED = "terms"

Document = dict[str, Any]


def draft(project: Project) -> TermsDraft | None:
    return TermsDraft.objects.select_related("updated_by__profile", "file").filter(project=project).first()


def draft_document(project: Project) -> Document:
    """What the draft says; before the first save of one, the last version's text."""
    kept = draft(project)
    if kept is not None:
        document: Document = kept.document
        return document
    last = latest(project)
    return last.document if last else {"schema": SCHEMA}


def versions(project: Project) -> QuerySet[TermsVersion]:
    return TermsVersion.objects.filter(project=project).order_by("number")


def read_once(project: Project) -> list[TermsVersion]:
    """Every version, oldest first, its text read once by this process: what was published never changes. Not for who
    verifies that, nor to be changed: all threads are given the same."""
    rows = _all_but_texts(project.pk)
    found = [one for row in rows if (one := _kept.get(row)) is not None]
    if len(found) == len(rows):
        return found
    read = list(versions(project)[: len(rows)])
    for row, one in zip(rows, read, strict=True):
        _kept.put(row, one)
    return read


def _named(project: int) -> Rows:
    rows = TermsVersion.objects.filter(project=project).order_by("number")
    return rows.values_list("pk", "number", "hash", "in_force", "published_at", "file", "published_by")


_all_but_texts = Prepared(_named)
_kept: Bounded[tuple[Any, ...], TermsVersion] = Bounded(32)


def published(project: Project) -> list[TermsVersion]:
    """Every version, oldest first; a request that only reads loads them once."""
    return once((REMEMBERED, project.pk), lambda: list(versions(project)))


def version(project: Project, number: int) -> TermsVersion | None:
    return next((one for one in published(project) if one.number == number), None)


def latest(project: Project) -> TermsVersion | None:
    """The last published version, in force or announced."""
    return next(reversed(published(project)), None)


def next_number(project: Project) -> int:
    """The number that the draft would be published under."""
    last = latest(project)
    return last.number + 1 if last else 1


def current(project: Project, at: dt.datetime | None = None) -> TermsVersion | None:
    """The last version in force at `at` (by default the deciding instant), counted in whole days of its own zone."""
    at = at or clock.deciding()
    for one in reversed(published(project)):
        if one.in_force <= clock.today(one.document["zone"], at):
            return one
    return None


def from_current(project: Project, at: dt.datetime) -> list[TermsVersion]:
    """The version in force at `at` and the announced ones after it, by number; empty before version 1."""
    now = current(project, at)
    return [one for one in published(project) if one.number >= now.number] if now else []


def announced(project: Project, now: TermsVersion | None) -> list[TermsVersion]:
    """Those published after the version in force, by number; before one is in force, all of them."""
    return [one for one in published(project) if now is None or one.number > now.number]


def zone(project: Project, at: dt.datetime | None = None) -> str:
    """The zone in which the project's days are counted; UTC before the first version."""
    return zone_of(published(project), at or clock.deciding())


def zone_of(published: Sequence[TermsVersion], at: dt.datetime) -> str:
    """The same, where every version, oldest first, was read already."""
    started = [one for one in published if one.in_force <= clock.today(one.document["zone"], at)]
    now = started[-1] if started else published[-1] if published else None
    return str(now.document["zone"]) if now else "UTC"


def open_paths(project: Project) -> list[str]:
    """The mandatory paths still open in the draft."""
    return missing(draft_document(project))


def accepted(project: Project, subject: Subject) -> list[Acceptance]:
    """Everything somebody accepted in a project, oldest first, each with its version."""
    found = Acceptance.objects.filter(terms__project=project, subject=subject)
    return list(found.select_related("terms").order_by("at", "pk"))


def accepted_in(subject: Subject) -> QuerySet[Acceptance, int]:
    """Ids of the projects of whose terms somebody accepted a version, ever. What names them elsewhere is the word of
    others about them."""
    return Acceptance.objects.filter(subject=subject).order_by().values_list("terms__project", flat=True)


def not_accepted(project: Project, subjects: Sequence[str]) -> list[str]:
    """Those of `subjects` who never accepted a version of the project's terms, in their order, each once."""
    given = Acceptance.objects.filter(terms__project=project, subject__in=subjects)
    accepted = set(given.values_list("subject", flat=True))
    return [one for one in dict.fromkeys(subjects) if one not in accepted]


@dataclass(frozen=True)
class Standing:
    """The newest acceptance that is enough: of version `number`. `changed` are the paths with other words since."""

    number: int
    changed: list[str]


def standing(version: TermsVersion, subject: Subject | str, *, tasks: bool = False) -> Standing | None:
    """Whether somebody's acceptance is enough for new work, roles, votes and appointments under `version`.

    They accepted it, or an earlier one since which only wording and registers changed. What they accepted for a
    single task counts with `tasks` only. None where they have to accept first.
    """
    given = Acceptance.objects.filter(terms__project=version.project_id, subject=subject)
    if not tasks:
        given = given.exclude(purpose="task")
    numbers = set(given.filter(terms__number__lte=version.number).values_list("terms__number", flat=True))
    if not numbers:
        return None
    if version.number in numbers:
        return Standing(version.number, [])
    enough = next((one for one in _worded_alike(version, min(numbers)) if one.number in numbers), None)
    return Standing(enough.number, changes.changed(enough.document, version.document)) if enough else None


def has_accepted(version: TermsVersion, subject: Subject | str, *, tasks: bool = False) -> bool:
    return standing(version, subject, tasks=tasks) is not None


def enough_for(version: TermsVersion) -> frozenset[int]:
    """The versions whose acceptance is enough for `version`: the same question as `standing`, for many people."""
    return frozenset({version.number, *(one.number for one in _worded_alike(version, 1))})


def _worded_alike(version: TermsVersion, lowest: int) -> Iterator[TermsVersion]:
    """The versions before it, newest first, down to `lowest` or the last material change."""
    later = version
    for one in TermsVersion.objects.filter(
        project=version.project_id, number__gte=lowest, number__lt=version.number
    ).order_by("-number"):
        if changes.class_of(changes.changed(one.document, later.document)) == changes.MATERIAL:
            return
        yield one
        later = one


def acceptances_of(subject: Subject) -> QuerySet[Acceptance]:
    """My agreements: over all projects, newest first."""
    return Acceptance.objects.filter(subject=subject).select_related("terms__project").order_by("-at", "-pk")
