"""What the end of an accepted task does to its credit."""

import datetime as dt

from django.db.models import QuerySet

from authorship.ledger import services
from authorship.ledger.corrections import tell_decided
from authorship.ledger.models import Correction, CreditEntry, CreditFact
from authorship.ledger.states import MOVES, CorrectionState
from portal.core.workflow import moves
from portal.people.models import Subject
from projects.project.models import Project


def take_back(
    *, project: Project, work: str, cause: Correction.Cause, decided_by: Subject | None, at: dt.datetime
) -> list[CreditEntry]:
    """Reverses every standing entry of a task and drops what was proposed about its entries.

    Who ended the task, and why, stands in the record before it. Twice is once.
    """
    sources = CreditFact.objects.filter(project=project, type="task", work=work).values("source")
    entries = CreditEntry.objects.filter(project=project, source__in=sources, reverses=None)
    _drop_proposals(entries, cause, decided_by, at)
    standing = list(entries.filter(reversed_by=None).order_by("seq"))
    if not standing:
        return []
    reversals = services.reverse(project=project, entries=standing, at=at, actor=None)
    Correction.objects.bulk_create(
        Correction(
            project=project,
            entry=reversal.reverses,
            cause=cause,
            state=CorrectionState.CONFIRMED,
            proposed_at=at,
            decided_by=decided_by,
            decided_at=at,
            made=reversal,
        )
        for reversal in reversals
    )
    return reversals


def _drop_proposals(
    entries: QuerySet[CreditEntry], cause: Correction.Cause, decided_by: Subject | None, at: dt.datetime
) -> None:
    """They lost their object: the entries go with the task, and no new attempt follows."""
    pending = Correction.objects.filter(entry__in=entries, state=CorrectionState.PROPOSED)
    for correction in pending.select_related("entry", "project").order_by("pk"):
        moves.perform(correction, MOVES, "drop", at=at, decided_by=decided_by, decided_at=at)
        tell_decided(correction, "CorrectionDropped", decided_by, at, cause=cause.value)
