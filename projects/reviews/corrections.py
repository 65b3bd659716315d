"""The correction of an accepted task: opened by one person, kept or revoked by another, neither with an interest."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Refused
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import queries, rounds, texts
from projects.reviews.models import CorrectionStep
from projects.tasks.models import Task
from projects.tasks.services import is_public, locked
from projects.tasks.states import MOVES

Step = CorrectionStep.Step
_ACTIONS = {Step.KEEP: "keep", Step.REVOKE: "revoke"}


@transaction.atomic
def open_correction(*, actor: Subject, task: Task, reasons: str) -> CorrectionStep:
    """Something is wrong with an accepted task. Its points stay until the correction is decided."""
    require(actor, "correction.open", task.project, task)
    task = locked(task)
    said = texts.reasons(reasons, name=_("Reasons"))
    at = clock.deciding()
    perform(task, MOVES, "open_correction", at=at)
    step = CorrectionStep.objects.create(task=task, step=Step.OPEN, by=actor, reasons=said, at=at)
    _tell(task, step, "CorrectionOpened", {"task": task.number})
    return step


@transaction.atomic
def decide_correction(*, actor: Subject, task: Task, outcome: str, reasons: str) -> CorrectionStep:
    """By somebody other than who opened it: `keep` gives the task back its acceptance, `revoke` ends it.

    `TaskRevoked` tells the ledger in the same transaction.
    """
    task = locked(task)
    require(actor, "correction.decide", task.project, task, first=queries.opener(task))
    if outcome not in (Step.KEEP, Step.REVOKE):
        raise Refused(_("Keep the task as accepted, or revoke it."), code="invalid")
    said = texts.reasons(reasons, name=_("Reasons"))
    chosen, at = Step(outcome), clock.deciding()
    perform(task, MOVES, _ACTIONS[chosen], at=at)
    step = CorrectionStep.objects.create(task=task, step=chosen, by=actor, reasons=said, at=at)
    _tell(task, step, "CorrectionDecided", {"task": task.number, "outcome": chosen.value})
    if chosen is Step.REVOKE:
        events.emit(events.TaskRevoked(project=task.project.public_id, actor=actor.id, at=at, task=task.public_id))
    return step


def _tell(task: Task, step: CorrectionStep, kind: str, data: dict[str, object]) -> None:
    public = is_public(task, rounds.binding(task), "decision")
    texts_ = {"reasons": step.reasons} if public else None
    if not names_are_hidden(task):
        write(project=task.project, kind=kind, actor=step.by, at=step.at, data=data, texts=texts_)
        return
    told = rounds.day_of(step.at)
    write(project=task.project, kind=kind, actor=None, at=told, data=data | {"unnamed": "yes"}, texts=texts_)


def names_are_hidden(task: Task) -> bool:
    """Where only those assigned see the text and reviewers are hidden, whoever corrects it is one of them."""
    document = rounds.binding(task).document
    return document["data"]["visibility"] == "closed" and rounds.anonymity(task) != "open"
