"""Who has an interest in which of many tasks: the rule of `tasks.policies.interest`, asked of the database once."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from functools import cached_property

from portal.people.models import Affiliation
from projects.project.models import Project
from projects.tasks.models import Revision, Task, TaskContributor
from projects.terms import queries as terms


class Interests:
    """The interests that `people` (subject ids) have in `tasks` of one project."""

    def __init__(self, project: Project, tasks: Sequence[Task], people: Iterable[str]) -> None:
        self.project = project
        self.tasks = tasks
        self.people = frozenset(people)

    def has(self, subject_id: str, task: Task) -> bool:
        """Whether they wrote it, or share an affiliation with somebody who did where the terms count that."""
        authors = self.authors[task.pk]
        if subject_id in authors:
            return True
        if not self._affiliations_count:
            return False
        return any(self._places[subject_id] & self._places[author] for author in authors)

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
        version = terms.current(self.project)
        clause = version.document["participation"].get("conflict_of_interest") if version else None
        return isinstance(clause, dict) and clause.get("same_affiliation") == "yes"

    @cached_property
    def _places(self) -> defaultdict[str, set[str]]:
        """By person: their institutions, as identifier and as name."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        rows = Affiliation.objects.filter(subject__in=self.people.union(*self.authors.values()))
        for subject_id, ror, name in rows.values_list("subject", "ror", "name"):
            found[subject_id] |= {place for place in (ror, " ".join(name.casefold().split())) if place}
        return found
