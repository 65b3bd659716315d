"""What the room of proposals keeps about a person: what they proposed, and how they answered others."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from portal.people.download import Kept
from portal.people.models import Subject
from projects.proposals.models import Proposal, ProposalAnswer, ProposalText
from projects.proposals.texts import FIELDS


def _proposals(subject: Subject) -> object:
    rows = Proposal.objects.filter(proposer=subject).select_related("project", "task").order_by("pk")
    return [
        {
            "project": row.project.slug,
            "number": row.number,
            "state": row.state,
            "task": row.task.public_id if row.task else None,
            **_said(row),
        }
        for row in rows
    ]


def _texts(subject: Subject) -> object:
    rows = ProposalText.objects.filter(proposal__proposer=subject).select_related("proposal__project").order_by("pk")
    return [{**_place(row), **_said(row), "sent_at": row.sent_at, "due_at": row.due_at} for row in rows]


def _answers(subject: Subject) -> object:
    rows = ProposalAnswer.objects.filter(by=subject).select_related("text__proposal__project").order_by("pk")
    fields = ("answer", "ground", "reasons", "cure", "at")
    return [{**_place(row.text), **{name: getattr(row, name) for name in fields}} for row in rows]


def _said(row: Proposal | ProposalText) -> dict[str, Any]:
    return {name: getattr(row, name) for name in FIELDS}


def _place(text: ProposalText) -> dict[str, Any]:
    return {"project": text.proposal.project.slug, "proposal": text.proposal.number, "text": text.number}


KEPT = (
    Kept("proposals", _("Proposals of tasks you write or have sent in, as you saved them last."), _proposals),
    Kept("proposal_texts", _("Proposals of tasks as you sent them in."), _texts),
    Kept("proposal_answers", _("Proposals of others you answered, with your reasons."), _answers),
)
