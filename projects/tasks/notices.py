"""How people are told about a task: a notice for each, and what it may say to its reader. Which event tells whom of
what stands in each room's `telling`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Protocol, Self, TypeVar

from django.urls import reverse
from django.utils.translation import gettext as _

from portal.notices import kinds, telling
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import User
from projects.project import queries as projects
from projects.project.models import Project
from projects.tasks import visibility
from projects.tasks.models import Task
from projects.tasks.queries import Viewer, moments


class Matter(Protocol):
    """What a notice is about: a task, or a proposal of one."""

    @property
    def public_id(self) -> str: ...

    @property
    def project(self) -> Project: ...


def tell(
    people: Iterable[str],
    kind: str,
    matter: Matter,
    *,
    key: str | int,
    at: dt.datetime,
    data: Mapping[str, object] | None = None,
    by_day: bool = False,
    while_read: bool = False,
) -> None:
    """Tells all of `people` (subject ids) in one statement, each once for `key`: see `portal.notices.telling.tell`."""
    telling.tell(
        people,
        kind,
        key=str(key),
        project=matter.project.public_id,
        about=matter.public_id,
        at=at,
        data=data,
        by_day=by_day,
        while_read=while_read,
    )


def contributors(task: Task) -> set[str]:
    return set(task.contributors.values_list("subject_id", flat=True))


class About:
    """The tasks that some notices of one reader are about, as far as the reader may know them. Asks the database once
    for any number of notices. A room adds what its own notices name."""

    def __init__(self, notices: Sequence[Notice], user: User) -> None:
        self.notices = notices
        self.user = user
        self._viewers: dict[int, Viewer] = {}

    @cached_property
    def tasks(self) -> dict[str, Task]:
        """By public id; none of a project that the reader does not see."""
        wanted = {one.about for one in self.notices}
        seen = projects.visible_to(self.user).values("pk")
        rows = Task.objects.filter(public_id__in=wanted, project__in=seen).select_related("project")
        found: dict[str, Task] = {}
        shared: dict[int, Project] = {}
        for task in rows:
            task.project = shared.setdefault(task.project_id, task.project)
            found[task.public_id] = task
        return found

    def named(self, name: str) -> set[int]:
        """The ids that the notices carry under this name."""
        return {one.data[name] for one in self.notices if name in one.data}

    def viewer(self, task: Task) -> Viewer:
        if task.project_id not in self._viewers:
            self._viewers[task.project_id] = Viewer(self.user, task.project)
        return self._viewers[task.project_id]

    def contributes(self, task: Task) -> bool:
        return "C" in self.viewer(task).persons(task)

    def say(self, says: Mapping[str, Says[Self]]) -> Mapping[int, Told]:
        """Each notice by its number, as its kind says it. Nothing about a task that the reader does not see."""
        said = {}
        for one in self.notices:
            task = self.tasks.get(one.about)
            if task is not None:
                said[one.pk] = says[one.kind](self, task, one) or self.lost(task)
        return said

    def told(
        self,
        task: Task,
        *,
        what: str,
        sentence: str,
        href: str,
        until: dt.datetime | None = None,
        holds: bool = True,
    ) -> Told:
        """`what` comes after the number of the task. The title is added as the reader, and everybody, may see it."""
        fields = self.viewer(task).fields(task)
        return Told(
            headline=_headline(task, what),
            sentence=sentence,
            href=href,
            project=task.project.title,
            title=task.title if "title" in fields else "",
            public_title=task.title if self._is_public(task) else "",
            until=until if holds else None,
            holds=holds,
        )

    def untitled(self, task: Task, *, what: str, sentence: str, holds: bool = True) -> Told:
        """To who has no part in it any more: the number and the page, which are public, and nothing else."""
        return Told(
            headline=_headline(task, what),
            sentence=sentence,
            href=page_of(task),
            project=task.project.title,
            holds=holds,
        )

    def lost(self, task: Task) -> Told:
        if task.number is None:
            return kinds.gone()
        sentence = _("This is not yours any more. The page of the task says whose turn it is.")
        return self.untitled(task, what=_("no longer yours"), sentence=sentence, holds=False)

    def _is_public(self, task: Task) -> bool:
        if task.number is None:
            return False
        modes = self.viewer(task).modes(task)
        seen = visibility.audience("title", mode=modes.visibility, anonymity=modes.anonymity, moments=moments(task))
        return "P" in seen


# How one kind of notice is said; None where its reader has no part in the task any more.
A = TypeVar("A", bound=About)
Says = Callable[[A, Task, Notice], Told | None]


def _headline(task: Task, what: str) -> str:
    name = _("Task %(n)s") % {"n": task.number} if task.number is not None else _("A draft")
    return _("%(task)s: %(what)s") % {"task": name, "what": what}


def page_of(task: Task) -> str:
    return reverse("task_page", args=[task.project.slug, task.number])
