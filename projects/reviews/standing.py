"""Which approvals still hold for a revision: its words are the ones approved, or its authors corrected typos alone and
nobody who had approved objects."""

from __future__ import annotations

from collections.abc import Iterable

from projects.reviews.models import ApprovalObjection, Assignment, Review, Round
from projects.reviews.states import AssignmentState, Outcome, RoundState
from projects.tasks import queries as tasks
from projects.tasks.details import reading as details
from projects.tasks.differences.blocks import blocks
from projects.tasks.models import Revision, Task


def substance(revision: Revision) -> tuple[object, ...]:
    """What an approval was given for: all words, the details' too, and the files; not how lines of prose are broken."""
    texts = (revision.title, revision.statement, revision.answer, revision.verification)
    said = (tuple(block.key for block in blocks(text)) for text in texts)
    return (*said, details.words(revision.details), *(one.sha256 for one in tasks.files_of(revision)))


class Standing:
    """The revisions up to one of them, as approvals of the earlier ones see it. Asks the database four times."""

    def __init__(self, task: Task, revision: Revision) -> None:
        self.task = task
        self.revision = revision
        rows = tasks.with_files(task.revisions.filter(number__lte=revision.number))
        self._revisions = {one.number: one for one in rows}
        self._substances: dict[int, tuple[object, ...]] = {}
        found = ApprovalObjection.objects.filter(revision__task=task).values_list("revision__number", "round__stage")
        self._objected = frozenset(found)

    def reach(self, stage: str, *, despite: int = 0) -> frozenset[int]:
        """Numbers of revisions whose approval in `stage` is one of this revision as well, its own among them.

        An objection to a revision cuts it off from those before; not that to the revision `despite`, which is asked
        where the objections count by person.
        """
        found, waiting = {self.revision.number}, [self.revision.number]
        while waiting:
            number = waiting.pop()
            if (number, stage) in self._objected and number != despite:
                continue
            before = {one for one in self._revisions if one < number and self._same(one, number)}
            if self._revisions[number].typos_only:
                before.add(number - 1)
            waiting += before - found
            found |= before
        return frozenset(found)

    def _same(self, one: int, other: int) -> bool:
        return self._substance(one) == self._substance(other)

    def _substance(self, number: int) -> tuple[object, ...]:
        if number not in self._substances:
            self._substances[number] = substance(self._revisions[number])
        return self._substances[number]


def passing(task: Task, revision: Revision) -> list[Round]:
    """The rounds by which stages are passed for this text: each the last decided one of its stage, an acceptance that
    holds for the revision, and none who judged is a contributor by now. With their places and reviews."""
    standing = Standing(task, revision)
    authors = tasks.contributor_ids(task)
    rows = task.rounds.filter(state=RoundState.DECIDED, revision__number__lte=revision.number)
    rows = rows.select_related("revision", "decision").prefetch_related("assignments__review", "assignments__kept")
    last = {one.stage: one for one in rows.order_by("revision__number", "pk")}
    return [
        one
        for one in last.values()
        if one.decision.outcome == Outcome.ACCEPT
        and one.revision.number in standing.reach(one.stage)
        and not _judges(one) & authors
    ]


def passed(task: Task, revision: Revision) -> frozenset[str]:
    """The stages of which that is true."""
    return frozenset(one.stage for one in passing(task, revision))


def _judges(round_: Round) -> set[str]:
    counted = (AssignmentState.FILED, AssignmentState.KEPT)
    judges = {one.reviewer_id for one in round_.assignments.all() if one.state in counted}
    return judges | ({round_.decision.by_id} if round_.decision.by_id else set())


def approval(place: Assignment) -> Review | None:
    """The approval by which this place counts in its round, filed there or kept."""
    if place.state == AssignmentState.KEPT:
        return place.kept
    review = getattr(place, "review", None) if place.state == AssignmentState.FILED else None
    return review if review is not None and review.verdict == Outcome.ACCEPT else None


def to_keep(round_: Round) -> list[tuple[Assignment, Review]]:
    """Of a round that opens over a revision marked as correcting typos only: the last place of each earlier reviewer of
    the stage whose approval concerned a text that this one corrects, and that approval; not of who objected."""
    reach = Standing(round_.task, round_.revision).reach(round_.stage, despite=round_.revision.number)
    rows = Assignment.objects.filter(round__task=round_.task, round__stage=round_.stage).exclude(round=round_)
    rows = rows.select_related("round__revision", "reviewer", "review", "kept")
    last = {one.reviewer_id: one for one in rows.order_by("round__revision__number", "pk")}
    objected = objectors(round_.revision, round_.stage)
    found = [(one, approval(one)) for one in last.values() if one.round.revision.number in reach]
    return [(one, review) for one, review in found if review is not None and one.reviewer_id not in objected]


def objectors(revision: Revision, stage: str) -> frozenset[str]:
    rows = ApprovalObjection.objects.filter(revision=revision, round__stage=stage)
    return frozenset(rows.values_list("by_id", flat=True))


def marked(rounds: Iterable[Round]) -> frozenset[int]:
    """Numbers of the revisions of these rounds that were marked as correcting typos only. Each revision has a round."""
    return frozenset(one.revision.number for one in rounds if one.revision.typos_only)
