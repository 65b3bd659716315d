"""Whom to tell about rounds of review. What these notices say stands in `saying`."""

from __future__ import annotations

import datetime as dt

from portal.core.events import RevisionSubmitted, TaskDecided, TaskWithdrawn
from portal.notices import inbox
from projects.members import queries as members
from projects.reviews import rounds, saying, stages
from projects.reviews.interests import without_interest
from projects.reviews.models import Assignment, ChangeRequest, CorrectionStep, Round
from projects.reviews.states import WAITING, AssignmentState, RoundState
from projects.tasks.models import Task
from projects.tasks.notices import contributors, tell
from projects.terms import queries as terms

# How long before the end of their days a reviewer who has not filed is reminded.
SOON = dt.timedelta(days=3)


def review_asked(assignment: Assignment) -> None:
    task, at = assignment.round.task, assignment.offered_at
    tell([assignment.reviewer_id], saying.ASKED, task, key=assignment.pk, at=at, data=_place(assignment))


def _place(assignment: Assignment) -> dict[str, object]:
    """With the end of this reviewer's own days: somebody who is asked later has as many as the others had."""
    round_ = assignment.round
    days = rounds.stage_of(round_).first_answer_days
    due = stages.deadline(assignment.offered_at, days, terms.zone(round_.task.project))
    return {"place": assignment.pk, "due": due.isoformat() if due else None}


def review_answered(assignment: Assignment, at: dt.datetime) -> None:
    """Agreed, or stepped down: nothing is asked of them any more."""
    about = assignment.round.task.public_id
    inbox.done(assignment.reviewer_id, saying.ASKED, about=about, at=at, place=assignment.pk)


def lead_appointed(round_: Round, at: dt.datetime) -> None:
    key = f"{round_.pk}:{at.isoformat()}"
    tell([str(round_.lead_id)], saying.LEAD, round_.task, key=key, at=at, data={"round": round_.pk})


def revision_in(event: RevisionSubmitted) -> None:
    """Those who ask reviewers, but for whoever has an interest; and who asked for changes, that they are answered."""
    task = Task.objects.select_related("project").get(public_id=event.task)
    key, data = f"{task.public_id}:{event.revision}", {"revision": event.revision}
    holders = [one.pk for one in members.holders(task.project, "assign", event.at)]
    tell(without_interest(task, holders), saying.REVISION, task, key=key, at=event.at, data=data)
    if event.revision > 1:
        asked = Assignment.objects.filter(round__task=task, review__requests__isnull=False).distinct()
        people = asked.values_list("reviewer_id", flat=True)
        tell(people, saying.ANSWERED, task, key=key, at=event.at, data=data)


def decided(event: TaskDecided) -> None:
    """The contributors, once a decision. One that a hidden reviewer's act brought about is told by the day."""
    round_ = Round.objects.select_related("task__project", "decision", "revision").get(pk=event.round)
    task, by_day = round_.task, _by_hidden_reviewer(round_)
    data = {"round": round_.pk, "accepted": event.accepted}
    tell(contributors(task), saying.DECIDED, task, key=round_.pk, at=event.at, data=data, by_day=by_day)
    _ended_with_the_round(task, event.at, by_day=by_day)


def _by_hidden_reviewer(round_: Round) -> bool:
    """Whether a reviewer who is hidden ended the round: by the verdict that settled it, or as its lead."""
    counted = round_.decision.by_id is None and rounds.reviewers_are_hidden(round_.task)
    return counted or rounds.lead_is_hidden(round_)


def withdrawn(event: TaskWithdrawn) -> None:
    """Reviewers who had not filed: nothing is asked of them any more."""
    _ended_with_the_round(Task.objects.select_related("project").get(public_id=event.task), event.at)


def _ended_with_the_round(task: Task, at: dt.datetime, *, by_day: bool = False) -> None:
    for place in Assignment.objects.filter(round__task=task, state=AssignmentState.VOID, ended_at=at):
        _ended(place, task, at, by_day=by_day)


def released(assignment: Assignment, at: dt.datetime) -> None:
    """By somebody who assigns; what they wrote stays theirs."""
    _ended(assignment, assignment.round.task, at)


def _ended(place: Assignment, task: Task, at: dt.datetime, *, by_day: bool = False) -> None:
    tell([place.reviewer_id], saying.ENDED, task, key=place.pk, at=at, data={"place": place.pk}, by_day=by_day)


def settled(request: ChangeRequest, task: Task, at: dt.datetime) -> None:
    """The contributors, that a reviewer is satisfied or asks no more."""
    key, by_day = f"{request.pk}:{request.state}", rounds.reviewers_are_hidden(task)
    tell(contributors(task), saying.SETTLED, task, key=key, at=at, data={"request": request.pk}, by_day=by_day)


def corrected(task: Task, step: CorrectionStep, *, by_day: bool) -> None:
    """The contributors, that a correction of their task was opened or decided."""
    tell(contributors(task), saying.CORRECTION, task, key=step.pk, at=step.at, data={"step": step.pk}, by_day=by_day)


def remind(at: dt.datetime) -> None:
    """Reviewers who have not filed, once before the end of their days and once after it."""
    waiting = Assignment.objects.filter(state__in=WAITING, round__state=RoundState.OPEN)
    waiting = waiting.select_related("round__task__project").order_by("pk")
    for place in waiting.filter(round__first_answer_due__lte=at + SOON):
        data = _place(place)
        due = max(dt.datetime.fromisoformat(str(data["due"])), place.round.first_answer_due or at)
        if due <= at + SOON:
            kind = saying.LATE if due < at else saying.DUE_SOON
            tell([place.reviewer_id], kind, place.round.task, key=place.pk, at=at, data=data)
