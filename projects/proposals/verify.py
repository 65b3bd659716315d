"""Proves that proposals, their texts and their answers agree with one another and with the record."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db.models import Prefetch

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.proposals.models import Proposal, ProposalAnswer, ProposalText
from projects.proposals.states import ProposalState

_TABLE = Proposal._meta.db_table
# The state that the last answer leaves; None before it is answered.
_LEAVES: dict[str | None, frozenset[str]] = {
    None: frozenset({ProposalState.OPEN, ProposalState.WITHDRAWN}),
    "go_on": frozenset({ProposalState.TAKEN_UP, ProposalState.BEGUN}),
    "not_yet": frozenset({ProposalState.NOT_YET, ProposalState.WITHDRAWN}),
    "no": frozenset({ProposalState.DECLINED}),
}


def verify_proposals(project: Project) -> Iterator[str]:
    yield from _states(project)
    yield from _told(project)


def _states(project: Project) -> Iterator[str]:
    texts = Prefetch("texts", ProposalText.objects.select_related("answer").order_by("number"))
    for row in Proposal.objects.filter(project=project).prefetch_related(texts).order_by("pk"):
        place, found = f"{_TABLE} {row.pk}", list(row.texts.all())
        if (row.number is None) != (not found):
            yield f"{place}: it has a number without a text, or a text without a number"
        if found and row.state not in _LEAVES[_answer_of(found[-1])]:
            yield f"{place}: its state and its last answer do not agree"
        if any(_answer_of(one) != "not_yet" for one in found[:-1]):
            yield f"{place}: it was sent in again without a “not yet”"
        if (row.state == ProposalState.BEGUN) != (row.task_id is not None):
            yield f"{place}: its state and its task do not agree"


def _answer_of(text: ProposalText) -> str | None:
    answer: ProposalAnswer | None = getattr(text, "answer", None)
    return answer.answer if answer else None


def _told(project: Project) -> Iterator[str]:
    """Each text and each answer stands on the record once, and answers as they are."""
    told: Counter[tuple[object, ...]] = Counter()
    for entry in queries.entries(project, kinds=("ProposalSent", "ProposalAnswered", "ProposalWithdrawn")):
        said = presenters.payload(entry)
        told[entry.kind, said["proposal"], said.get("text"), said.get("answer")] += 1
    here: Counter[tuple[object, ...]] = Counter()
    sent = ProposalText.objects.filter(proposal__project=project)
    for proposal, text in sent.values_list("proposal__number", "number"):
        here["ProposalSent", proposal, text, None] += 1
    answers = ProposalAnswer.objects.filter(text__proposal__project=project)
    for proposal, text, answer in answers.values_list("text__proposal__number", "text__number", "answer"):
        here["ProposalAnswered", proposal, text, answer] += 1
    gone = Proposal.objects.filter(project=project, state=ProposalState.WITHDRAWN, number__isnull=False)
    for number in gone.values_list("number", flat=True):
        here["ProposalWithdrawn", number, None, None] += 1
    for key in sorted(told.keys() | here.keys(), key=str):
        if told[key] != here[key]:
            yield f"proposal {key[1]}: {here[key]} of {key[0]}, and the record tells of {told[key]}"
