"""Bringing in people, and work done before Concord: a whole file or nothing."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction

from authorship.imports import credits, people
from authorship.imports.models import ImportBatch
from authorship.imports.reading import BadRow, Columns, Row, read
from portal.core import clock
from portal.core.record import services as record
from projects.project.models import Project

# Writes what the rows say and returns how many of them changed something; bad rows are collected instead.
Apply = Callable[..., int]


@dataclass
class Report:
    """`rows` in the file, `changed` of them new here; with any `bad` row nothing was written."""

    rows: int = 0
    changed: int = 0
    bad: list[BadRow] = field(default_factory=list)


def import_people(*, project: Project, name: str, content: bytes, dry_run: bool = False) -> Report:
    """Unclaimed subjects and organizations for new handles, and roles with the reason *imported* on their dates.

    A handle that an account holds keeps its profile. The same file twice changes nothing.
    """
    return _import(project, "people", name, content, people.COLUMNS, people.apply, dry_run)


def import_credits(*, project: Project, name: str, content: bytes, dry_run: bool = False) -> Report:
    """Entries of the origin *imported*, with the amounts that the rules of the version named give."""
    return _import(project, "credits", name, content, credits.COLUMNS, credits.apply, dry_run)


@transaction.atomic
def _import(
    project: Project,
    what: str,
    name: str,
    content: bytes,
    columns: Columns,
    apply: Apply,
    dry_run: bool,
) -> Report:
    rows, bad = read(name, content, columns)
    report = Report(rows=len(rows), bad=bad)
    if not report.bad:
        report.changed = _applied(project, rows, report.bad, apply, dry_run)
    report.bad.sort()
    if report.bad:
        report.changed = 0
    elif report.changed and not dry_run:
        _keep(project, what, name, content, report)
    return report


def _applied(project: Project, rows: list[Row], bad: list[BadRow], apply: Apply, dry_run: bool) -> int:
    """Inside a savepoint that is taken back where a row is bad and after a dry run."""
    with transaction.atomic():
        changed = apply(project=project, rows=rows, bad=bad, at=clock.deciding())
        if bad or dry_run:
            transaction.set_rollback(True)
    return changed


def _keep(project: Project, what: str, name: str, content: bytes, report: Report) -> None:
    at = clock.deciding()
    digest = hashlib.sha256(content).hexdigest()
    ImportBatch.objects.create(project=project, what=what, name=name[-200:], sha256=digest, rows=report.rows, at=at)
    kind = {"people": "PeopleImported", "credits": "CreditsImported"}[what]
    record.write(project=project, kind=kind, actor=None, at=at, data={"rows": report.rows, "sha256": digest})
