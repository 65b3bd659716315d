"""Reads of proposals: whether the terms take them, who sees which, and what waits for whom."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.db.models import OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.errors import NotVisible
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.project.queries import Reader, subject_of
from projects.proposals.models import Proposal, ProposalText
from projects.proposals.states import ProposalState
from projects.terms import queries as terms

REQUIRED, WELCOME = "required", "welcome"
# Holders of these read what was sent in: those who answer, and those who open what is hidden.
READING = frozenset({"triage", "audit"})
_THEIRS = (ProposalState.DRAFT, ProposalState.NOT_YET, ProposalState.TAKEN_UP)


def asked(project: Project, at: dt.datetime | None = None) -> str:
    """`required`, `welcome`, or "" where the terms in force take no proposals."""
    version = terms.current(project, at)
    said = version.document["participation"].get("proposals") if version else None
    return said if said in (REQUIRED, WELCOME) else ""


def ever_asked(project: Project) -> bool:
    """Whether any version of the terms took proposals: else there is none to look for."""
    return any(
        one.document["participation"].get("proposals") in (REQUIRED, WELCOME) for one in terms.published(project)
    )


def visible_to(user: Reader, project: Project) -> QuerySet[Proposal]:
    """One's own; and what was sent in, for those who answer and for holders of `audit`."""
    subject = subject_of(user)
    if subject is None:
        return Proposal.objects.none()
    seen = Q(proposer=subject)
    if members.powers(project, subject) & READING:
        seen |= Q(number__isnull=False)
    return Proposal.objects.filter(seen, project=project).select_related("project", "proposer__profile", "task")


def get_visible(user: Reader, project: Project, public_id: str) -> Proposal:
    """NotVisible where there is none for this reader, whether it exists or not."""
    found = visible_to(user, project).filter(public_id=public_id).first()
    if found is None:
        raise NotVisible
    found.project = project
    return found


def get_own(user: Reader, project: Project, public_id: str) -> Proposal:
    found = get_visible(user, project, public_id)
    if found.proposer != subject_of(user):
        raise NotVisible
    return found


def sent(project: Project) -> QuerySet[Proposal]:
    """Every proposal that was sent in, the newest first: its number, tags, state and day are public."""
    last = ProposalText.objects.filter(proposal=OuterRef("pk")).order_by("-number")
    rows = Proposal.objects.filter(project=project, number__isnull=False)
    # As they were sent in: what is being revised is its proposer's alone.
    return rows.annotate(sent_tags=Subquery(last.values("tags")[:1])).order_by("-number")


def to_answer(project: Project, subject: Subject) -> QuerySet[Proposal]:
    """What waits for somebody who answers, the nearest day first; never their own."""
    rows = Proposal.objects.filter(project=project, state=ProposalState.OPEN).exclude(proposer=subject)
    return rows.order_by("due_at", "number")


def to_go_on(project: Project, subject: Subject) -> QuerySet[Proposal]:
    """What waits for its proposer."""
    return Proposal.objects.filter(project=project, proposer=subject, state__in=_THEIRS).order_by("pk")


def answerers(proposal: Proposal, at: dt.datetime | None = None) -> list[Subject]:
    """Who may answer it."""
    holders = members.holders(proposal.project, "triage", at)
    return [one for one in holders if one.pk != proposal.proposer_id]


def names_proposer(proposal: Proposal, subject: Subject | None) -> bool:
    """Whether somebody who reads it is told whose it is: not where terms hid both sides when a text of it was sent in,
    but to themselves. A later version takes no promise back."""
    if subject is not None and subject.pk == proposal.proposer_id:
        return True
    instants = [text.sent_at for text in proposal.texts.all()] or [clock.deciding()]
    versions = (terms.current(proposal.project, at) for at in instants)
    return all(one is None or one.document["participation"].get("anonymity") != "both_hidden" for one in versions)


@dataclass(frozen=True)
class Turn:
    """Whose turn it is, as the component draws it."""

    who: str
    since: dt.datetime
    until: dt.datetime | None
    otherwise: str
    yours: bool = False
    awaited: bool = True


def turn(proposal: Proposal, subject: Subject | None, powers: frozenset[str]) -> Turn:
    """Nothing happens by itself when the day passes but that everybody concerned is told."""
    own = subject is not None and subject.pk == proposal.proposer_id
    since = proposal.state_since
    if proposal.state == ProposalState.OPEN:
        yours = "triage" in powers and not own
        late = _("If nobody answers, those who answer and the proposer are told, and the page says that it is late.")
        who = _("You") if yours else _("Those who answer proposals")
        return Turn(who, since, proposal.due_at, late, yours=yours)
    if proposal.state in _THEIRS:
        said = _("Nothing happens by itself; it can be withdrawn.")
        if proposal.state == ProposalState.TAKEN_UP:
            said = _("Nothing happens by itself; the draft can be begun at any time.")
        return Turn(_("You") if own else _("The proposer"), since, None, said, yours=own)
    return Turn(_("Nobody"), since, None, "", awaited=False)
