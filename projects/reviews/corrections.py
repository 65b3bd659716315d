"""The correction of an accepted task: opened by one person, kept or revoked by another, neither with an interest."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import queries, rounds, telling, texts
from projects.reviews.models import CorrectionStep
from projects.tasks import search, tags
from projects.tasks.models import Task
from projects.tasks.services import is_public, locked
from projects.tasks.states import MOVES, TaskState

Step = CorrectionStep.Step
_ACTIONS = {Step.KEEP: "keep", Step.FIXED: "keep", Step.REVOKE: "revoke"}


@transaction.atomic
def open_correction(*, actor: Subject, task: Task, reasons: str, within_report: bool = False) -> CorrectionStep:
    """Something is wrong with an accepted task. Its points stay until the correction is decided.

    Where a report of a defect is open, only `within_report`: from there it may begin while the contributors correct.
    """
    task = locked(task)
    require(actor, "correction.open", task.project, task)
    _refuse_beside_a_report(task, within_report)
    said = texts.reasons(reasons, name=_("Reasons"))
    at = clock.deciding()
    amended = within_report and task.state == TaskState.UNDER_CORRECTION and not queries.opener(task)
    if not amended:
        perform(task, MOVES, "open_correction", at=at)
    step = CorrectionStep.objects.create(task=task, step=Step.OPEN, by=actor, reasons=said, at=at)
    _tell(task, step, "CorrectionOpened", {"task": task.number})
    return step


def amend(*, actor: Subject, task: Task, at: dt.datetime) -> CorrectionStep:
    """Its contributors correct the accepted task, after a report; called with the task locked and the right asked.
    What they say to it stands in the report, which fewer may read than the steps of a correction.

    Nobody revokes a task on the word of its contributors alone: that takes two others still.
    """
    if task.state != TaskState.UNDER_CORRECTION:
        perform(task, MOVES, "open_correction", at=at)
    return CorrectionStep.objects.create(task=task, step=Step.AMEND, by=actor, reasons="", at=at)


@transaction.atomic
def decide_correction(
    *, actor: Subject, task: Task, outcome: str, reasons: str, within_report: bool = False
) -> CorrectionStep:
    """By somebody other than who opened it: `keep` gives the task back its acceptance, `revoke` ends it.

    `TaskRevoked` tells the ledger in the same transaction. What is decided `within_report` is told by the report; there
    `fixed` makes the last revision the one that counts.
    """
    task = locked(task)
    _refuse_beside_a_report(task, within_report)
    first = queries.opener(task)
    if first or not within_report:
        require(actor, "correction.decide", task.project, task, first=first)
    if outcome not in ((Step.KEEP, Step.FIXED, Step.REVOKE) if within_report else (Step.KEEP, Step.REVOKE)):
        raise Refused(_("Keep the task as accepted, or revoke it."), code="invalid")
    said = texts.reasons(reasons, name=_("Reasons"))
    chosen, at = Step(outcome), clock.deciding()
    perform(task, MOVES, _ACTIONS[chosen], at=at, **(_now_counts(task) if chosen is Step.FIXED else {}))
    if chosen is Step.FIXED:
        tags.note(task)
        events.emit(
            events.RevisionStands(
                project=task.project.public_id,
                actor=actor.id,
                at=at,
                task=task.public_id,
                revision=task.revision_count,
            )
        )
    fixed = task.revision_count if chosen is Step.FIXED else None
    step = CorrectionStep.objects.create(task=task, step=chosen, by=actor, reasons=said, revision=fixed, at=at)
    if not within_report:
        _tell(task, step, "CorrectionDecided", {"task": task.number, "outcome": chosen.value})
    if chosen is Step.REVOKE:
        events.emit(events.TaskRevoked(project=task.project.public_id, actor=actor.id, at=at, task=task.public_id))
    return step


def _refuse_beside_a_report(task: Task, within_report: bool) -> None:
    if task.reported and not within_report:
        raise Conflict(_("A report of a defect in this task is open. It is decided there."), code="reported")


def _now_counts(task: Task) -> dict[str, object]:
    """The last revision, with its title and tags, and with its words where tasks are looked for."""
    revision = task.revisions.get(number=task.revision_count)
    search.note(task, revision, rounds.binding(task))
    return {"standing": revision.number, "title": revision.title, "tags": revision.tags}


def _tell(task: Task, step: CorrectionStep, kind: str, data: dict[str, object]) -> None:
    hidden = names_are_hidden(task)
    telling.corrected(task, step, by_day=hidden)
    public = is_public(task, rounds.binding(task), "decision")
    texts_ = {"reasons": step.reasons} if public else None
    rounds.write_act(task=task, kind=kind, actor=step.by, at=step.at, data=data, hidden=hidden, texts=texts_)


def names_are_hidden(task: Task) -> bool:
    """Where only those assigned see the text and reviewers are hidden, whoever corrects it is one of them."""
    document = rounds.binding(task).document
    return document["data"]["visibility"] == "closed" and rounds.reviewers_are_hidden(task)
