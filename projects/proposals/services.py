"""Acts over proposals of tasks. A move is compare-and-set: of two answers at once one stands."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.project.models import Project
from projects.proposals import telling, texts
from projects.proposals.models import Proposal, ProposalAnswer, ProposalText
from projects.proposals.states import MOVES, WRITABLE, ProposalAnswerKind, ProposalState
from projects.tasks import days
from projects.tasks import services as tasks
from projects.tasks.models import Task
from projects.terms import queries as terms

# What one person may have waiting for an answer in a project.
MOST_OPEN = 5
Kind = ProposalAnswerKind


@transaction.atomic
def begin(*, actor: Subject, project: Project, given: Mapping[str, Any]) -> Proposal:
    """A proposal that only its proposer sees, until it is sent in. `given` as in `texts.FIELDS`."""
    require(actor, "proposal.begin", project)
    at = clock.deciding()
    kept = texts.cleaned(given)
    return Proposal.objects.create(
        project=project, proposer=actor, state_since=at, created_at=at, updated_at=at, **kept
    )


@transaction.atomic
def save(*, actor: Subject, proposal: Proposal, version: int, given: Mapping[str, Any]) -> Proposal:
    """Keeps what was written, complete or not. `version` is the one the writer started from.

    Conflict (code "stale", with `theirs` in its context) when it was saved in between, in another window.
    """
    proposal = _writable(actor, proposal)
    kept = texts.cleaned(given)
    rows = Proposal.objects.filter(pk=proposal.pk, version=version)
    if not rows.update(version=version + 1, updated_at=clock.deciding(), **kept):
        raise Conflict(
            _("This proposal was saved elsewhere after you opened it. Both texts are kept: yours is below."),
            code="stale",
            theirs=proposal,
        )
    return _locked(proposal)


@transaction.atomic
def send(*, actor: Subject, proposal: Proposal, version: int) -> ProposalText:
    """Sends it in as it was saved: an immutable text with the day of its answer. The first gives it its number.

    Refused: what is too short, too many that wait already. Conflict where it was saved since `version`.
    """
    # Numbers are given one after the other, and the state of the project is read under the lock that closing takes.
    project = Project.objects.select_for_update(no_key=True).get(pk=proposal.project_id)
    proposal = _writable(actor, proposal)
    require(actor, "proposal.send", project, proposal)
    if proposal.version != version:
        raise Conflict(_("This proposal was saved elsewhere after you opened it: look at it again."), code="stale")
    if reasons := texts.missing(proposal):
        raise Refused(*reasons, code="invalid")
    _refuse_flood(actor, project)
    at = clock.deciding()
    number = (
        proposal.number or (Proposal.objects.filter(project=project).aggregate(last=Max("number"))["last"] or 0) + 1
    )
    due = _due(project, at)
    perform(proposal, MOVES, "send", at=at, number=number, due_at=due, version=proposal.version + 1)
    said = {name: getattr(proposal, name) for name in texts.FIELDS}
    made = ProposalText.objects.create(
        proposal=proposal, number=proposal.texts.count() + 1, sent_at=at, due_at=due, **said
    )
    telling.sent(proposal, made)
    return made


@transaction.atomic
def answer(
    *, actor: Subject, proposal: Proposal, text: int, kind: str, ground: str = "", reasons: str = "", cure: str = ""
) -> ProposalAnswer:
    """Answers the text with that number: go on; not yet, with what would change the mind; or no, with a ground from the
    published rubric or the scope.

    Of two answers at once one stands and the other gets Conflict; so does one to a text that is not the last.
    """
    proposal = _locked(proposal)
    require(actor, "proposal.answer", proposal.project, proposal)
    last = proposal.texts.last()
    if proposal.state != ProposalState.OPEN or last is None or last.number != text:
        raise Conflict(
            _("This proposal was answered, withdrawn or sent in anew since you opened the page: look at it again."),
            code="stale",
        )
    said = _said(proposal.project, kind, ground, reasons, cure)
    at = clock.deciding()
    perform(proposal, MOVES, kind, at=at, due_at=None, version=proposal.version + 1)
    made = ProposalAnswer.objects.create(text=last, answer=kind, by=actor, at=at, **said)
    telling.answered(proposal, made)
    return made


@transaction.atomic
def withdraw(*, actor: Subject, proposal: Proposal) -> Proposal:
    """By its proposer, before it ends. One that was never sent in goes without a word on the record."""
    proposal = _locked(proposal)
    require(actor, "proposal.write", proposal.project, proposal)
    at = clock.deciding()
    perform(proposal, MOVES, "withdraw", at=at, due_at=None, version=proposal.version + 1)
    if proposal.number is not None:
        telling.withdrawn(proposal, at)
    return proposal


@transaction.atomic
def begin_task(*, actor: Subject, proposal: Proposal) -> Task:
    """The draft of a task, begun by the proposer once the answer was *go on*; each knows the other. Never two.

    It is new work: refused without having accepted the terms in force, or where the project takes no new tasks.
    """
    project = Project.objects.select_for_update(no_key=True).get(pk=proposal.project_id)
    proposal = _locked(proposal)
    require(actor, "proposal.begin_task", project, proposal)
    perform(proposal, MOVES, "begin", at=clock.deciding())
    task = tasks.begin(actor=actor, project=project, title=proposal.title)
    tasks.save_draft(
        actor=actor,
        task=task,
        version=task.draft.version,
        title=proposal.title,
        tags=proposal.tags,
        statement="",
        answer="",
        verification="",
        details={"failure_kinds": {"chosen": proposal.failures, "text": ""}},
    )
    Proposal.objects.filter(pk=proposal.pk).update(task=task)
    return task


def _locked(proposal: Proposal) -> Proposal:
    rows = Proposal.objects.select_for_update(of=("self",)).select_related("project", "proposer__profile")
    return rows.get(pk=proposal.pk)


def _writable(actor: Subject, proposal: Proposal) -> Proposal:
    proposal = _locked(proposal)
    require(actor, "proposal.write", proposal.project, proposal)
    if proposal.state not in WRITABLE:
        state = ProposalState(proposal.state).label
        raise Conflict(_("The proposal cannot be changed now: the state is “%(state)s”.") % {"state": state})
    return proposal


def _said(project: Project, kind: str, ground: str, reasons: str, cure: str) -> dict[str, str]:
    """The columns of an answer, by its kind."""
    if kind not in Kind.values:
        raise Refused(_("Choose an answer."), code="invalid")
    if kind == Kind.GO_ON:
        return {"reasons": texts.note(reasons)}
    problems: list[object] = []
    said = {"ground": ground} if kind == Kind.NO else {}
    if kind == Kind.NO and ground not in {row["id"] for row in texts.grounds(project)}:
        problems.append(_("Name what it rests on: a criterion of the published rubric, or the scope."))
    wanted = {"reasons": (reasons, _("Reasons"))}
    if kind == Kind.NOT_YET:
        wanted["cure"] = (cure, _("What would change the mind"))
    for name, (text, label) in wanted.items():
        try:
            said[name] = texts.reasons(text, name=label)
        except Refused as refused:
            problems += refused.reasons
    if problems:
        raise Refused(*problems, code="invalid")
    return said


def _due(project: Project, at: dt.datetime) -> dt.datetime:
    """The days for an answer are a rule of how the project works: the version in force says them."""
    version = terms.current(project, at)
    promised = version.document["participation"].get("answer_days") if version else None
    return days.after(at, promised if isinstance(promised, int) else days.PASSED_ON_DAYS, terms.zone(project, at))


def _refuse_flood(actor: Subject, project: Project) -> None:
    waiting = Proposal.objects.filter(project=project, proposer=actor, state=ProposalState.OPEN)
    if waiting.count() >= MOST_OPEN:
        raise Refused(
            _("%(most)s proposals of yours wait for an answer here. Send the next one when one is answered.")
            % {"most": MOST_OPEN},
            code="too_many",
        )
