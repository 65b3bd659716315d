"""A project of 20,000 tasks and 300 reviewers, laid in bulk as the rows that services would have made.

Of twenty tasks, three are in review, one waits for changes, one for reviewers, three were declined, one was withdrawn,
the rest accepted. What is open began in the last thirty days, the rest in more than a year. Its last task has twelve
revisions and forty requests.
"""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import Any, TypeVar

from django.db import transaction
from django.db.models import Model

from bench import world
from portal.core import clock
from portal.core.text.folding import FOLDING, fold
from portal.people import services as people
from portal.people.models import Subject
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.reviews.models import Assignment, ChangeRequest, Review, ReviewDecision, Round
from projects.rubric.models import RubricVersion
from projects.tasks.models import Revision, Task, TaskContributor, TaskDraft, TaskTag, TaskWords
from projects.tasks.search import PARTS
from projects.terms import queries as terms
from projects.terms.models import Acceptance

SLUG = "many-tasks"
TASKS, REVIEWERS, AUTHORS = 20_000, 300, 700
REVISIONS = 12
STATES = (
    ("in_review",) * 3 + ("changes_requested", "submitted") + ("declined",) * 3 + ("withdrawn",) + ("accepted",) * 11
)
DAYS, OPEN_DAYS = 500, 30
_CHUNK = 2_000
Row = TypeVar("Row", bound=Model)
_SAID = "The boundary is named, but nothing in the data speaks for it yet."


@transaction.atomic
def lay() -> Project:
    made = world.project(SLUG)
    at = clock.deciding()
    crowd = world.crowd(made, REVIEWERS + AUTHORS, at)
    reviewers, authors = crowd[:REVIEWERS], crowd[REVIEWERS:]
    first = people.open_account(
        email="reviewer@bench.example",
        password="",
        printed_name="First Reviewer",
        handle="first-reviewer",
        at=at,
        verified=True,
    )
    _take_part(made, first.subject, at)
    reviewers[0] = first.subject.pk
    for one in reviewers:
        _grant(made, one, "reviewer", at)
    rubric = RubricVersion.objects.get(project=made)
    numbers = iter(range(1, TASKS + 1))
    while some := list(islice(numbers, _CHUNK)):
        _lay(made, rubric, some, reviewers, authors, at)
    _long(made, rubric, reviewers, authors, at)
    return made


def _take_part(made: Project, subject: Subject, at: dt.datetime) -> None:
    version = terms.versions(made).get(number=1)
    if not Membership.objects.filter(project=made, subject=subject).exists():
        Membership.objects.create(project=made, subject=subject, since=version.in_force)
    if not Acceptance.objects.filter(terms=version, subject=subject).exists():
        Acceptance.objects.create(terms=version, subject=subject, hash=version.hash, purpose="join", at=at)


def _grant(made: Project, subject: str, role: str, at: dt.datetime) -> None:
    common = {"reason": RoleGrant.Reason.APPOINTED, "terms": 1, "granted_at": at, "granted_by": subject}
    RoleGrant.objects.create(project=made, subject_id=subject, role=role, since=at.date(), **common)


def _task(made: Project, number: int, state: str, authors: Sequence[str], at: dt.datetime) -> Task:
    over = state not in ("in_review", "submitted")
    began = at - dt.timedelta(days=number * 7 % (DAYS if over else OPEN_DAYS))
    return Task(
        project=made,
        number=number,
        state=state,
        state_since=began + dt.timedelta(days=min(number % 20, (at - began).days)) if over else began,
        title=f"Well {number} in field {number % 37}",
        tags=[f"field-{number % 37}", f"kind-{number % 11}"],
        terms=1,
        revision_count=1,
        created_by_id=authors[number % len(authors)],
        created_at=began,
        submitted_on=began.date(),
        accepted_on=at.date() if state == "accepted" else None,
    )


def _text(number: int, revision: int) -> str:
    said = (f"Reading {one} of well {number} was taken at hour {one * 7 + revision}." for one in range(24))
    return "\n\n".join(said) + "\n"


def _revision(task: Task, number: int = 1) -> Revision:
    return Revision(
        task=task,
        number=number,
        title=task.title,
        tags=task.tags,
        statement=_text(task.number or 0, number),
        answer="The cone of depression reached a river.",
        verification="The drawdown stays at $s = 2.1$ m.",
        shares={task.created_by_id: "1"},
        salt="0" * 64,
        hash=f"{task.number:032x}{number:032x}",
        submitted_at=task.created_at,
        submitted_by_id=task.created_by_id,
    )


def _lay(
    made: Project,
    rubric: RubricVersion,
    numbers: Sequence[int],
    reviewers: Sequence[str],
    authors: Sequence[str],
    at: dt.datetime,
) -> None:
    tasks = _put(_task(made, number, STATES[number % len(STATES)], authors, at) for number in numbers)
    revisions = _put(_revision(task) for task in tasks)
    _around(tasks, revisions, at)
    rounds = _put(_round(task, one, rubric) for task, one in zip(tasks, revisions, strict=True))
    _put(place for round_ in rounds for place in _places(round_, reviewers))
    decided = [one for one in rounds if one.state == "decided"]
    outcomes = {"accepted": "accept", "changes_requested": "revise", "declined": "decline"}
    _put(
        ReviewDecision(round=one, outcome=outcomes[one.task.state], rule="majority", reasons=_SAID, at=one.closed_at)
        for one in decided
    )


def _around(tasks: Sequence[Task], revisions: Sequence[Revision], at: dt.datetime) -> None:
    """What hangs on each task for its contributors and for those who look for it."""
    by = {"updated_at": at}
    _put(TaskDraft(task=one, title=one.title, updated_by_id=one.created_by_id, **by) for one in tasks)
    _put(
        TaskContributor(task=one, subject_id=one.created_by_id, numerator=1, denominator=1, added_at=at)
        for one in tasks
    )
    _put(TaskTag(task=one, tag=tag) for one in tasks for tag in one.tags)
    _put(
        TaskWords(task=one.task, part=part, revision=1, mode="members", folding=FOLDING, text=fold(getattr(one, part)))
        for one in revisions
        for part in PARTS
    )


def _round(task: Task, revision: Revision, rubric: RubricVersion) -> Round:
    """Open while the task waits; its days are those of the example's terms."""
    states = {"in_review": "open", "submitted": "open", "withdrawn": "void"}
    state = states.get(task.state, "decided")
    return Round(
        task=task,
        revision=revision,
        stage="domain",
        rubric=rubric,
        state=state,
        opened_at=task.created_at,
        first_answer_due=task.created_at + dt.timedelta(days=10),
        decision_due=task.created_at + dt.timedelta(days=21),
        closed_at=None if state == "open" else task.state_since,
    )


def _places(round_: Round, reviewers: Sequence[str]) -> Iterator[Assignment]:
    """Two a round; nobody yet where the task was just submitted."""
    if round_.task.state in ("submitted", "withdrawn"):
        return
    number = round_.task.number or 0
    for place in range(2):
        waits = round_.state == "open" and (place == 0 or number % 3 == 0)
        yield Assignment(
            round=round_,
            reviewer_id=reviewers[(number // 3 + place * 101) % len(reviewers)],
            letter="AB"[place],
            state=("agreed" if number % 2 else "offered") if waits else "filed",
            offered_at=round_.opened_at,
            offered_by_id=reviewers[-1],
            ended_at=None if waits else round_.closed_at or round_.opened_at,
        )


def _long(
    made: Project, rubric: RubricVersion, reviewers: Sequence[str], authors: Sequence[str], at: dt.datetime
) -> None:
    """The last task: eleven rounds in which two reviewers asked for something, and one that is open."""
    task = _task(made, TASKS + 1, "in_review", authors, at)
    task.revision_count = REVISIONS
    task.save(force_insert=True)
    revisions = _put(_revision(task, number) for number in range(1, REVISIONS + 1))
    _around([task], revisions[-1:], at)
    TaskWords.objects.filter(task=task).update(revision=REVISIONS)
    for revision in revisions:
        round_ = _round(task, revision, rubric)
        last = revision.number == REVISIONS
        round_.state, round_.closed_at = ("open", None) if last else ("void", at)
        round_.save(force_insert=True)
        places = _put(
            Assignment(
                round=round_,
                reviewer_id=reviewers[place],
                letter="AB"[place],
                state="agreed" if last else "filed",
                offered_at=at,
                offered_by_id=reviewers[-1],
                ended_at=None if last else at,
            )
            for place in range(2)
        )
        if not last:
            # Nine rounds with four requests and two with two: forty.
            _reviews(places, 2 if revision.number <= 9 else 1, revision, at)


def _reviews(places: Sequence[Assignment], requests: int, revision: Revision, at: dt.datetime) -> None:
    """Each with so many requests."""
    scores = {"sound": 2}
    reviews = _put(Review(assignment=one, verdict="revise", text=_SAID, scores=scores, filed_at=at) for one in places)
    said = {"part": "statement", "criterion": "sound", "text": _SAID, "cure": "The way is named.", "state": "done"}
    lines = revision.statement.split("\n\n")
    _put(
        ChangeRequest(review=review, number=number, exact=lines[place * requests + number].strip(), **said)
        for place, review in enumerate(reviews)
        for number in range(1, requests + 1)
    )


def _put(rows: Iterable[Row]) -> list[Row]:
    found = list(rows)
    if not found:
        return []
    manager: Any = type(found[0])._default_manager
    made: list[Row] = manager.bulk_create(found)
    return made
