"""Whom to tell that a share waits for their word, and what the notice says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.web import numbers
from portal.notices import inbox, kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import Subject, User
from projects.tasks.models import Task, TaskContributor
from projects.tasks.notices import About, tell

SHARE = "share_to_confirm"


def shares_to_confirm(actor: Subject, task: Task, version: int, at: dt.datetime) -> None:
    """After the shares have changed: whoever has not confirmed theirs, but for who changed them."""
    waiting = task.contributors.filter(confirmed_at=None).exclude(subject=actor)
    people = waiting.values_list("subject_id", flat=True)
    tell(people, SHARE, task, key=f"{task.public_id}:{version}", at=at, while_read=True)


def share_confirmed(subject: Subject, task: Task, at: dt.datetime) -> None:
    inbox.done(subject.pk, SHARE, about=task.public_id, at=at)


class _Shares(About):
    """With the reader's own shares."""

    @cached_property
    def own(self) -> dict[int, TaskContributor]:
        """By task."""
        rows = TaskContributor.objects.filter(task__in=list(self.tasks.values()), subject=self.user.subject)
        return {row.task_id: row for row in rows}


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    return _Shares(notices, user).say({SHARE: _share})


def _share(about: _Shares, task: Task, _notice: Notice) -> Told | None:
    row = about.own.get(task.pk)
    if row is None:
        return None
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
