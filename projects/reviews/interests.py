"""Who has an interest in which of many tasks: the rule of `tasks.policies.interest`, asked of the database once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence, Set
from functools import cached_property
from typing import Any

from django.db.models import QuerySet

from portal.people.models import Affiliation, Subject
from projects.members.models import Membership
from projects.project.models import Project
from projects.tasks.models import DeclaredInterest, Revision, Task, TaskContributor
from projects.terms import queries as terms

_AFFILIATION = DeclaredInterest.Kind.AFFILIATION


class Interests:
    """The interests that `people` (subject ids) have in `tasks` of one project."""

    def __init__(self, project: Project, tasks: Sequence[Task], people: Iterable[str]) -> None:
        self.project = project
        self.tasks = tasks
        self.people = frozenset(people)

    def has(self, subject_id: str, task: Task) -> bool:
        """Whether they wrote it, declared an interest in it, or share an affiliation with somebody who wrote it where
        the terms count that. What was declared and waived does not count."""
        authors = self.authors[task.pk]
        if subject_id in authors or self.has_declared(subject_id, task):
            return True
        if not self._affiliations_count or self._declared.get((task.pk, subject_id, _AFFILIATION)):
            return False
        return any(self._places[subject_id] & self._places[author] for author in authors)

    def has_declared(self, subject_id: str, task: Task) -> bool:
        """Whether they declared an interest that nobody has waived."""
        return any(self._declared.get((task.pk, subject_id, kind)) is False for kind in DeclaredInterest.Kind)

    @cached_property
    def _declared(self) -> dict[tuple[int, str, str], bool]:
        """Whether the interests of a kind that somebody declared in a task are all waived."""
        rows = DeclaredInterest.objects.filter(task__in=[one.pk for one in self.tasks], subject__in=self.people)
        found: dict[tuple[int, str, str], bool] = {}
        for task, subject, kind, waiver in rows.values_list("task", "subject", "kind", "waiver"):
            key = (task, subject, kind)
            found[key] = found.get(key, True) and waiver is not None
        return found

    @cached_property
    def authors(self) -> dict[int, set[str]]:
        """By task: who began it, who has a share, who had one in any revision."""
        found = {task.pk: {task.created_by_id} for task in self.tasks}
        for task_id, subject_id in TaskContributor.objects.filter(task__in=found).values_list("task", "subject"):
            found[task_id].add(subject_id)
        for task_id, shares in Revision.objects.filter(task__in=found).values_list("task", "shares"):
            found[task_id] |= set(shares)
        return found

    @cached_property
    def _affiliations_count(self) -> bool:
        return affiliations_count(self.project)

    @cached_property
    def _places(self) -> defaultdict[str, set[str]]:
        """By person: their institutions, as identifier and as name."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        rows = Affiliation.objects.filter(subject__in=self.people.union(*self.authors.values()))
        for subject_id, ror, name in rows.values_list("subject", "ror", "name"):
            found[subject_id] |= _places_of(ror, name)
        return found


def without_interest(task: Task, people: Collection[str]) -> list[str]:
    """Those of `people` (subject ids) who have no interest in one task."""
    interests = Interests(task.project, [task], people)
    return [one for one in people if not interests.has(one, task)]


def tasks_of(project: Project, person: Subject, among: QuerySet[Any]) -> set[int]:
    """Of the tasks `among` (their keys) those in which one person has an interest, as `Interests` says it."""
    declared = DeclaredInterest.objects.filter(subject=person, task__project=project)
    unwaived = set(declared.filter(waiver=None).values_list("task", flat=True))
    found = _written_by({person.pk}, among) | unwaived
    if affiliations_count(project) and (colleagues := _colleagues(project, person)):
        waived = set(declared.filter(kind=_AFFILIATION).values_list("task", flat=True)) - unwaived
        found |= _written_by(colleagues, among) - waived
    return found


def affiliations_count(project: Project) -> bool:
    """Whether the terms in force count a shared affiliation as an interest."""
    version = terms.current(project)
    clause = version.document["participation"].get("conflict_of_interest") if version else None
    return isinstance(clause, dict) and clause.get("same_affiliation") == "yes"


def _written_by(people: Set[str], among: QuerySet[Any]) -> set[int]:
    rows = Task.objects.filter(pk__in=among).order_by()
    begun = rows.filter(created_by__in=people).values_list("pk", flat=True)
    shared = TaskContributor.objects.filter(task__in=among, subject__in=people).order_by()
    found = {*begun, *shared.values_list("task", flat=True)}
    texts = Revision.objects.filter(task__in=among).order_by()
    if len(people) == 1:
        return {*found, *texts.filter(shares__has_key=next(iter(people))).values_list("task", flat=True)}
    # Not looked for in SQL: of many people SQLite refuses to ask at once.
    return {*found, *(task for task, one in texts.values_list("task", "shares") if not people.isdisjoint(one))}


def _colleagues(project: Project, person: Subject) -> frozenset[str]:
    """Who is or was a member and shares an affiliation with this person."""
    own = {place for row in person.affiliations.values_list("ror", "name") for place in _places_of(*row)}
    if not own:
        return frozenset()
    rows = Affiliation.objects.filter(subject__in=Membership.objects.filter(project=project).values("subject"))
    rows = rows.exclude(subject=person)
    return frozenset(one for one, *names in rows.values_list("subject", "ror", "name") if own & _places_of(*names))


def _places_of(ror: str, name: str) -> set[str]:
    """An institution as identifier and as name."""
    return {place for place in (ror, " ".join(name.casefold().split())) if place}
