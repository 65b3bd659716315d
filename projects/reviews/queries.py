"""Reads of reviews: what of a round somebody may see, their queue, the requests of a task."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import overload

from django.db.models import Count, F, OuterRef, Prefetch, Q, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from portal.core import clock
from portal.core.errors import NotVisible
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews import clocks, stages
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, ChangeRequest, CorrectionStep, RequestAnswer, Review, Round, TaskChair
from projects.reviews.states import REVIEWING, WAITING, AssignmentState, RoundState
from projects.tasks import queries as tasks
from projects.tasks import texts, turn_rows
from projects.tasks.models import DeclaredInterest, Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState
from projects.terms import queries as terms


def requests_of(task: Task) -> QuerySet[ChangeRequest]:
    """All change requests of a task, oldest round first, by letter and number."""
    return (
        ChangeRequest.objects.filter(review__assignment__round__task=task)
        .select_related("review__assignment__round__revision", "review__assignment__round__rubric")
        .prefetch_related(Prefetch("answers", RequestAnswer.objects.order_by("pk")))
        .order_by("review__assignment__round__revision__number", "review__assignment__letter", "number")
    )


def name_of(request: ChangeRequest) -> str:
    """`B2` in round 1 is "1·B2": letters are drawn anew for each round."""
    assignment = request.review.assignment
    return f"{assignment.round.revision.number}·{short_name(request)}"


def key_of(request: ChangeRequest) -> str:
    """The same in an address or a form: "1-B2"."""
    return f"{request.review.assignment.round.revision.number}-{short_name(request)}"


def short_name(request: ChangeRequest) -> str:
    return f"{request.review.assignment.letter}{request.number}"


def rounds_of(task: Task) -> list[Round]:
    """Every round with its assignments, their people and reviews, and its decision, oldest first."""
    places = Assignment.objects.order_by("letter").select_related("review", "reviewer__profile")
    reviews = Prefetch("assignments", places)
    return list(
        task.rounds.select_related("revision", "rubric", "lead__profile", "decision__by__profile")
        .prefetch_related(reviews)
        .order_by("revision__number", "pk")
    )


def get_round(task: Task, revision: int, stage: str) -> Round:
    found = (
        Round.objects.filter(task=task, revision__number=revision, stage=stage)
        .select_related("task__project", "revision", "rubric", "lead__profile")
        .first()
    )
    if found is None:
        raise NotVisible
    return found


def may_read_reviews(viewer: Viewer, task: Task, round_: Round) -> bool:
    """Whether somebody reads the reviews of this round; a reviewer of it only after filing their own."""
    if "reviews" not in viewer.fields(task):
        return False
    if "C" in viewer.persons(task) or round_.state != RoundState.OPEN:
        return True
    own = [one for one in round_.assignments.all() if viewer.subject and one.reviewer_id == viewer.subject.pk]
    # Whoever may still object files a review of this round then.
    return not any(one.state in (*WAITING, AssignmentState.KEPT) for one in own)


def visible_reviews(viewer: Viewer, task: Task, round_: Round) -> list[Review]:
    """Filed reviews that this person may read now; one's own always."""
    filed = [one for one in round_.assignments.all() if one.state == AssignmentState.FILED]
    everything = may_read_reviews(viewer, task, round_)
    contributor = "C" in viewer.persons(task)
    return [
        one.review
        for one in filed
        if everything or (viewer.subject and one.reviewer_id == viewer.subject.pk and not contributor)
    ]


def visible_requests(viewer: Viewer, task: Task, rounds: Sequence[Round] | None = None) -> list[ChangeRequest]:
    """Requests whose review this person may read, and whose quoted part they may see."""
    fields = viewer.fields(task)
    readable = {review.pk for one in rounds or rounds_of(task) for review in visible_reviews(viewer, task, one)}
    return [one for one in requests_of(task) if one.review_id in readable and one.part in fields]


def own_assignment(user_subject: Subject | None, round_: Round) -> Assignment:
    """One's own place in a round, stepped down or not; NotVisible to everybody else."""
    found = (
        Assignment.objects.filter(round=round_, reviewer=user_subject)
        .select_related("round__task__project", "round__revision", "round__rubric", "reviewer")
        .first()
        if user_subject
        else None
    )
    if found is None:
        raise NotVisible
    return found


def own_place(subject: Subject | None, task: Task, revision: int, stage: str) -> Assignment:
    """As `own_assignment`, by what an address names: in one query, whether there is such a round or not."""
    found = (
        Assignment.objects.filter(
            round__task=task, round__revision__number=revision, round__stage=stage, reviewer=subject
        )
        .select_related("round__task__project", "round__revision", "round__rubric", "reviewer")
        .first()
        if subject
        else None
    )
    if found is None:
        raise NotVisible
    return found


@dataclass(frozen=True)
class Due:
    """One thing that waits for somebody. `what` is review, lead, assign, clock, correction or report."""

    what: str
    task: Task
    round: Round | None
    due: dt.datetime | None
    state: str = ""


class Queue(Sequence[Due]):
    """What waits for somebody, the nearest day first; a slice reads no more rounds to assign than it needs."""

    def __init__(self, own: list[Due], asking: QuerySet[Round]) -> None:
        self._own = own
        self._asking = asking

    @cached_property
    def _length(self) -> int:
        return len(self._own) + self._asking.count()

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> Due: ...
    @overload
    def __getitem__(self, index: slice) -> list[Due]: ...
    def __getitem__(self, index: int | slice) -> Due | list[Due]:
        """Of what is to be assigned, which is ordered as all is, the first n hold the first n of all."""
        last = index.stop if isinstance(index, slice) else index + 1 if index >= 0 else None
        asking = [Due("assign", one.task, one, one.first_answer_due) for one in self._asking[:last]]
        far = dt.datetime.max.replace(tzinfo=dt.UTC)
        return sorted([*self._own, *asking], key=lambda one: (one.due or far, one.task.number or 0))[index]

    def __iter__(self) -> Iterator[Due]:
        return iter(self[:])


def queue(project: Project, subject: Subject, powers: frozenset[str], viewer: Viewer | None = None) -> Queue:
    """What waits for this person in a project. What they may not judge does not count.

    `viewer` is theirs, where the caller has it already."""
    found = _reviews_due(project, subject) + _leads_due(project, subject)
    if powers & {"decide", "chair"}:
        viewer = viewer or Viewer(subject.user, project)
        found += _corrections_due(viewer, subject)
        found += [one for source in _waiting for one in source(viewer, subject)]
    if "chair" in powers:
        found += _clocks_due(project, subject)
    asking = _unassigned(project, subject) if "assign" in powers else Round.objects.none()
    interests = Interests(project, [one.task for one in found], [subject.pk])
    return Queue([one for one in found if not interests.has(subject.pk, one.task)], asking)


def _reviews_due(project: Project, subject: Subject) -> list[Due]:
    rows = Assignment.objects.filter(
        reviewer=subject, state__in=WAITING, round__task__project=project, round__state=RoundState.OPEN
    ).select_related("round__task__project", "round__revision")
    return [Due("review", one.round.task, one.round, one.round.first_answer_due, one.state) for one in rows]


def _leads_due(project: Project, subject: Subject) -> list[Due]:
    rows = Round.objects.filter(lead=subject, state=RoundState.OPEN, task__project=project)
    rows = rows.select_related("task__project", "revision")
    return [Due("lead", one.task, one, one.decision_due) for one in rows]


def _clocks_due(project: Project, subject: Subject) -> list[Due]:
    """Rounds of tasks they chair whose day has passed without an answer."""
    chaired = TaskChair.objects.filter(chair=subject, ended_at=None, task__project=project).values("task")
    at = clock.deciding()
    zone = terms.zone(project, at)
    rows = clocks.may_have_passed(at).filter(task__in=chaired)
    return [Due("clock", one.task, one, over[0].day) for one in rows if (over := clocks.passed(one, zone, at))]


def left(task: Task) -> dict[str, str]:
    """By subject id: who stepped down from the task ("stepped_down") or was released from it ("released"), and reviews
    it in no round now. Whatever offers reviewers by itself leaves them out; people see it in the list and may ask."""
    rows = Assignment.objects.filter(round__task=task).order_by("pk")
    found: dict[str, str] = {}
    for subject, state, released in rows.values_list("reviewer", "state", "released_by"):
        if state == AssignmentState.STEPPED_DOWN:
            found[subject] = "stepped_down"
        elif released is not None:
            found[subject] = "released"
        elif state in REVIEWING:
            found.pop(subject, None)
    return found


def _unassigned(project: Project, subject: Subject) -> QuerySet[Round]:
    """Open rounds that wait for fewer people than their stage needs, or for no lead where a lead decides; not of one's
    own tasks. Whoever shares an affiliation with an author still asks others; whoever declared an interest keeps out.
    """
    own = Task.objects.filter(tasks.contributed_by(subject), project=project).values("pk")
    declared = DeclaredInterest.objects.filter(subject=subject, waiver=None, task__project=project).values("task")
    rules = tasks.stage_rows(project)
    asked = Assignment.objects.filter(round=OuterRef("pk"), state__in=REVIEWING).order_by().values("round")
    rows = Round.objects.filter(state=RoundState.OPEN, task__project=project).exclude(task__in=own)
    rows = rows.exclude(task__in=declared).annotate(
        asked=Coalesce(Subquery(asked.annotate(n=Count("pk")).values("n")), Value(0)),
        seats=turn_rows.by_stage(rules, lambda row: stages.from_row(row).seats),
        leads=turn_rows.by_stage(rules, lambda row: int(row["decides"] == "lead")),
    )
    rows = rows.filter(Q(asked__lt=F("seats")) | Q(leads=1, lead=None)).select_related("task__project", "revision")
    # Long texts would be sorted along with all that waits.
    rows = rows.defer(*(f"revision__{name}" for name in (*texts.PARTS, "details", "shares", "given_up", "note")))
    return rows.order_by(F("first_answer_due").asc(nulls_last=True), "task__number", "pk")


def _corrections_due(viewer: Viewer, subject: Subject) -> list[Due]:
    """Not those of a task whose text this person does not see, nor those they opened."""
    last = CorrectionStep.objects.filter(task=OuterRef("pk")).order_by("-pk")
    rows = Task.objects.filter(project=viewer.project, state=TaskState.UNDER_CORRECTION, reported="")
    rows = rows.annotate(opened_by=Subquery(last.values("by")[:1])).exclude(opened_by=subject.pk)
    return [
        Due("correction", one, None, None)
        for one in rows.select_related("project")
        if "statement" in viewer.fields(one)
    ]


def opener(task: Task) -> str:
    """Who opened the correction that is running, or "". Not a contributor who amends the task: that asks no second."""
    steps = CorrectionStep.objects.filter(task=task).exclude(step=CorrectionStep.Step.AMEND).order_by("pk")
    last = steps.last()
    return last.by_id if last is not None and last.step == CorrectionStep.Step.OPEN else ""


Waiting = Callable[[Viewer, Subject], Sequence[Due]]
_waiting: list[Waiting] = []


def provide(*waiting: Waiting) -> None:
    """The wiring's: what else waits for somebody, told by upper rooms. What they may not judge these leave out."""
    _waiting[:] = waiting
