"""What the ledger does when work is decided: in the same transaction, or not at all."""

from authorship.ledger import corrections, services
from authorship.ledger.facts import Fact
from portal.core import clock
from portal.core.events import TaskDecided, TaskRevoked
from projects.project.models import Project
from projects.reviews.models import Review, Round
from projects.tasks.models import Task
from projects.terms import queries as terms


def post_task(event: TaskDecided) -> None:
    """A task every stage has accepted: its contributors' credit, by the shares of its last revision."""
    if not event.accepted:
        return
    task = Task.objects.select_related("project").get(public_id=event.task)
    revision = task.revisions.order_by("-number").first()
    if revision is None or task.submitted_on is None or task.accepted_on is None or task.terms is None:
        raise AssertionError("a task was accepted that has no revision, day or terms")
    fact = Fact(
        source=task.public_id,
        type="task",
        submitted=task.submitted_on,
        accepted=task.accepted_on,
        terms=task.terms,
        shares=revision.shares,
        attributes={"rounds": revision.number},
    )
    services.post_fact(project=task.project, fact=fact, at=event.at)


def post_reviews(event: TaskDecided) -> None:
    """The reviews of the decided round, where reviewers are named openly.

    In the hidden modes nothing is posted here: it would tell who reviewed which task.
    """
    decided = Round.objects.select_related("task__project", "revision").get(pk=event.round)
    task = decided.task
    if task.terms is None or _anonymity(task.project, task.terms) != "open":
        return
    zone = terms.zone(task.project)
    facts = [
        Fact(
            source=review_source(task, decided, review),
            type="review",
            submitted=clock.today(zone, review.filed_at),
            accepted=clock.today(zone, event.at),
            terms=task.terms,
            shares={review.assignment.reviewer_id: "1"},
        )
        for review in Review.objects.filter(assignment__round=decided)
        .select_related("assignment")
        .order_by("assignment__letter")
    ]
    services.post_facts(project=task.project, facts=facts, at=event.at)


def take_back(event: TaskRevoked) -> None:
    """Reverses the credit of a revoked task, unless the version that binds it says that credit is kept."""
    task = Task.objects.select_related("project").get(public_id=event.task)
    version = terms.version(task.project, task.terms) if task.terms is not None else None
    clause = version.document.get("authorship") if version else None
    if isinstance(clause, dict) and clause.get("after_revocation") == "keep":
        return
    corrections.reverse_revoked(project=task.project, source=task.public_id, at=event.at)


def review_source(task: Task, decided: Round, review: Review) -> str:
    """Task, stage, revision and letter: what the public may know of a review in open mode."""
    return f"{task.public_id}.{decided.stage}.{decided.revision.number}.{review.assignment.letter}"


def _anonymity(project: Project, number: int) -> object:
    version = terms.version(project, number)
    participation = version.document.get("participation") if version else None
    return participation.get("anonymity") if isinstance(participation, dict) else None
