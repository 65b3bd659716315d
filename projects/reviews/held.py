"""Approvals that count for a revision only since it is marked as correcting typos: whose they are, and until when they
may be taken back."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.text.series import series
from portal.people.models import Subject
from projects.reviews import rounds, stages, standing
from projects.reviews.models import Assignment, Round
from projects.reviews.states import AssignmentState, Outcome, RoundState
from projects.tasks import queries as tasks
from projects.tasks.models import Revision, Task
from projects.tasks.states import TaskState
from projects.terms import queries as terms

OBJECTABLE = frozenset({TaskState.SUBMITTED, TaskState.IN_REVIEW})


@dataclass(frozen=True)
class Held:
    """One person's approval that counts for `revision`, the last one, though it was given to revision `of`.

    `round` is where it counts: the round that passed the stage, or the open one in which it was kept. `until` is the
    last moment to object, None where the terms promise no day.
    """

    subject_id: str
    round: Round
    revision: Revision
    of: int
    until: dt.datetime | None


def held(task: Task) -> list[Held]:
    """Every approval that the mark on the last revision keeps; none where it has no mark, or the task has ended."""
    revision = tasks.latest_revision(task)
    if revision is None or not revision.typos_only or task.state not in OBJECTABLE:
        return []
    document, zone = rounds.binding(task).document, terms.zone(task.project)
    until = {
        one.id: stages.deadline(revision.submitted_at, one.first_answer_days, zone) for one in stages.stages(document)
    }
    return [
        Held(subject_id, round_, revision, of, until[round_.stage])
        for round_, subject_id, of in (*_by_passing(task, revision), *_by_places(revision))
    ]


def _by_passing(task: Task, revision: Revision) -> Iterator[tuple[Round, str, int]]:
    for one in standing.passing(task, revision):
        if one.revision.number == revision.number:
            continue
        people = {place.reviewer_id: _of(place) for place in one.assignments.all() if standing.approval(place)}
        if one.decision.by_id:
            people[one.decision.by_id] = one.revision.number
        yield from ((one, subject_id, of) for subject_id, of in people.items())


def _by_places(revision: Revision) -> Iterator[tuple[Round, str, int]]:
    rows = Assignment.objects.filter(round__revision=revision, state=AssignmentState.KEPT, round__state=RoundState.OPEN)
    for one in rows.select_related("round__revision", "kept__assignment__round__revision").order_by("pk"):
        yield one.round, one.reviewer_id, _of(one)


def _of(place: Assignment) -> int:
    """The revision that was read for the approval."""
    review = place.kept if place.state == AssignmentState.KEPT else None
    return (review.assignment.round if review else place.round).revision.number


def own(task: Task, subject: Subject) -> list[Held]:
    """Those of one person."""
    return [one for one in held(task) if one.subject_id == subject.pk]


def lines(task: Task, found: Iterable[Round]) -> dict[int, str]:
    """By round, in words: for which later revisions its acceptance of a stage stands, or that it does no more. `found`
    are all rounds of the task, each with its decision."""
    every = list(found)
    marked = standing.marked(every)
    if not marked:
        return {}
    objected = set(task.revisions.filter(objections__isnull=False).values_list("number", "objections__round__stage"))
    last = {one.stage: one for one in every if one.state == RoundState.DECIDED}
    said = {}
    for one in last.values():
        number, later = one.revision.number, []
        while number + 1 in marked and (number + 1, one.stage) not in objected:
            number += 1
            later.append(number)
        if one.decision.outcome == Outcome.ACCEPT:
            if later:
                said[one.pk] = _stands(one.revision.number, later)
            if (number + 1, one.stage) in objected:
                said[one.pk] = _("no longer holds: revision %(n)s does more than correct typos") % {"n": number + 1}
    return said


def _stands(approved: int, later: list[int]) -> str:
    sentence = ngettext(
        "approved on revision %(approved)s; revision %(later)s corrects typos only",
        "approved on revision %(approved)s; revisions %(later)s correct typos only",
        len(later),
    )
    return sentence % {"approved": approved, "later": series(later)}


def ever_approved(task: Task, subject: Subject, stage: str) -> bool:
    """Whether somebody filed an approval in this stage of the task, or decided it as its lead, of whatever revision."""
    places = Assignment.objects.filter(round__task=task, round__stage=stage, reviewer=subject)
    led = task.rounds.filter(stage=stage, decision__by=subject, decision__outcome=Outcome.ACCEPT)
    return places.filter(review__verdict=Outcome.ACCEPT).exists() or led.exists()
