"""Reads of tasks. What somebody may see comes from `visibility`, for one task and for a list alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import Q, QuerySet

from authorship.engine.amounts import parse_amount
from portal.core.errors import NotVisible
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.project.queries import Reader, subject_of
from projects.tasks import turns, visibility
from projects.tasks.models import Revision, Task, TaskContributor
from projects.tasks.states import TaskState
from projects.tasks.visibility import Moment
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

# Assignments in these states make a reviewer of the task; see `turns` for why they are names here.
_REVIEWING = turns.ASSIGNMENT_WAITING | {turns.ASSIGNMENT_FILED}
_DECIDED = frozenset({TaskState.ACCEPTED, TaskState.DECLINED, TaskState.UNDER_CORRECTION, TaskState.REVOKED})


@dataclass(frozen=True)
class Modes:
    """The two clauses of a terms version that say who sees what."""

    visibility: str
    anonymity: str


class Viewer:
    """Somebody who looks at the tasks of one project; asks the database once for any number of tasks."""

    def __init__(self, user: Reader, project: Project) -> None:
        self.subject = subject_of(user)
        self.project = project

    @cached_property
    def is_member(self) -> bool:
        return self.subject is not None and members.is_member(self.project, self.subject)

    @cached_property
    def powers(self) -> frozenset[str]:
        return members.powers(self.project, self.subject) if self.subject else frozenset()

    @cached_property
    def contributed(self) -> frozenset[int]:
        """Tasks somebody began, or has a share of."""
        return self._ids(Q(created_by=self.subject) | Q(contributors__subject=self.subject))

    @cached_property
    def reviewing(self) -> frozenset[int]:
        return self._ids(Q(rounds__assignments__reviewer=self.subject, rounds__assignments__state__in=_REVIEWING))

    @cached_property
    def leading(self) -> frozenset[int]:
        """Tasks somebody was appointed to lead a round of, while they hold the power for it."""
        if not self.powers & {"decide", "chair"}:
            return frozenset()
        return self._ids(Q(rounds__lead=self.subject))

    @cached_property
    def _modes(self) -> dict[int, Modes]:
        rows = TermsVersion.objects.filter(project=self.project).values_list(
            "number", "document__data__visibility", "document__participation__anonymity"
        )
        return {number: Modes(mode, anonymity) for number, mode, anonymity in rows}

    def modes(self, task: Task) -> Modes:
        """Those of the version that binds the task; the strictest before it is bound."""
        return self._modes.get(task.terms or 0, Modes("closed", "both_hidden"))

    def persons(self, task: Task) -> visibility.Audience:
        return visibility.persons_of(
            member=self.is_member,
            contributor=task.pk in self.contributed,
            reviewer=task.pk in self.reviewing,
            chair=task.pk in self.leading,
            audit="audit" in self.powers,
        )

    def fields(self, task: Task) -> frozenset[str]:
        """The parts of the task this person sees. A draft is its contributors' alone."""
        persons = self.persons(task)
        if task.number is None:
            return frozenset(visibility.FIELDS) if "C" in persons else frozenset()
        modes = self.modes(task)
        return visibility.visible_fields(
            persons, mode=modes.visibility, anonymity=modes.anonymity, moments=moments(task)
        )

    def _ids(self, condition: Q) -> frozenset[int]:
        if self.subject is None:
            return frozenset()
        return frozenset(Task.objects.filter(condition, project=self.project).values_list("pk", flat=True))


def moments(task: Task) -> frozenset[Moment]:
    """What has happened to the task. A release is nothing this site makes yet."""
    found = set()
    if task.accepted_on is not None:
        found |= {Moment.DECIDED, Moment.ACCEPTED}
    if task.state in _DECIDED:
        found.add(Moment.DECIDED)
    return frozenset(found)


def visible_to(user: Reader, project: Project) -> QuerySet[Task]:
    """Every submitted task of a visible project and one's own drafts; what is seen of each says `fields_for`."""
    rows = Task.objects.filter(project=project)
    subject = subject_of(user)
    submitted = Q(number__isnull=False)
    if subject is None:
        return rows.filter(submitted)
    mine = TaskContributor.objects.filter(subject=subject).values("task")
    return rows.filter(submitted | Q(created_by=subject) | Q(pk__in=mine))


def fields_for(user: Reader, task: Task) -> frozenset[str]:
    return Viewer(user, task.project).fields(task)


def get_visible(user: Reader, project: Project, number: int) -> Task:
    """NotVisible where there is none; the same for every number that stands for nothing."""
    task = visible_to(user, project).select_related("project", "created_by").filter(number=number).first()
    if task is None:
        raise NotVisible
    return task


def get_own(user: Reader, project: Project, public_id: str) -> Task:
    """A task for those who write it, by the random id that only they know; NotVisible to everybody else."""
    subject = subject_of(user)
    task = (
        Task.objects.select_related("project", "draft__attachment", "draft__updated_by__profile")
        .filter(project=project, public_id=public_id)
        .first()
    )
    if task is None or subject is None or not is_contributor(subject, task):
        raise NotVisible
    return task


def is_contributor(subject: Subject, task: Task) -> bool:
    return task.created_by_id == subject.pk or task.contributors.filter(subject=subject).exists()


def contributor_ids(task: Task) -> frozenset[str]:
    """Everybody with an interest in the task as its author: shares now, shares of any revision, whoever began it."""
    ids = {task.created_by_id, *task.contributors.values_list("subject_id", flat=True)}
    for shares in task.revisions.values_list("shares", flat=True):
        ids |= set(shares)
    return frozenset(ids)


def with_turns(rows: QuerySet[Task]) -> QuerySet[Task]:
    return rows.prefetch_related("rounds__assignments", "contributors__subject__profile")


def stage_rows(project: Project) -> turns.StageRows:
    """The stages of every version, as the terms write them."""
    rows = TermsVersion.objects.filter(project=project).values_list("number", "document__participation__stages")
    return {(number, row["id"]): row for number, stages in rows for row in stages or []}


def turn(task: Task, reader: Subject | None = None) -> turns.Turn:
    return turns.of(task, stage_rows(task.project), reader)


def binding_version(task: Task) -> TermsVersion | None:
    """The version that binds the task; before its first submission the current one would."""
    if task.terms is not None:
        return terms.version(task.project, task.terms)
    return terms.current(task.project)


def latest_revision(task: Task) -> Revision | None:
    return task.revisions.select_related("attachment").order_by("-number").first()


def last_shares(task: Task) -> dict[str, Fraction]:
    """The shares of the last revision, which nobody loses without their own word; empty before the first."""
    shares = task.revisions.order_by("-number").values_list("shares", flat=True).first() or {}
    return {subject: parse_amount(share) for subject, share in shares.items()}


def tags_of(rows: QuerySet[Task], most: int = 200) -> list[str]:
    """The field tags in use, for the filter of a list."""
    used: Iterable[list[str]] = rows.exclude(tags=[]).order_by().values_list("tags", flat=True).distinct()[:most]
    return sorted({tag for tags in used for tag in tags})
