"""Reads of the record."""

from django.db.models import QuerySet

from portal.core.parties import Collaboration
from portal.core.record.models import Checkpoint, RecordEntry, RecordHead


def entries(project: Collaboration, *, kinds: tuple[str, ...] = ()) -> QuerySet[RecordEntry]:
    """Newest first, with their texts; only of `kinds` where some are named."""
    found = RecordEntry.objects.filter(project=project.public_id).order_by("-seq").prefetch_related("texts")
    return found.filter(kind__in=kinds) if kinds else found


def checkpoints(project: Collaboration) -> QuerySet[Checkpoint]:
    """Newest first."""
    return Checkpoint.objects.filter(project=project.public_id).order_by("-count", "-at", "-pk")


def head(project: Collaboration) -> tuple[int, str]:
    """How many entries there are and the hash of the last."""
    found = RecordHead.objects.filter(project=project.public_id).first()
    return (found.count, found.hash) if found else (0, "0" * 64)
