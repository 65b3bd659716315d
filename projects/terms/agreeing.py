"""Writes by which a second core member comes to a text of the terms before it is published."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import queries, services
from projects.terms.agreed import Agreement, agreement, hash_of
from projects.terms.models import PublishAgreement, TermsDraft
from projects.terms.replying import typed


@transaction.atomic
def propose(*, actor: Subject, project: Project, hash: str) -> PublishAgreement:
    """Puts the draft, which is the text of `hash`, before the other core members. Twice is one row.

    Refused where it could not be published, or where nobody else has to agree. Conflict where the draft has changed,
    or where somebody else has put this very text before them: to agree is another act.
    """
    require(actor, "terms.publish", project)
    draft, found = _locked(project, hash)
    services.refuse_unready(project, draft, publisher=actor)
    if not found.needed:
        raise Refused(_("Nobody else has to agree to this version."), code="not_needed")
    if found.proposer is not None and found.proposer.pk != actor.pk:
        raise Conflict(_("Somebody else has put this text before the core team already."), code="proposed")
    return _row("TermsProposed", actor, project, found)


@transaction.atomic
def agree(*, actor: Subject, project: Project, hash: str) -> PublishAgreement:
    """A second core member agrees that the text of `hash` is published. Twice is one row.

    Forbidden for whoever proposed it. Conflict where the draft has changed since it was read, and after one's own no.
    """
    _draft, found = _locked(project, hash)
    _require_second(actor, project, found)
    _refuse_after_no(actor, found)
    return _row("TermsAgreed", actor, project, found)


@transaction.atomic
def decline(*, actor: Subject, project: Project, hash: str, reason: str) -> None:
    """A second core member says no, with a reason anybody can read; it takes their own yes back. The text may be
    changed and proposed anew, and somebody else may still agree to it. Conflict after one's own no."""
    _draft, found = _locked(project, hash)
    _require_second(actor, project, found)
    _refuse_after_no(actor, found)
    words = typed(reason)
    data = {"version": found.number, "hash": found.hash}
    write(project=project, kind="TermsDeclined", actor=actor, at=clock.deciding(), data=data, texts={"reason": words})


def _locked(project: Project, hash: str) -> tuple[TermsDraft, Agreement]:
    """The draft and what it needs, while nobody publishes it. Conflict where it is not the text of `hash`."""
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    draft = queries.draft(project)
    if draft is None or hash_of(draft) != hash:
        raise Conflict(_("The draft has changed since you read it. Read it anew."), code="stale")
    number = queries.next_number(project)
    return draft, agreement(project, number=number, hash=hash, at=clock.deciding())


def _require_second(actor: Subject, project: Project, found: Agreement) -> None:
    if found.needed and found.proposer is None:
        raise Conflict(_("Nobody has put this text before the core team."), code="not_proposed")
    require(actor, "terms.agree", project, first=found.proposer.id if found.proposer else "")


def _refuse_after_no(actor: Subject, found: Agreement) -> None:
    if actor.pk in found.refusing:
        raise Conflict(_("You said no to exactly this text. Another text can be put before you."), code="said_no")


def _row(kind: str, actor: Subject, project: Project, found: Agreement) -> PublishAgreement:
    at = clock.deciding()
    place = {"project": project, "number": found.number, "hash": found.hash, "by": actor}
    try:
        with transaction.atomic():
            made = PublishAgreement.objects.create(**place, at=at)
    except IntegrityError:
        return PublishAgreement.objects.get(**place)
    write(project=project, kind=kind, actor=actor, at=at, data={"version": found.number, "hash": found.hash})
    return made
