"""Correcting credit: one person who may award proposes with a reason, a second without interest decides.

An entry is taken back by a reversal; what was taken back wrongly is posted again as the next attempt.
"""

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from authorship.ledger import clauses, services
from authorship.ledger.models import Correction, CreditEntry, CreditFact
from authorship.ledger.states import MOVES
from portal.core import clock
from portal.core.access import check as access
from portal.core.errors import Conflict, Refused
from portal.core.record import services as record
from portal.core.text.input import clean_text
from portal.core.workflow import moves
from portal.people.models import Subject
from projects.project.models import Project
from projects.tasks.models import Task

MAX_REASON_BYTES = 4000


def propose(*, actor: Subject, project: Project, seq: int, reason: str, at: dt.datetime | None = None) -> Correction:
    """Asks for the reversal of one entry. Nothing is reversed until a second person confirms.

    Refused without a reason and for a reversal; a Conflict where one is open or the entry was reversed.
    """
    return _propose(Correction.Act.TAKE_BACK, actor, project, seq, reason, at)


def propose_again(
    *, actor: Subject, project: Project, seq: int, reason: str, at: dt.datetime | None = None
) -> Correction:
    """Asks that an entry that was taken back is posted again. Nothing is posted until a second person confirms.

    Refused without a reason, for a reversal and for work that was revoked or withdrawn; a Conflict where the entry
    stands, was posted again already, or a proposal is open.
    """
    return _propose(Correction.Act.POST_AGAIN, actor, project, seq, reason, at)


@transaction.atomic
def _propose(
    act: Correction.Act, actor: Subject, project: Project, seq: int, reason: str, at: dt.datetime | None
) -> Correction:
    at = at or clock.deciding()
    record.hold(project)
    entry = CreditEntry.objects.select_related("project").filter(project=project, seq=seq).first()
    if entry is None:
        raise Refused(_("There is no entry %(seq)d.") % {"seq": seq})
    access.require(actor, "credit.propose_reversal", project, entry)
    reason = clean_text(reason, max_bytes=MAX_REASON_BYTES, multiline=True).strip()
    if not reason:
        raise Refused(_("Say why; the reason is public."))
    _refuse_unless_possible(act, entry)
    try:
        with transaction.atomic():
            correction = Correction.objects.create(
                project=project, entry=entry, act=act, reason=reason, proposed_by=actor, proposed_at=at
            )
    except IntegrityError:
        raise Conflict(_("Somebody proposed a correction of this entry already.")) from None
    record.write(
        project=project,
        kind="CorrectionProposed",
        actor=actor,
        at=at,
        data={"correction": correction.pk, "seq": entry.seq, "subject": entry.subject_id, "act": act.value},
        texts={"reason": reason},
    )
    return correction


@transaction.atomic
def confirm(*, actor: Subject, correction: Correction, at: dt.datetime | None = None) -> CreditEntry:
    """Makes the entry that was asked for. The proposer, the person credited and all who shared the work may not."""
    at = at or clock.deciding()
    project, entry = correction.project, correction.entry
    access.require(actor, "credit.reverse", project, entry, first=correction.proposed_by_id)
    record.hold(project)
    act = Correction.Act(correction.act)
    _refuse_unless_possible(act, entry)
    if act == Correction.Act.TAKE_BACK:
        [made] = services.reverse(project=project, entries=[entry], at=at, actor=actor)
    else:
        made = services.post_again(project=project, entry=entry, at=at, actor=actor)
    moves.perform(correction, MOVES, "confirm", at=at, decided_by=actor, decided_at=at, made=made)
    tell_decided(correction, "CorrectionConfirmed", actor, at)
    return made


@transaction.atomic
def drop(*, actor: Subject, correction: Correction, at: dt.datetime | None = None) -> None:
    """Everything stays as it is. Whoever may confirm may drop it, and the proposer may take it back."""
    at = at or clock.deciding()
    record.hold(correction.project)
    if correction.proposed_by_id != actor.pk:
        access.require(actor, "credit.reverse", correction.project, correction.entry, first=correction.proposed_by_id)
    moves.perform(correction, MOVES, "drop", at=at, decided_by=actor, decided_at=at)
    tell_decided(correction, "CorrectionDropped", actor, at)


def why_not_again(entry: CreditEntry) -> str:
    """Why an entry cannot be posted again; empty where it can."""
    if entry.reverses_id is not None:
        return _("A reversal stands. Post the entry that it took back again instead.")
    if not services.may_follow(entry):
        return _("This entry stands, or was posted again already. Nothing was changed.")
    works = CreditFact.objects.filter(project=entry.project_id, source=entry.source, type="task").values("work")
    task = Task.objects.select_related("project").filter(project=entry.project_id, public_id__in=works).first()
    if task is not None and clauses.lost(task):
        return _("The task behind this entry was revoked or withdrawn, so it earns nothing.")
    return ""


def _refuse_unless_possible(act: Correction.Act, entry: CreditEntry) -> None:
    if act == Correction.Act.POST_AGAIN:
        why = why_not_again(entry)
        if why:
            raise Conflict(why) if entry.reverses_id is None else Refused(why)
        return
    if entry.reverses_id is not None:
        raise Refused(_("A reversal is never reversed. Post the entry that it took back again instead."))
    if CreditEntry.objects.filter(reverses=entry).exists():
        raise Conflict(_("This entry was reversed already. Nothing was changed."))


def tell_decided(correction: Correction, kind: str, actor: Subject | None, at: dt.datetime, *, cause: str = "") -> None:
    """The line of the record about a correction that was just confirmed or dropped; `cause` where a task ended it."""
    data: dict[str, object] = {
        "correction": correction.pk,
        "seq": correction.entry.seq,
        "subject": correction.entry.subject_id,
        "act": correction.act,
        "proposed_by": correction.proposed_by_id or "",
    }
    if correction.made is not None:
        data["made"] = correction.made.seq
    if cause:
        data["cause"] = cause
    record.write(project=correction.project, kind=kind, actor=actor, at=at, data=data)
