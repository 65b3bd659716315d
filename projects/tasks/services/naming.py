"""A contributor of an accepted task of a closed project shows their name beside it, or takes it back."""

from __future__ import annotations

import datetime as dt

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Forbidden
from portal.core.record.services import write
from portal.people.models import Subject
from projects.tasks import queries
from projects.tasks.models import Task, TaskContributor
from projects.tasks.services.drafts import locked
from projects.tasks.states import TaskState
from projects.tasks.visibility import Moment

_SHOWABLE = frozenset({TaskState.ACCEPTED, TaskState.UNDER_CORRECTION})


@transaction.atomic
def set_named(*, actor: Subject, task: Task, named: bool) -> TaskContributor:
    """From now on everybody sees the actor's name beside the task, or again only those who saw it before. Twice is
    once.

    Forbidden for who has no share. Conflict where names are not the contributors' to show: see `why_not_named`.
    """
    require(actor, "task.show_name", task.project, task)
    task = locked(task)
    row = task.contributors.filter(subject=actor).first()
    if row is None:
        raise Forbidden(_("You have no share of this task."))
    why_not = why_not_named(task, named=named)
    if why_not is not None:
        raise Conflict(why_not, code="not_by_choice")
    if (row.named_at is not None) == named:
        return row
    at = clock.deciding()
    others = task.contributors.exclude(pk=row.pk).exclude(named_at=None).exists()
    row.named_at = at if named else None
    row.save(update_fields=["named_at"])
    if not others:
        _tell(task, at, named=named)
    return row


def why_not_named(task: Task, *, named: bool) -> str | None:
    """None where a contributor may show their name, or (`named` False) take it back."""
    binding = queries.binding_version(task)
    if binding is None or binding.document["data"]["visibility"] != "closed":
        return _("Whether names are shown is said by the terms in this project, not by each contributor.")
    if Moment.RELEASED in queries.moments(task):
        return _("The task is released: its names stay as they are.")
    if named and task.state not in _SHOWABLE:
        return _("Names are shown beside accepted tasks only.")
    return None


def _tell(task: Task, at: dt.datetime, *, named: bool) -> None:
    """Nobody is named, since the record forgets nothing and a name can be taken back. Told for the first who is named
    and the last who no longer is: a line for each would say how many contributors there are."""
    day = clock.midnight(at)
    kind = "TaskNamed" if named else "TaskUnnamed"
    write(project=task.project, kind=kind, actor=None, at=day, data={"task": task.number})
