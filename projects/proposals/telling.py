"""Whom to tell about proposals, what each of these notices says, and what the record says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.record.services import write
from portal.notices import inbox, kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import User
from projects.members import queries as members
from projects.project import queries as projects
from projects.proposals import queries
from projects.proposals.models import Proposal, ProposalAnswer, ProposalText
from projects.proposals.states import ProposalState
from projects.reviews import rounds
from projects.tasks import days
from projects.tasks.notices import tell
from projects.terms import queries as terms

SENT = "proposal_to_answer"
ANSWERED = "proposal_answered"
LATE = "proposal_late"


def sent(proposal: Proposal, text: ProposalText) -> None:
    """Those who answer, and the record: by the day and without a name, since its hour could tell whose it is."""
    zone = terms.zone(proposal.project, text.sent_at)
    due = days.day_of(text.due_at, zone).isoformat()
    write(
        project=proposal.project,
        kind="ProposalSent",
        actor=None,
        at=rounds.day_of(text.sent_at),
        data={"proposal": proposal.number, "text": text.number, "due": due},
    )
    _tell({one.pk for one in queries.answerers(proposal, text.sent_at)}, SENT, proposal, text, text.sent_at)


def answered(proposal: Proposal, answer: ProposalAnswer) -> None:
    """The proposer, and the record; nobody else need answer it any more. Reasons are for those who see the proposal."""
    ground = {"ground": answer.ground} if answer.ground else {}
    write(
        project=proposal.project,
        kind="ProposalAnswered",
        actor=answer.by,
        at=answer.at,
        data={"proposal": proposal.number, "text": answer.text.number, "answer": answer.answer, **ground},
    )
    _done(proposal, answer.at)
    _tell({proposal.proposer_id}, ANSWERED, proposal, answer.text, answer.at)


def withdrawn(proposal: Proposal, at: dt.datetime) -> None:
    data = {"proposal": proposal.number}
    write(project=proposal.project, kind="ProposalWithdrawn", actor=None, at=rounds.day_of(at), data=data)
    _done(proposal, at)


def late(proposal: Proposal, text: ProposalText, at: dt.datetime) -> None:
    """Those who answer and the proposer, once for one day."""
    people = {one.pk for one in queries.answerers(proposal, at)}
    _tell(people | {proposal.proposer_id}, LATE, proposal, text, at)


def _tell(people: set[str], kind: str, proposal: Proposal, text: ProposalText, at: dt.datetime) -> None:
    key = f"{proposal.public_id}:{text.number}"
    tell(people, kind, proposal, key=key, at=at, data={"text": text.number})


def _done(proposal: Proposal, at: dt.datetime) -> None:
    for one in queries.answerers(proposal, at):
        inbox.done(one.pk, SENT, about=proposal.public_id, at=at)


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    """Nothing of a proposal that its reader does not see any more."""
    rows = Proposal.objects.filter(public_id__in={one.about for one in notices})
    seen = {one.public_id: one for one in rows.filter(project__in=projects.visible_to(user)).select_related("project")}
    powers = {one.project_id: members.powers(one.project, user.subject) for one in seen.values()}
    said = {}
    for one in notices:
        proposal = seen.get(one.about)
        if proposal is None:
            continue
        own = proposal.proposer_id == user.subject.pk
        if own or "triage" in powers[proposal.project_id]:
            said[one.pk] = _told(one, proposal, own=own)
    return said


def _told(notice: Notice, proposal: Proposal, *, own: bool) -> Told:
    waits = proposal.state == ProposalState.OPEN
    if notice.kind == ANSWERED:
        what, sentence, holds = _("your proposal is answered"), _ANSWERS[ProposalState(proposal.state)](), True
    else:
        late_ = notice.kind == LATE
        what = _("the day of its answer has passed") if late_ else _("answer the proposal")
        sentence, holds = (_own_late() if own else _others_late(late=late_)) if waits else _closed(), waits
    return Told(
        headline=_("Proposal %(n)s: %(what)s") % {"n": proposal.number, "what": what},
        sentence=sentence,
        href=reverse("proposal_page", args=[proposal.project.slug, proposal.public_id]),
        project=proposal.project.title,
        title=proposal.title if own else "",
        until=proposal.due_at if waits and notice.kind == SENT else None,
        holds=holds,
    )


def _own_late() -> str:
    return _("Nobody has answered it by the day the terms promise. Those who answer are told as well.")


def _others_late(*, late: bool) -> str:
    if late:
        return _("Nobody has answered it by the day the terms promise; its proposer is told as well. Answer it now.")
    return _(
        "A member proposed a task. Answer it: go on, not yet with what would change your mind, or no with a ground."
    )


def _closed() -> str:
    return _("It was answered or withdrawn; nothing is to be done.")


_ANSWERS = {
    ProposalState.TAKEN_UP: lambda: _("Go on: begin the draft of the task from it."),
    ProposalState.NOT_YET: lambda: _("Not yet: the answer says what would change it. Revise it and send it in again."),
    ProposalState.DECLINED: lambda: _("No: the answer says which criterion, or that it is outside the scope, and why."),
    ProposalState.BEGUN: lambda: _("You have begun a task from it."),
    ProposalState.OPEN: lambda: _("You have sent it in again; it waits for an answer."),
    ProposalState.WITHDRAWN: lambda: _("You have withdrawn it since."),
    ProposalState.DRAFT: _closed,
}

kinds.register(SENT, gettext_lazy("A proposal of a task waits for your answer"), _present)
kinds.register(ANSWERED, gettext_lazy("A proposal of yours is answered"), _present)
kinds.register(LATE, gettext_lazy("The day passed by which a proposal should have been answered"), _present)
