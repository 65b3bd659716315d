"""Taking credit back: one person who may award proposes it with a reason, a second without interest agrees."""

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from authorship.ledger import services
from authorship.ledger.models import Correction, CreditEntry
from authorship.ledger.states import MOVES, CorrectionState
from portal.core import clock
from portal.core.access import check as access
from portal.core.errors import Conflict, Refused
from portal.core.record import services as record
from portal.core.text.input import clean_text
from portal.core.workflow import moves
from portal.people.models import Subject
from projects.project.models import Project

MAX_REASON_BYTES = 4000
REVOKED = "The task was revoked."


@transaction.atomic
def propose(*, actor: Subject, project: Project, seq: int, reason: str, at: dt.datetime | None = None) -> Correction:
    """Asks for the reversal of one entry. Nothing is reversed until a second person confirms.

    Refused without a reason and for a reversal; a Conflict where one is open or the entry was reversed.
    """
    at = at or clock.deciding()
    record.hold(project)
    entry = CreditEntry.objects.select_related("project").filter(project=project, seq=seq).first()
    if entry is None:
        raise Refused(_("There is no entry %(seq)d.") % {"seq": seq})
    access.require(actor, "credit.propose_reversal", project, entry)
    reason = clean_text(reason, max_bytes=MAX_REASON_BYTES, multiline=True).strip()
    if not reason:
        raise Refused(_("Say why the entry is wrong; the reason is public."))
    _refuse_unless_standing(entry)
    try:
        with transaction.atomic():
            correction = Correction.objects.create(
                project=project, entry=entry, reason=reason, proposed_by=actor, proposed_at=at
            )
    except IntegrityError:
        raise Conflict(_("Somebody proposed a correction of this entry already.")) from None
    record.write(
        project=project,
        kind="CorrectionProposed",
        actor=actor,
        at=at,
        data={"seq": entry.seq, "subject": entry.subject_id},
        texts={"reason": reason},
    )
    return correction


@transaction.atomic
def confirm(*, actor: Subject, correction: Correction, at: dt.datetime | None = None) -> CreditEntry:
    """Reverses the entry. The proposer, the person credited and everybody who shared the work may not."""
    at = at or clock.deciding()
    project, entry = correction.project, correction.entry
    access.require(actor, "credit.reverse", project, entry, first=correction.proposed_by_id)
    _refuse_unless_standing(entry)
    [reversal] = services.reverse(project=project, entries=[entry], at=at, actor=actor)
    moves.perform(correction, MOVES, "confirm", at=at, decided_by=actor, decided_at=at, reversal=reversal)
    _tell(correction, "CorrectionConfirmed", actor, at, reversal=reversal.seq)
    return reversal


@transaction.atomic
def drop(*, actor: Subject, correction: Correction, at: dt.datetime | None = None) -> None:
    """The entry stands. Whoever may confirm may drop it, and the proposer may take it back."""
    at = at or clock.deciding()
    record.hold(correction.project)
    if correction.proposed_by_id != actor.pk:
        access.require(actor, "credit.reverse", correction.project, correction.entry, first=correction.proposed_by_id)
    moves.perform(correction, MOVES, "drop", at=at, decided_by=actor, decided_at=at)
    _tell(correction, "CorrectionDropped", actor, at, reversal=None)


def reverse_revoked(*, project: Project, source: str, at: dt.datetime) -> list[CreditEntry]:
    """Every standing entry of a revoked task; its two people and reasons stand in the record before it."""
    standing = list(
        CreditEntry.objects.filter(project=project, source=source, reverses=None, reversed_by=None).order_by("seq")
    )
    if not standing:
        return []
    reversals = services.reverse(project=project, entries=standing, at=at, actor=None)
    Correction.objects.filter(entry__in=standing, state=CorrectionState.PROPOSED).update(
        state=CorrectionState.DROPPED, decided_at=at
    )
    Correction.objects.bulk_create(
        Correction(
            project=project,
            entry=reversal.reverses,
            reason=REVOKED,
            state=CorrectionState.CONFIRMED,
            proposed_at=at,
            decided_at=at,
            reversal=reversal,
        )
        for reversal in reversals
    )
    return reversals


def _refuse_unless_standing(entry: CreditEntry) -> None:
    if entry.reverses_id is not None:
        raise Refused(_("A reversal is never reversed. Post the work again instead."))
    if CreditEntry.objects.filter(reverses=entry).exists():
        raise Conflict(_("This entry was reversed already. Nothing was changed."))


def _tell(correction: Correction, kind: str, actor: Subject, at: dt.datetime, *, reversal: int | None) -> None:
    data: dict[str, object] = {
        "seq": correction.entry.seq,
        "subject": correction.entry.subject_id,
        "proposed_by": correction.proposed_by_id or "",
    }
    if reversal is not None:
        data["reversal"] = reversal
    record.write(project=correction.project, kind=kind, actor=actor, at=at, data=data)
