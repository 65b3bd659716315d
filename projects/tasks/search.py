"""Words looked for in tasks: what is kept of each task for it, and where a reader finds them.

Who may see a part is asked of `visibility`, as everywhere, and written into the question itself: no row that the reader
may not see ever leaves the database, so nothing after it can depend on one, not even how many questions are asked.
"""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import BooleanField, Count, ExpressionWrapper, Q
from django.db.models.functions import Coalesce

from portal.core.text.folding import FOLDING, fold
from portal.people.models import Subject
from projects.members import queries as members
from projects.members.models import Membership, RoleGrant
from projects.project.queries import Reader, subject_of
from projects.tasks import queries, visibility
from projects.tasks.models import Revision, Task, TaskWords
from projects.tasks.visibility import ANONYMITY, MODES, Audience, Moment
from projects.terms.models import TermsVersion

# Each is looked in for whoever sees it. Who sees any of the others sees the title.
PARTS = ("title", "statement", "answer", "verification")
_ACCEPTED = Q(task__accepted_on__isnull=False)
_DECIDED = Q(task__state__in=queries.DECIDED)
# As `queries.moments` says it of one task.
_HISTORIES: Mapping[frozenset[Moment], Q] = {
    frozenset(): ~_ACCEPTED & ~_DECIDED,
    frozenset({Moment.DECIDED}): ~_ACCEPTED & _DECIDED,
    frozenset({Moment.DECIDED, Moment.ACCEPTED}): _ACCEPTED,
}


@dataclass(frozen=True)
class Match:
    """A task that holds some of the words where the reader sees them. `title` is as it was written."""

    number: int
    title: str
    words: frozenset[str]


def note(task: Task, revision: Revision, version: TermsVersion) -> None:
    """Keeps the words of the latest revision, in place of those before; `version` is the one that binds the task."""
    rows = [
        TaskWords(
            task=task,
            part=part,
            revision=revision.number,
            mode=version.document["data"]["visibility"],
            folding=FOLDING,
            text=fold(getattr(revision, part)),
        )
        for part in PARTS
    ]
    TaskWords.objects.bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["task", "part"],
        update_fields=["revision", "mode", "folding", "text"],
    )


def remake() -> int:
    """Writes the words of every task where they are missing or old; how many tasks that were."""
    right = Q(words__folding=FOLDING, words__revision=Coalesce("standing", "revision_count"))
    tasks = Task.objects.filter(number__isnull=False).annotate(right=Count("words", filter=right))
    made = 0
    for pk in list(tasks.exclude(right=len(PARTS)).order_by("pk").values_list("pk", flat=True)):
        made += _made_anew(pk)
    return made


@transaction.atomic
def _made_anew(pk: int) -> bool:
    """Under the lock that submitting takes, so that no older text comes after a newer one."""
    task = Task.objects.select_for_update(of=("self",)).select_related("project").get(pk=pk)
    revision, version = queries.standing_revision(task), queries.binding_version(task)
    if revision is None or version is None:
        return False
    note(task, revision, version)
    return True


def matches(
    reader: Reader, projects: Iterable[int], in_force: Iterable[int], words: Sequence[str], at: dt.datetime
) -> Mapping[int, list[Match]]:
    """By project, of those named: the tasks in which the reader finds any of the folded words, those with most of them
    first. `in_force` are the versions of the terms in force at `at` there."""
    looked = {
        f"word_{place}": ExpressionWrapper(Q(text__contains=word), output_field=BooleanField())
        for place, word in enumerate(words)
    }
    any_word = reduce(or_, (Q(text__contains=word) for word in words))
    rows = TaskWords.objects.filter(
        any_word,
        seen_by(subject_of(reader), in_force, at),
        task__project__in=list(projects),
        folding=FOLDING,
        revision=Coalesce("task__standing", "task__revision_count"),
    )
    named = ("task__project", "task__number", "task__title")
    held: dict[tuple[int, int, str], set[str]] = defaultdict(set)
    for project, number, title, *hits in rows.annotate(**looked).values_list(*named, *looked):
        held[project, number, title] |= {word for word, hit in zip(words, hits, strict=True) if hit}
    found: dict[int, list[Match]] = defaultdict(list)
    for (project, number, title), here in sorted(held.items(), key=lambda one: (-len(one[1]), one[0][1])):
        found[project].append(Match(number, title, frozenset(here)))
    return found


def seen_by(subject: Subject | None, in_force: Iterable[int], at: dt.datetime) -> Q:
    """Over the words of tasks: the parts that somebody sees now, in whatever project."""
    shown: dict[Audience, list[Q]] = defaultdict(list)
    for part in PARTS:
        for mode in MODES:
            for past, history in _HISTORIES.items():
                # Anonymity says who sees people, not texts: any will do.
                audience = visibility.audience(part, mode=mode, anonymity=ANONYMITY[0], moments=past)
                shown[audience].append(Q(part=part, mode=mode) & history)
    persons = _Persons(subject, in_force, at)
    return reduce(or_, (persons.among(audience) & reduce(or_, parts) for audience, parts in shown.items()))


class _Persons:
    """In which tasks somebody is one of an audience: `queries.Viewer` for the tasks of all projects at once."""

    def __init__(self, subject: Subject | None, in_force: Iterable[int], at: dt.datetime) -> None:
        self._letters: dict[str, Q] = {}
        if subject is None:
            return
        roles = RoleGrant.objects.filter(subject=subject, until=None).values("project")
        texts = TermsVersion.objects.filter(pk__in=list(in_force), project__in=roles)
        powers = members.powers_in(texts, subject, at)
        joined = Membership.objects.filter(subject=subject, until=None).values("project")
        leading = [project for project, held in powers.items() if held & queries.LEADING]
        chairing = [project for project, held in powers.items() if "chair" in held]
        audits = [project for project, held in powers.items() if "audit" in held]
        reviewing = queries.filed_by(subject) | (queries.reviewed_by(subject) & Q(project__in=joined))
        self._contributed = _among(queries.contributed_by(subject))
        self._letters = {
            "M": Q(task__project__in=joined),
            "R": _among(reviewing),
            "A": _among(Q(rounds__lead=subject, project__in=leading))
            | _among(queries.chaired_by(subject) & Q(project__in=chairing)),
            "K": Q(task__project__in=audits),
        }

    def among(self, audience: Audience) -> Q:
        """As `visibility.persons_of`: who contributed is, beside a member, nothing else."""
        if "P" in audience:
            return Q()
        if not self._letters:
            return Q(pk__in=())
        others = [self._letters[one] for one in "RAK" if one in audience]
        found = reduce(or_, others, Q(pk__in=())) & ~self._contributed
        found |= self._letters["M"] if "M" in audience else Q(pk__in=())
        return found | self._contributed if "C" in audience else found


def _among(condition: Q) -> Q:
    return Q(task__in=Task.objects.filter(condition).order_by().values("pk"))
