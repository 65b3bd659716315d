"""Reads of reviews: what of a round somebody may see, their queue, the requests of a task."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import OuterRef, Prefetch, Q, QuerySet, Subquery

from portal.core.errors import NotVisible
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews import stages
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, ChangeRequest, CorrectionStep, RequestAnswer, Review, Round
from projects.reviews.stages import Stage
from projects.reviews.states import REVIEWING, WAITING, AssignmentState, RoundState
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState


def requests_of(task: Task) -> QuerySet[ChangeRequest]:
    """All change requests of a task, oldest round first, by letter and number."""
    return (
        ChangeRequest.objects.filter(review__assignment__round__task=task)
        .select_related("review__assignment__round__revision")
        .prefetch_related(Prefetch("answers", RequestAnswer.objects.order_by("pk")))
        .order_by("review__assignment__round__revision__number", "review__assignment__letter", "number")
    )


def name_of(request: ChangeRequest) -> str:
    """`B2` in round 1 is "1·B2": letters are drawn anew for each round."""
    assignment = request.review.assignment
    return f"{assignment.round.revision.number}·{short_name(request)}"


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
        .select_related("task__project", "revision__attachment", "rubric", "lead__profile")
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
    return not any(one.state in WAITING for one in own)


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


@dataclass(frozen=True)
class Due:
    """One thing that waits for somebody. `what` is review, lead, assign or correction."""

    what: str
    task: Task
    round: Round | None
    due: dt.datetime | None
    state: str = ""


def queue(project: Project, subject: Subject, powers: frozenset[str]) -> list[Due]:
    """What waits for this person in a project, the nearest day first. What they may not judge does not count."""
    found = _reviews_due(project, subject) + _leads_due(project, subject)
    if powers & {"decide", "chair"}:
        found += _corrections_due(project, subject)
    interests = Interests(project, [one.task for one in found], [subject.pk])
    found = [one for one in found if not interests.has(subject.pk, one.task)]
    if "assign" in powers:
        found += _unassigned(project, own=_own_tasks(project, subject))
    far = dt.datetime.max.replace(tzinfo=dt.UTC)
    return sorted(found, key=lambda one: (one.due or far, one.task.number or 0))


def _reviews_due(project: Project, subject: Subject) -> list[Due]:
    rows = Assignment.objects.filter(
        reviewer=subject, state__in=WAITING, round__task__project=project, round__state=RoundState.OPEN
    ).select_related("round__task__project", "round__revision")
    return [Due("review", one.round.task, one.round, one.round.first_answer_due, one.state) for one in rows]


def _leads_due(project: Project, subject: Subject) -> list[Due]:
    rows = Round.objects.filter(lead=subject, state=RoundState.OPEN, task__project=project)
    rows = rows.select_related("task__project", "revision")
    return [Due("lead", one.task, one, one.decision_due) for one in rows]


def _own_tasks(project: Project, subject: Subject) -> set[int]:
    mine = Q(created_by=subject) | Q(contributors__subject=subject)
    return set(Task.objects.filter(mine, project=project).values_list("pk", flat=True))


def _unassigned(project: Project, own: set[int]) -> list[Due]:
    """Open rounds that wait for fewer people than their stage needs, or for no lead where a lead decides."""
    rows = Round.objects.filter(state=RoundState.OPEN, task__project=project).exclude(task__in=own)
    rules = tasks.stage_rows(project)
    return [
        Due("assign", one.task, one, one.first_answer_due)
        for one in rows.select_related("task__project", "revision").prefetch_related("assignments")
        if _needs_somebody(one, stages.from_row(rules[one.task.terms or 0, one.stage]))
    ]


def _needs_somebody(one: Round, stage: Stage) -> bool:
    asked = sum(place.state in REVIEWING for place in one.assignments.all())
    return asked < stage.seats or (stage.decides == "lead" and one.lead_id is None)


def _corrections_due(project: Project, subject: Subject) -> list[Due]:
    """Not those of a task whose text this person does not see, nor those they opened."""
    last = CorrectionStep.objects.filter(task=OuterRef("pk")).order_by("-pk")
    rows = Task.objects.filter(project=project, state=TaskState.UNDER_CORRECTION)
    rows = rows.annotate(opened_by=Subquery(last.values("by")[:1])).exclude(opened_by=subject.pk)
    viewer = Viewer(subject.user, project)
    return [
        Due("correction", one, None, None)
        for one in rows.select_related("project")
        if "statement" in viewer.fields(one)
    ]


def opener(task: Task) -> str:
    """Who opened the correction that is running, or ""."""
    last = CorrectionStep.objects.filter(task=task).order_by("pk").last()
    return last.by_id if last is not None and last.step == CorrectionStep.Step.OPEN else ""
