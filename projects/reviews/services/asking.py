"""Reviewers: asked, agreed, stepped down, released. Each act locks the task first."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews import letters, rounds, seats, telling
from projects.reviews.models import Assignment, Round
from projects.reviews.states import ASSIGNMENT_MOVES, RoundState
from projects.tasks.models import Task
from projects.tasks.services import locked
from projects.tasks.states import MOVES, TaskState


def open_round(round_: Round) -> Round:
    """The round as it is now, its task locked. Conflict where it is closed."""
    task = locked(round_.task)
    now = Round.objects.select_related("revision", "rubric", "lead").get(pk=round_.pk)
    now.task = task
    if now.state != RoundState.OPEN:
        state = RoundState(now.state).label
        raise Conflict(_("This cannot be done now: the round is “%(state)s”.") % {"state": state}, code="round_closed")
    return now


def place_now(assignment: Assignment) -> Assignment:
    """As it is now, in its open round, the task locked."""
    assignment.round = open_round(assignment.round)
    assignment.refresh_from_db(fields=["state"])
    return assignment


def tell(assignment: Assignment, kind: str, *, actor: Subject | None, at: dt.datetime) -> None:
    """By letter. What a reviewer did is told with the day alone: its instant could give them away."""
    round_ = assignment.round
    write(
        project=round_.task.project,
        kind=kind,
        actor=actor,
        at=at if actor is not None else rounds.day_of(at),
        data={
            "task": round_.task.number,
            "stage": round_.stage,
            "revision": round_.revision.number,
            "letter": assignment.letter,
        },
    )


@transaction.atomic
def assign(*, actor: Subject, round: Round, reviewer: Subject) -> Assignment:
    """Asks somebody to review the round, under a letter drawn for this round alone. The task is in review from then on.

    Refused: contributors, shared affiliations where the terms count them, no `review` power, the lead, twice in one
    round, oneself while somebody else could ask, and more people than the stage has seats.
    """
    # Whoever leaves the project meanwhile cannot be asked any more: leaving takes the same lock.
    Project.objects.select_for_update(no_key=True).get(pk=round.task.project_id)
    round = open_round(round)
    task = round.task
    require(actor, "review.assign", task.project, task, round=round, reviewer=reviewer)
    at = clock.deciding()
    if Assignment.objects.filter(round=round, reviewer=reviewer).exists():
        raise _asked_already()
    if not seats.of(round).free(at):
        raise Conflict(
            _("Every seat of this stage is taken. Another reviewer is asked once one steps down or is overdue."),
            code="no_seat",
        )
    letter = letters.drawn(round.revision)
    if letter is None:
        raise Refused(_("This round has no letters left for another reviewer."), code="too_many")
    try:
        with transaction.atomic():
            assignment = Assignment.objects.create(
                round=round, reviewer=reviewer, letter=letter, offered_at=at, offered_by=actor
            )
    except IntegrityError as error:
        raise _asked_already() from error
    start_review(task, at)
    tell(assignment, "ReviewerAsked", actor=actor, at=at)
    telling.review_asked(assignment)
    return assignment


def _asked_already() -> Conflict:
    return Conflict(_("This person was asked for this round already."), code="asked_already")


def start_review(task: Task, at: dt.datetime) -> None:
    if task.state == TaskState.SUBMITTED:
        perform(task, MOVES, "start_review", at=at)


@transaction.atomic
def agree(*, actor: Subject, assignment: Assignment) -> Assignment:
    assignment = place_now(assignment)
    task = assignment.round.task
    require(actor, "review.agree", task.project, task, assignment=assignment)
    at = clock.deciding()
    perform(assignment, ASSIGNMENT_MOVES, "agree", at=at)
    tell(assignment, "ReviewerAgreed", actor=None, at=at)
    telling.review_answered(assignment, at)
    return assignment


@transaction.atomic
def step_down(*, actor: Subject, assignment: Assignment) -> Assignment:
    """No reason is asked. The draft stays the reviewer's; the text of the task does not stay visible.

    Where everybody else has filed, the round may be decided by it.
    """
    assignment = place_now(assignment)
    task = assignment.round.task
    require(actor, "review.step_down", task.project, task, assignment=assignment)
    at = clock.deciding()
    perform(assignment, ASSIGNMENT_MOVES, "step_down", at=at, ended_at=at)
    tell(assignment, "ReviewerSteppedDown", actor=None, at=at)
    telling.review_answered(assignment, at)
    rounds.settle(assignment.round, at)
    return assignment


@transaction.atomic
def release(*, actor: Subject, assignment: Assignment) -> Assignment:
    """Ends the waiting for a reviewer who has not filed in their days, by somebody who assigns.

    Conflict before that day, ever where the terms promise none, and where fewer reviewers than the quorum would be
    left: another one is asked first. Where everybody else has filed, the round may be decided by it.
    """
    assignment = place_now(assignment)
    task = assignment.round.task
    require(actor, "review.release", task.project, task)
    at = clock.deciding()
    why_not = seats.of(assignment.round).why_not_released(assignment, at)
    if why_not is not None:
        raise Conflict(why_not, code="not_released")
    perform(assignment, ASSIGNMENT_MOVES, "void", at=at, ended_at=at, released_by=actor)
    tell(assignment, "ReviewerReleased", actor=actor, at=at)
    telling.released(assignment, at)
    rounds.settle(assignment.round, at)
    return assignment
