"""What follows from an act of review: rounds open and close, stages pass, the task is accepted or goes back.

Everything here runs inside the transaction of the act, with the task locked.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence

from django.db.models import Q

from portal.core import clock, events
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import counting, keeping, stages
from projects.reviews.interests import Interests
from projects.reviews.models import ChangeRequest, Review, ReviewDecision, Round
from projects.reviews.stages import Stage
from projects.reviews.standing import passed
from projects.reviews.states import (
    ASSIGNMENT_MOVES,
    ROUND_MOVES,
    WAITING,
    AssignmentState,
    Outcome,
    RoundState,
)
from projects.rubric.models import RubricVersion
from projects.tasks import queries as tasks
from projects.tasks.models import Revision, Task
from projects.tasks.services import is_public
from projects.tasks.states import MOVES as TASK_MOVES
from projects.terms import queries as terms
from projects.terms.models import TermsVersion


def day_of(at: dt.datetime) -> dt.datetime:
    """The instant for the record of what a reviewer's act brought about: the day alone, since its time could tell whose
    act it was. The record keeps its own order."""
    return clock.midnight(at)


def binding(task: Task) -> TermsVersion:
    version = tasks.binding_version(task)
    if version is None:
        raise AssertionError("a submitted task is bound to a version")
    return version


def stage_of(round_: Round) -> Stage:
    return stages.stage(binding(round_.task).document, round_.stage)


def anonymity(task: Task) -> str:
    return str(binding(task).document["participation"]["anonymity"])


def reviewers_are_hidden(task: Task) -> bool:
    """Then what a reviewer brings about is told by the day: its hour would tell who it was."""
    return anonymity(task) != "open"


def hidden_leads(task: Task) -> frozenset[str]:
    """Stages whose lead is named to nobody to whom reviewers are not: in a final stage the lead is one of them."""
    document = binding(task).document
    if document["participation"]["anonymity"] == "open":
        return frozenset()
    return frozenset(one.id for one in stages.stages(document) if one.kind == "final")


def lead_is_hidden(round_: Round) -> bool:
    return round_.stage in hidden_leads(round_.task)


def is_hidden_lead(round_: Round, subject_id: str | None) -> bool:
    return lead_is_hidden(round_) and round_.lead_id == subject_id


def write_act(
    *,
    task: Task,
    kind: str,
    actor: Subject,
    at: dt.datetime,
    data: Mapping[str, object],
    hidden: bool,
    texts: Mapping[str, str] | None = None,
) -> None:
    """Writes to the record who acted and when; where they are `hidden` the day alone, and that they are not named."""
    if hidden:
        at, data = day_of(at), {**data, "unnamed": "yes"}
    write(project=task.project, kind=kind, actor=None if hidden else actor, at=at, data=data, texts=texts)


def open_rounds(task: Task, revision: Revision, at: dt.datetime) -> list[Round]:
    """A round in each stage whose turn it is: not passed, or passed by another text, and after what it follows.

    The rubric is the one the current terms name, frozen here; the stages are those that bind the task. Over a revision
    that corrects typos only, approvals of the text before are kept (`keeping`).
    """
    version = binding(task)
    current = terms.current(task.project, at) or version
    rubric = RubricVersion.objects.get(project=task.project, number=current.document["participation"]["rubric"])
    zone = terms.zone(task.project, at)
    there = set(task.rounds.filter(revision=revision).values_list("stage", flat=True))
    opened = [
        Round.objects.create(
            task=task,
            revision=revision,
            stage=one.id,
            rubric=rubric,
            opened_at=at,
            first_answer_due=stages.deadline(at, one.first_answer_days, zone),
            decision_due=stages.deadline(at, one.decision_days, zone),
        )
        for one in stages.ready(stages.stages(version.document), passed(task, revision))
        if one.id not in there
    ]
    for round_ in opened:
        keeping.keep(round_, stages.stage(version.document, round_.stage), at, day_of(at))
    return opened


def reviews_that_count(round_: Round) -> list[Review]:
    """Filed reviews, and kept approvals, of people who have no interest by now: a contributor added later is not
    counted."""
    kept = Q(kept_in__round=round_, kept_in__state=AssignmentState.KEPT)
    reviews = list(Review.objects.filter(Q(assignment__round=round_) | kept).select_related("assignment"))
    reviewers = [one.assignment.reviewer_id for one in reviews]
    interests = Interests(round_.task.project, [round_.task], reviewers)
    return [one for one in reviews if not interests.has(one.assignment.reviewer_id, round_.task)]


def settle(round_: Round, at: dt.datetime) -> ReviewDecision | None:
    """Decides by counting, where the stage's rule and the filed verdicts settle it.

    A seat that nobody was ever asked to take is waited for: else whoever asks one person alone picks the outcome.
    """
    stage = stage_of(round_)
    counted = reviews_that_count(round_)
    waiting = round_.assignments.filter(state__in=WAITING).count()
    waiting += max(stage.seats - round_.assignments.count(), 0)
    outcome = counting.settled(stage, [one.verdict for one in counted], waiting)
    if outcome is None:
        return None
    asked = ChangeRequest.objects.filter(review__in=counted).exclude(review__verdict=Outcome.ACCEPT)
    criteria = set(asked.values_list("criterion", flat=True))
    perform(round_, ROUND_MOVES, "decide", at=at, closed_at=at)
    named = [] if outcome == Outcome.ACCEPT else sorted(criteria)
    return conclude(round_, outcome=outcome, rule=stage.decides, by=None, criteria=named, reasons="", at=at)


def conclude(
    round_: Round,
    *,
    outcome: Outcome,
    rule: str,
    by: Subject | None,
    criteria: list[str],
    reasons: str,
    at: dt.datetime,
    points: Sequence[Mapping[str, str]] = (),
) -> ReviewDecision:
    """The decision of a round that has just moved to decided, and everything that follows for the task."""
    task = round_.task
    decision = ReviewDecision.objects.create(
        round=round_, outcome=outcome, rule=rule, by=by, criteria=criteria, points=list(points), reasons=reasons, at=at
    )
    _release_reviewers(round_, at)
    told = day_of(at) if by is None or lead_is_hidden(round_) else at
    _tell_decided(round_, decision, told)
    accepted = False
    if outcome == Outcome.ACCEPT:
        accepted = _go_on(round_, at, told)
    else:
        void_open(task, at)
        perform(task, TASK_MOVES, "ask_changes" if outcome == Outcome.REVISE else "decline", at=at)
        if outcome == Outcome.DECLINE:
            write(project=task.project, kind="TaskDeclined", actor=None, at=told, data={"task": task.number})
    events.emit(
        events.TaskDecided(
            project=task.project.public_id,
            actor=by.id if by else "",
            at=at,
            task=task.public_id,
            round=round_.pk,
            outcome=outcome.value,
            accepted=accepted,
        )
    )
    return decision


def _go_on(round_: Round, at: dt.datetime, told: dt.datetime) -> bool:
    """Opens what comes next; accepts the task when nothing does. Returns whether it was accepted."""
    task, revision = round_.task, round_.revision
    names = {one.id for one in stages.stages(binding(task).document)}
    if names - passed(task, revision):
        open_rounds(task, revision, at)
        return False
    day = clock.today(terms.zone(task.project, at), at)
    perform(task, TASK_MOVES, "accept", at=at, accepted_on=day)
    data = {"task": task.number, "revision": revision.number, "hash": revision.hash, "on": day.isoformat()}
    write(project=task.project, kind="TaskAccepted", actor=None, at=told, data=data)
    return True


def void_open(task: Task, at: dt.datetime) -> None:
    """Ends every open round of the task without a decision. Filed reviews stay; asked reviewers are free."""
    for one in task.rounds.filter(state=RoundState.OPEN):
        perform(one, ROUND_MOVES, "void", at=at, closed_at=at)
        _release_reviewers(one, at)


def _release_reviewers(round_: Round, at: dt.datetime) -> None:
    for assignment in round_.assignments.filter(state__in=WAITING):
        perform(assignment, ASSIGNMENT_MOVES, "void", at=at, ended_at=at)


def _tell_decided(round_: Round, decision: ReviewDecision, told: dt.datetime) -> None:
    """The outcome is public with the state; criteria and reasons only where the decision is."""
    task = round_.task
    data: dict[str, object] = {
        "task": task.number,
        "stage": round_.stage,
        "revision": round_.revision.number,
        "outcome": str(decision.outcome),
        "rule": decision.rule,
    }
    texts = None
    if is_public(task, binding(task), "decision"):
        data["criteria"] = list(decision.criteria)
        texts = {"reasons": decision.reasons} if decision.reasons else None
    actor = decision.by
    if actor is not None and lead_is_hidden(round_):
        actor, data["unnamed"] = None, "yes"
    write(project=task.project, kind="RoundDecided", actor=actor, at=told, data=data, texts=texts)
