"""Reads of tasks. What somebody may see comes from `visibility`, for one task and for a list alike."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from django.db.models import Prefetch, Q, QuerySet

from authorship.engine.amounts import parse_amount
from portal.core.errors import NotVisible
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.project.queries import Reader, subject_of
from projects.tasks import turns, visibility
from projects.tasks.models import Attachment, DraftFile, Revision, RevisionFile, Task, TaskContributor, TaskDraft
from projects.tasks.states import TaskState
from projects.tasks.visibility import Moment
from projects.terms import queries as terms
from projects.terms.models import TermsVersion

# Assignments in these states make a reviewer of the task; see `turns` for why they are names here.
_REVIEWING = turns.ASSIGNMENT_WAITING | {turns.ASSIGNMENT_FILED, turns.ASSIGNMENT_KEPT}
DECIDED = frozenset({TaskState.ACCEPTED, TaskState.DECLINED, TaskState.UNDER_CORRECTION, TaskState.REVOKED})
# Who was appointed to lead a round leads it while they hold one of these powers.
LEADING = frozenset({"decide", "chair"})


# What a list says of each task.
LISTED = frozenset({"title", "contributors"})


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
        return self._ids(contributed_by(self.subject)) if self.subject else frozenset()

    @cached_property
    def reviewing(self) -> frozenset[int]:
        """Not what waits for somebody who left the project; what they filed stays theirs to see."""
        if self.subject is None:
            return frozenset()
        return self._ids(reviewed_by(self.subject) if self.is_member else filed_by(self.subject))

    @cached_property
    def leading(self) -> frozenset[int]:
        """Tasks somebody was appointed to lead a round of, while they hold the power for it."""
        if self.subject is None or not self.powers & LEADING:
            return frozenset()
        return self._ids(Q(rounds__lead=self.subject))

    @cached_property
    def chairing(self) -> frozenset[int]:
        """Tasks somebody is assigned to chair, while they hold the power for it."""
        if self.subject is None or "chair" not in self.powers:
            return frozenset()
        return self._ids(chaired_by(self.subject))

    @cached_property
    def _modes(self) -> dict[int, Modes]:
        return {
            version.number: Modes(
                version.document["data"]["visibility"], version.document["participation"]["anonymity"]
            )
            for version in terms.published(self.project)
        }

    def modes(self, task: Task) -> Modes:
        """Those of the version that binds the task; the strictest before it is bound."""
        return self._modes.get(task.terms or 0, Modes("closed", "both_hidden"))

    def persons(self, task: Task) -> visibility.Audience:
        return visibility.persons_of(
            member=self.is_member,
            contributor=task.pk in self.contributed,
            reviewer=task.pk in self.reviewing,
            chair=task.pk in self.leading or task.pk in self.chairing,
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

    def public_fields(self, task: Task) -> frozenset[str]:
        """The parts that everybody sees now; none of a draft."""
        if task.number is None:
            return frozenset()
        modes = self.modes(task)
        return visibility.visible_fields(
            visibility.persons_of(member=False, contributor=False, reviewer=False, chair=False, audit=False),
            mode=modes.visibility,
            anonymity=modes.anonymity,
            moments=moments(task),
        )

    def sees_unpublished(self, task: Task, shown: Collection[str] = visibility.FIELDS) -> bool:
        """Whether of the parts `shown` this person sees one that not everybody sees: such a page or answer carries the
        canary line of the project."""
        return bool((self.fields(task) - self.public_fields(task)).intersection(shown))

    def contributors(self, task: Task) -> list[TaskContributor]:
        """Those of the task whose names this person sees: all, or those who chose to be named, or none."""
        rows = list(task.contributors.all())
        if task.number is None:
            return rows if "contributors" in self.fields(task) else []
        persons, modes, past = self.persons(task), self.modes(task), moments(task)
        return [
            row
            for row in rows
            if visibility.sees_contributor(
                persons,
                mode=modes.visibility,
                anonymity=modes.anonymity,
                moments=past,
                chosen=row.named_at is not None,
            )
        ]

    def _ids(self, condition: Q) -> frozenset[int]:
        rows = Task.objects.filter(condition, project=self.project).order_by()
        return frozenset(rows.values_list("pk", flat=True))


def contributed_by(subject: Subject) -> Q:
    """Over tasks: those somebody began, or has a share of."""
    # Two short look-ups by index: for one with "or" PostgreSQL reads every task.
    begun = Task.objects.filter(created_by=subject).order_by().values("pk")
    return Q(pk__in=begun.union(TaskContributor.objects.filter(subject=subject).order_by().values("task")))


def reviewed_by(subject: Subject) -> Q:
    """Over tasks: those a member was asked to review and did not refuse."""
    return Q(rounds__assignments__reviewer=subject, rounds__assignments__state__in=_REVIEWING)


def filed_by(subject: Subject) -> Q:
    """Over tasks: those somebody filed a review of, which stay theirs to see when they leave the project."""
    return Q(rounds__assignments__reviewer=subject, rounds__assignments__state=turns.ASSIGNMENT_FILED)


def chaired_by(subject: Subject) -> Q:
    """Over tasks: those somebody is assigned to chair now."""
    return Q(chairs__chair=subject, chairs__ended_at=None)


def moments(task: Task) -> frozenset[Moment]:
    """What has happened to the task. A release is nothing this site makes yet."""
    found = set()
    if task.accepted_on is not None:
        found |= {Moment.DECIDED, Moment.ACCEPTED}
    if task.state in DECIDED:
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


def submitted(project: Project) -> QuerySet[Task]:
    return Task.objects.filter(project=project, number__isnull=False)


def fields_for(user: Reader, task: Task) -> frozenset[str]:
    return Viewer(user, task.project).fields(task)


def get_visible(user: Reader, project: Project, number: int) -> Task:
    """NotVisible where there is none; the same for every number that stands for nothing."""
    task = visible_to(user, project).select_related("project", "created_by").filter(number=number).first()
    if task is None:
        raise NotVisible
    return task


def get_own(user: Reader, project: Project, public_id: str) -> Task:
    """A task for those who write it, by the random id that only they know; NotVisible to everybody else.

    One query, so that its time does not tell a draft of others from none.
    """
    subject = subject_of(user)
    if subject is None:
        raise NotVisible
    rows = own(subject, project).select_related("project", "draft__updated_by__profile")
    task = rows.filter(public_id=public_id).first()
    if task is None:
        raise NotVisible
    return task


def own(subject: Subject, project: Project) -> QuerySet[Task]:
    """Tasks somebody began or has a share of, submitted or not."""
    return Task.objects.filter(contributed_by(subject), project=project)


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
    return {
        (version.number, row["id"]): row
        for version in terms.published(project)
        for row in version.document["participation"].get("stages") or []
    }


def turn(task: Task, reader: Subject | None = None) -> turns.Turn:
    return turns.of(task, stage_rows(task.project), reader)


def binding_version(task: Task) -> TermsVersion | None:
    """The version that binds the task; before its first submission the current one would."""
    if task.terms is not None:
        return terms.version(task.project, task.terms)
    return terms.current(task.project)


def latest_revision(task: Task) -> Revision | None:
    return with_files(task.revisions.all()).order_by("-number").first()


def revision_file(task: Task, revision: int, place: int) -> RevisionFile | None:
    rows = RevisionFile.objects.filter(revision__task=task, revision__number=revision, place=place)
    return rows.select_related("attachment", "revision").first()


def with_files(rows: QuerySet[Revision]) -> QuerySet[Revision]:
    """Revisions whose files `files_of` gives without asking again."""
    return rows.prefetch_related(Prefetch("files", RevisionFile.objects.select_related("attachment")))


def files_of(text: Revision | TaskDraft) -> list[Attachment]:
    """In their order."""
    return [row.attachment for row in placed_files(text)]


def placed_files(text: Revision | TaskDraft) -> Sequence[DraftFile | RevisionFile]:
    """With the places that name them in addresses."""
    # What `with_files` fetched is read from memory; anything but `all` would ask anew.
    if "files" in getattr(text, "_prefetched_objects_cache", {}):
        return list(text.files.all())
    return list(text.files.select_related("attachment"))


def standing_revision(task: Task) -> Revision | None:
    """The one that counts: the last, but for a correction that is not decided."""
    return with_files(task.revisions.filter(number=task.standing_number)).first()


@dataclass(frozen=True)
class Lineage:
    """The task that one goes on from, and those that go on from it, as far as somebody may know."""

    before: Task | None
    after: tuple[Task, ...]


def lineage(task: Task, viewer: Viewer) -> Lineage:
    """Who goes on from a task says where they come from: seen by whoever sees who wrote the later of the two."""
    before = task.predecessor if task.predecessor_id and "contributors" in viewer.fields(task) else None
    rows = task.successors.filter(number__isnull=False).order_by("number")
    return Lineage(before, tuple(one for one in rows if "contributors" in viewer.fields(one)))


def last_shares(task: Task) -> dict[str, Fraction]:
    """The shares of the last revision, which nobody loses without their own word; empty before the first."""
    shares = task.revisions.order_by("-number").values_list("shares", flat=True).first() or {}
    return {subject: parse_amount(share) for subject, share in shares.items()}
