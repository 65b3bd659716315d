"""The ledger as files: CSV that a spreadsheet may open, JSON lines for programs. Both are made row by row."""

import json
from collections.abc import Iterator

from authorship.engine.amounts import format_amount
from authorship.ledger.chain import instant
from authorship.ledger.models import CreditEntry
from portal.core.text import spreadsheet
from portal.people.models import Profile
from projects.project.models import Project

COLUMNS = (
    "seq",
    "day",
    "name",
    "handle",
    "subject",
    "kind",
    "numerator",
    "denominator",
    "origin",
    "source",
    "attempt",
    "terms",
    "posted_at",
    "reverses",
    "hash",
)
WITHDRAWN = "Withdrawn contributor"
_CHUNK = 2000


def csv_lines(project: Project) -> Iterator[str]:
    yield spreadsheet.line(COLUMNS)
    for entry, name, handle in _rows(project):
        yield spreadsheet.line(
            (
                entry.seq,
                entry.on.isoformat(),
                name,
                handle,
                entry.subject_id,
                entry.kind,
                entry.numerator,
                entry.denominator,
                entry.origin,
                entry.source,
                entry.attempt,
                entry.terms,
                instant(entry.posted_at),
                entry.reverses.seq if entry.reverses else None,
                entry.hash,
            )
        )


def json_lines(project: Project) -> Iterator[str]:
    """Raw: nothing is escaped but what JSON escapes."""
    for entry, name, handle in _rows(project):
        row = {
            "seq": entry.seq,
            "on": entry.on.isoformat(),
            "name": name,
            "handle": handle or None,
            "subject": entry.subject_id,
            "kind": entry.kind,
            "amount": format_amount(entry.amount),
            "origin": entry.origin,
            "source": entry.source,
            "attempt": entry.attempt,
            "terms": entry.terms,
            "posted_at": instant(entry.posted_at),
            "reverses": entry.reverses.seq if entry.reverses else None,
            "previous_hash": entry.previous_hash,
            "hash": entry.hash,
        }
        yield json.dumps(row, ensure_ascii=False) + "\n"


def _rows(project: Project) -> Iterator[tuple[CreditEntry, str, str]]:
    """Entries by seq with today's name and handle; an erased person has neither."""
    names: dict[str, tuple[str, str]] = {}
    rows = Profile.objects.filter(subject__in=CreditEntry.objects.filter(project=project).values("subject"))
    for subject, name, handle, erased_at in rows.values_list(
        "subject", "printed_name", "subject__handle", "erased_at"
    ).iterator(chunk_size=_CHUNK):
        names[subject] = (WITHDRAWN, "") if erased_at else (name, handle or "")
    entries = CreditEntry.objects.filter(project=project).select_related("reverses").order_by("seq")
    for entry in entries.iterator(chunk_size=_CHUNK):
        name, handle = names.get(entry.subject_id, ("", ""))
        yield entry, name, handle
