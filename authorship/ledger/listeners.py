"""What the ledger does when work is decided: in the same transaction, or not at all."""

import datetime as dt

from authorship.ledger import clauses, endings, privacy, services
from authorship.ledger.facts import Fact
from authorship.ledger.models import Correction, CreditFact
from portal.core import clock
from portal.core.events import TaskDecided, TaskRevoked, TaskWithdrawn
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews.models import Review, Round
from projects.reviews.states import RoundState
from projects.tasks.models import Revision, Task
from projects.terms import queries as terms
from projects.terms.models import TermsVersion


def post_task(event: TaskDecided) -> None:
    """A task every stage has accepted: its contributors' credit, by the shares of its last revision."""
    if not event.accepted:
        return
    task = _task(event.task)
    version = clauses.binding(task)
    revision = task.revisions.order_by("-number").first()
    if revision is None or task.submitted_on is None or task.accepted_on is None or version is None:
        raise AssertionError("a task was accepted that has no revision, day or terms")
    opaque = privacy.hides_contributors(version)
    fact = Fact(
        source=_source(task.project, task.public_id, opaque=opaque),
        work=task.public_id,
        type="task",
        submitted=task.submitted_on,
        accepted=task.accepted_on,
        terms=version.number,
        shares=revision.shares,
        attributes={} if opaque else {"rounds": revision.number},  # their number would tell which task it was
    )
    services.post_fact(project=task.project, fact=fact, at=privacy.told(event.at, version))


def post_reviews(event: TaskDecided) -> None:
    """The reviews of every round that this decision ended, also of those it made void."""
    decided = Round.objects.select_related("task__project", "revision").get(pk=event.round)
    _post_ended(decided.task, decided.revision, event.at)


def take_back(event: TaskRevoked) -> None:
    """Reverses the credit of a revoked task, unless the version that binds it says that credit is kept."""
    task = _task(event.task)
    version = clauses.binding(task)
    if clauses.loses(version, Correction.Cause.REVOKED):
        _take_back(task, version, Correction.Cause.REVOKED, decided_by=event.actor, at=event.at)


def task_withdrawn(event: TaskWithdrawn) -> None:
    """Reviews filed until then earn what they earn; an accepted task loses its credit only where the terms say so."""
    task = _task(event.task)
    version = clauses.binding(task)
    latest = task.revisions.order_by("-number").first()
    if latest is not None:
        _post_ended(task, latest, event.at)
    if event.accepted and clauses.loses(version, Correction.Cause.WITHDRAWN):
        # Nobody is named: who withdrew it is one of its contributors.
        _take_back(task, version, Correction.Cause.WITHDRAWN, decided_by="", at=event.at)


def _post_ended(task: Task, revision: Revision, at: dt.datetime) -> None:
    """Credit for the reviews filed in rounds of this revision that are over, however they ended.

    In the hidden modes nothing is posted here: it would tell who reviewed which task. In open mode members know
    that, the public never does: the source is a random id.
    """
    version = clauses.binding(task)
    if version is None or privacy.hides_reviewers(version):
        return
    zone = terms.zone(task.project)
    filed = Review.objects.filter(assignment__round__revision=revision).exclude(
        assignment__round__state=RoundState.OPEN
    )
    facts = []
    for review in filed.select_related("assignment__round").order_by("assignment__round", "assignment__letter"):
        work = review_work(task, revision, review)
        facts.append(
            Fact(
                source=_source(task.project, work, opaque=True),
                work=work,
                type="review",
                submitted=clock.today(zone, review.filed_at),
                accepted=clock.today(zone, review.assignment.round.closed_at or at),
                terms=version.number,
                shares={review.assignment.reviewer_id: "1"},
            )
        )
    services.post_facts(project=task.project, facts=facts, at=privacy.day_of(at))


def _take_back(
    task: Task, version: TermsVersion | None, cause: Correction.Cause, *, decided_by: str, at: dt.datetime
) -> None:
    endings.take_back(
        project=task.project,
        work=task.public_id,
        cause=cause,
        decided_by=Subject.objects.filter(pk=decided_by).first(),
        at=privacy.told(at, version),
    )


def review_work(task: Task, revision: Revision, review: Review) -> str:
    """Task, stage, revision and letter."""
    assignment = review.assignment
    return f"{task.public_id}.{assignment.round.stage}.{revision.number}.{assignment.letter}"


def _source(project: Project, work: str, *, opaque: bool) -> str:
    """The public name of the work; the one it has already, where it was posted before."""
    known = CreditFact.objects.filter(project=project, work=work).values_list("source", flat=True).first()
    return known or (privacy.opaque_source() if opaque else work)


def _task(public_id: str) -> Task:
    return Task.objects.select_related("project").get(public_id=public_id)
