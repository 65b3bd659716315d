"""Whom to tell about tasks, and what a notice about one may say to its reader."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.web import numbers
from portal.notices import inbox, kinds, telling
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import Subject, User
from projects.project import queries as projects
from projects.project.models import Project
from projects.tasks import visibility
from projects.tasks.models import Task, TaskContributor
from projects.tasks.queries import Viewer, moments

SHARE = "share_to_confirm"


class About:
    """The tasks that some notices of one reader are about, as far as the reader may know them. Asks the database once
    for any number of notices."""

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

    def viewer(self, task: Task) -> Viewer:
        if task.project_id not in self._viewers:
            self._viewers[task.project_id] = Viewer(self.user, task.project)
        return self._viewers[task.project_id]

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
        viewer = self.viewer(task)
        fields = viewer.fields(task)
        return Told(
            headline=_("%(task)s: %(what)s") % {"task": _name(task), "what": what},
            sentence=sentence,
            href=href,
            project=task.project.title,
            title=task.title if "title" in fields else "",
            public_title=task.title if self._is_public(task) else "",
            until=until if holds else None,
            holds=holds,
        )

    def lost(self, task: Task) -> Told:
        """What the reader has no part in any more: the number and the page, which are public, and nothing else."""
        if task.number is None:
            return kinds.gone()
        return Told(
            headline=_("%(task)s: %(what)s") % {"task": _name(task), "what": _("no longer yours")},
            sentence=_("This is not yours any more. The page of the task says whose turn it is."),
            href=page_of(task),
            project=task.project.title,
            holds=False,
        )

    def _is_public(self, task: Task) -> bool:
        if task.number is None:
            return False
        modes = self.viewer(task).modes(task)
        seen = visibility.audience("title", mode=modes.visibility, anonymity=modes.anonymity, moments=moments(task))
        return "P" in seen


def _name(task: Task) -> str:
    return _("Task %(n)s") % {"n": task.number} if task.number is not None else _("A draft")


def page_of(task: Task) -> str:
    return reverse("task_page", args=[task.project.slug, task.number])


def shares_to_confirm(actor: Subject, task: Task, version: int, at: dt.datetime) -> None:
    """After the shares have changed: whoever has not confirmed theirs, but for who changed them."""
    waiting = task.contributors.filter(confirmed_at=None).exclude(subject=actor)
    telling.tell(
        waiting.values_list("subject_id", flat=True),
        SHARE,
        key=f"{task.public_id}:{version}",
        project=task.project.public_id,
        about=task.public_id,
        at=at,
        while_read=True,
    )


def share_confirmed(subject: Subject, task: Task, at: dt.datetime) -> None:
    inbox.done(subject.pk, SHARE, about=task.public_id, at=at)


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    about = About(notices, user)
    rows = TaskContributor.objects.filter(task__in=list(about.tasks.values()), subject=user.subject)
    mine = {row.task_id: row for row in rows}
    said = {}
    for one in notices:
        task = about.tasks.get(one.about)
        if task is not None:
            row = mine.get(task.pk)
            said[one.pk] = _share(about, task, row) if row else about.lost(task)
    return said


def _share(about: About, task: Task, row: TaskContributor) -> Told:
    if row.confirmed_at is not None or not task.writable:
        sentence, holds = _("You have confirmed it, or nothing is asked any more."), False
    elif not row.numerator:
        sentence, holds = _("It was proposed that you leave this task. Nothing is submitted before you say so."), True
    else:
        sentence, holds = (
            _("A share of %(share)s was proposed for you. Nothing is submitted before you confirm it.")
            % {"share": numbers.fraction(row.share)},
            True,
        )
    href = reverse("task_confirm", args=[task.project.slug, task.public_id])
    return about.told(task, what=_("confirm your share"), sentence=sentence, href=href, holds=holds)


kinds.register(SHARE, gettext_lazy("A share of a task waits for your word"), _present)
