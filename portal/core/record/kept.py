"""The lines of public records that tell what a person did."""

from portal.core.record import presenters
from portal.core.record.models import RecordEntry


def lines(subject: str) -> list[dict[str, object]]:
    """Of every project, oldest first, with the free texts the person wrote there."""
    rows = RecordEntry.objects.filter(actor=subject).order_by("project", "seq").prefetch_related("texts")
    return [
        {
            "project": row.project,
            "seq": row.seq,
            "kind": row.kind,
            "at": row.at,
            "payload": presenters.payload(row),
            "texts": presenters.texts(row),
            "hash": row.hash,
        }
        for row in rows
    ]
