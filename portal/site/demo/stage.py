"""What the acts of one project need to find: the project, its tasks by their keys in the story, and people."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from portal.people import queries as people
from portal.people.models import Subject
from portal.site.demo.story import Story
from projects.project.models import Project
from projects.proposals.models import Proposal
from projects.tasks.models import Task


@dataclass(frozen=True)
class Crew:
    """Who works on a task in every round that opens: reviewers by stage ("" for any), and the lead with who names
    them, since nobody appoints themselves."""

    asks: Subject
    reviewers: Mapping[str, Sequence[str]]
    lead: Subject
    appoints: str


@dataclass
class Stage:
    """`founded` is the day, in UTC, that `day+N` counts from."""

    story: Story
    founded: dt.date
    project: Project | None = None
    tasks: dict[str, Task] = field(default_factory=dict)
    crews: dict[str, Crew] = field(default_factory=dict)
    proposals: dict[str, Proposal] = field(default_factory=dict)

    @property
    def ours(self) -> Project:
        assert self.project is not None, "the first step of a timeline is `found`"
        return self.project

    def task(self, key: str) -> Task:
        """As it is now."""
        return Task.objects.select_related("project", "draft").get(pk=self.tasks[key].pk)

    def proposal(self, key: str) -> Proposal:
        """As it is now."""
        return Proposal.objects.select_related("project").get(pk=self.proposals[key].pk)


def person(handle: str) -> Subject:
    subject = people.by_handle(handle)
    assert subject is not None, handle
    return subject
