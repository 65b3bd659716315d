"""The draft of a task and its one file, while it may be written."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict
from portal.people.models import Subject
from projects.project.models import Project
from projects.tasks import attachments, texts
from projects.tasks.models import Attachment, Task, TaskContributor, TaskDraft
from projects.tasks.states import WRITABLE, TaskState


def locked(task: Task) -> Task:
    """The task as it is now, held until the transaction ends: every act over a task begins with this."""
    return Task.objects.select_for_update(of=("self",)).select_related("project").get(pk=task.pk)


@transaction.atomic
def create(*, actor: Subject, project: Project, title: str) -> Task:
    """A draft that only its contributors see; for now one, with the whole share.

    Refused without membership, or without having accepted the terms in force.
    """
    # The state is read under the lock that closing takes.
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    require(actor, "task.create", project)
    kept = texts.cleaned(title=title, tags=())
    at = clock.deciding()
    task = Task.objects.create(project=project, title=kept["title"], state_since=at, created_by=actor, created_at=at)
    TaskDraft.objects.create(task=task, title=kept["title"], updated_at=at, updated_by=actor)
    # Alone, one agrees to the whole by writing it; every later change of the shares asks anew.
    TaskContributor.objects.create(task=task, subject=actor, numerator=1, denominator=1, added_at=at, confirmed_at=at)
    return task


@transaction.atomic
def save_draft(
    *,
    actor: Subject,
    task: Task,
    version: int,
    title: str,
    tags: Iterable[str],
    statement: str,
    answer: str,
    verification: str,
) -> TaskDraft:
    """Keeps what was written, complete or not. `version` is the one the writer started from.

    Conflict (code "stale", with `theirs` in its context) when somebody saved in between.
    """
    task = writable(actor, task)
    kept = texts.cleaned(title=title, tags=tags, statement=statement, answer=answer, verification=verification)
    next_version(actor, task, version, clock.deciding(), **kept)
    if task.number is None:
        Task.objects.filter(pk=task.pk).update(title=kept["title"], tags=kept["tags"])
    return TaskDraft.objects.get(task=task)


def writable(actor: Subject, task: Task) -> Task:
    """The task, locked, for one of its contributors while it may be written; else Forbidden or Conflict."""
    require(actor, "task.edit", task.project, task)
    task = locked(task)
    if task.state not in WRITABLE:
        state = TaskState(task.state).label
        raise Conflict(_("The text cannot be changed now: the state is “%(state)s”.") % {"state": state})
    return task


def next_version(actor: Subject, task: Task, version: int, at: dt.datetime, **values: object) -> None:
    """Stores `values` in the draft if nobody saved since `version`."""
    rows = TaskDraft.objects.filter(task=task, version=version)
    if not rows.update(version=version + 1, updated_at=at, updated_by=actor, **values):
        raise Conflict(
            _("Somebody saved this task after you opened it. Both texts are kept: yours is below."),
            code="stale",
            theirs=TaskDraft.objects.select_related("updated_by__profile").get(task=task),
        )


@transaction.atomic
def attach(*, actor: Subject, task: Task, file: attachments.Uploaded | None, version: int) -> Attachment | None:
    """Sets the one file of the draft, or takes it off (`None`). Files of submitted revisions stay."""
    task = writable(actor, task)
    at = clock.deciding()
    kept = attachments.keep(actor=actor, task=task, file=file, at=at) if file else None
    next_version(actor, task, version, at, attachment=kept)
    return kept
