"""Objections to revisions that are marked as correcting typos only, by those whose approval would count on."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, NotVisible
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.members import queries as members
from projects.reviews import approval_notices, letters, rounds, texts
from projects.reviews.held import Held, held
from projects.reviews.models import ApprovalObjection, Assignment, Round
from projects.reviews.services.asking import start_review
from projects.reviews.states import ASSIGNMENT_MOVES, AssignmentState
from projects.tasks.models import Task
from projects.tasks.services import locked


@transaction.atomic
def object_to(*, actor: Subject, task: Task, revision: int, stage: str, reasons: str) -> ApprovalObjection:
    """Takes one's own approval back: the revision does more than correct typos. The objector reads it in a round of the
    stage, which opens where the stage had been passed; what others approved there counts on.

    NotVisible for whoever never approved; Conflict past the days of the stage, or once the task or stage is decided.
    """
    task = locked(task)
    there = [one for one in held(task) if (one.revision.number, one.round.stage) == (revision, stage)]
    found = next((one for one in there if one.subject_id == actor.pk), None)
    if found is None:
        raise _too_late(task, actor, revision, stage)
    require(actor, "approval.object", task.project, task, approvals={one.subject_id for one in there})
    at = clock.deciding()
    if found.until is not None and found.until < at:
        raise Conflict(_("The days in which the terms let you object are over."), code="too_late")
    said = texts.reasons(reasons, name=_("Reasons"))
    made = ApprovalObjection.objects.create(revision=found.revision, round=found.round, by=actor, reasons=said, at=at)
    _read_again(actor, task, found, at)
    start_review(task, at)
    told = rounds.day_of(at)
    data = {"task": task.number, "stage": stage, "revision": revision}
    write(project=task.project, kind="ApprovalObjected", actor=None, at=told, data=data)
    approval_notices.objected(task, made)
    return made


def _too_late(task: Task, actor: Subject, revision: int, stage: str) -> Exception:
    """A sentence for whoever had an approval in the stage; to everybody else there is no such thing."""
    approved = Assignment.objects.filter(round__task=task, round__stage=stage, reviewer=actor)
    approved = approved.filter(state__in=(AssignmentState.FILED, AssignmentState.KEPT, AssignmentState.AGREED))
    led = Round.objects.filter(task=task, stage=stage, decision__by=actor)
    if not (approved.exists() or led.exists()):
        return NotVisible()
    return Conflict(
        _(
            "No approval of yours counts for revision %(revision)s in the stage “%(stage)s” any more: you objected, or "
            "the stage or the task has been decided. What is wrong with an accepted task is reported as a correction."
        )
        % {"revision": revision, "stage": stage},
        code="no_approval",
    )


def _read_again(actor: Subject, task: Task, found: Held, at: dt.datetime) -> None:
    """The objector's place in the open round of the stage on the last revision; whoever led the stage leads it."""
    place = Assignment.objects.filter(round=found.round, reviewer=actor, state=AssignmentState.KEPT).first()
    if place is not None and found.round.revision_id == found.revision.pk:
        Assignment.objects.filter(pk=place.pk).update(offered_at=at)
        perform(place, ASSIGNMENT_MOVES, "object", at=at)
        return
    opened = next((one for one in rounds.open_rounds(task, found.revision, at) if one.stage == found.round.stage), None)
    if opened is None:
        return  # a stage before it is read anew first; this one is opened, without the approval, when that has passed
    if found.round.decision.by_id == actor.pk:
        Round.objects.filter(pk=opened.pk).update(lead=actor)
        return
    letter = letters.drawn(found.revision)
    if letter is not None and "review" in members.powers(task.project, actor, at):
        Assignment.objects.create(
            round=opened, reviewer=actor, letter=letter, state=AssignmentState.AGREED, offered_at=at, offered_by=actor
        )
