"""The draft of a task and its files, while it may be written."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.people.models import Subject
from projects.project.models import Project
from projects.tasks import attachments, lineage, queries, quotas, texts
from projects.tasks.models import Attachment, DraftFile, Revision, Task, TaskContributor, TaskDraft
from projects.tasks.states import TaskState
from projects.tasks.tags import note as note_tags


def locked(task: Task) -> Task:
    """The task as it is now, held until the transaction ends: every act over a task begins with this."""
    return Task.objects.select_for_update(of=("self",)).select_related("project").get(pk=task.pk)


@transaction.atomic
def create(*, actor: Subject, project: Project, title: str, predecessor: int | None = None) -> Task:
    """A draft that only its contributors see; for now one, with the whole share. `predecessor` is the number of a task
    that it goes on from.

    Refused without membership, without having accepted the terms in force, or for a task that has not ended.
    """
    # The state is read under the lock that closing takes.
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    require(actor, "task.create", project)
    return begin(actor=actor, project=project, title=title, predecessor=predecessor)


def begin(*, actor: Subject, project: Project, title: str, predecessor: int | None = None) -> Task:
    """The draft itself, inside the act that began it; who may is for that act to ask."""
    kept = texts.cleaned(title=title, tags=())
    before = lineage.predecessor(actor, project, predecessor) if predecessor is not None else None
    at = clock.deciding()
    task = Task.objects.create(
        project=project,
        title=kept["title"],
        state_since=at,
        created_by=actor,
        created_at=at,
        predecessor=before,
    )
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
    details: Mapping[str, Any] | None = None,
) -> TaskDraft:
    """Keeps what was written, complete or not. `version` is the one the writer started from; `details` has the shapes
    of `tasks.details.fields`, and None leaves them as they are.

    Conflict (code "stale", with `theirs` in its context) when somebody saved in between.
    """
    task = writable(actor, task)
    parts = {"statement": statement, "answer": answer, "verification": verification}
    kept = texts.cleaned(title=title, tags=tags, details=details, **parts)
    next_version(actor, task, version, clock.deciding(), **kept)
    if task.number is None:
        Task.objects.filter(pk=task.pk).update(title=kept["title"], tags=kept["tags"])
        task.tags = kept["tags"]
        note_tags(task)
    return TaskDraft.objects.get(task=task)


def writable(actor: Subject, task: Task) -> Task:
    """The task, locked, for one of its contributors while it may be written; else Forbidden or Conflict."""
    require(actor, "task.edit", task.project, task)
    task = locked(task)
    if not task.writable:
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


def attach(*, actor: Subject, task: Task, file: attachments.Uploaded, version: int) -> Attachment:
    """Adds one file to the draft; see `change_files`."""
    [kept] = change_files(actor=actor, task=task, version=version, add=attachments.prepare([file]))
    return kept


@transaction.atomic
def change_files(
    *,
    actor: Subject,
    task: Task,
    version: int,
    add: Sequence[attachments.Ready] = (),
    remove: Collection[int] = (),
) -> list[Attachment]:
    """Takes the files at the places `remove` off the draft and adds others behind the rest. Files of submitted
    revisions stay. Returns what was added.

    Refused: the same bytes twice; TooLarge beyond a quota or the number of files a draft may have. Places that are
    empty by now are passed over: whoever took the file off wanted the same.
    """
    task = writable(actor, task)
    at = clock.deciding()
    next_version(actor, task, version, at)
    rows = DraftFile.objects.filter(draft__task=task).select_related("attachment")
    last = max((row.place for row in rows), default=0)
    staying = [row.attachment for row in rows if row.place not in remove]
    _refuse_twice(staying, add)
    quotas.require_places(len(staying), len(add))
    kept = attachments.keep(actor=actor, task=task, ready=add, at=at) if add else []
    rows.filter(place__in=remove).delete()
    draft = TaskDraft.objects.get(task=task)
    for place, attachment in enumerate(kept, last + 1):
        DraftFile.objects.create(draft=draft, attachment=attachment, place=place)
    return kept


def begin_again(task: Task, revision: Revision, actor: Subject, at: dt.datetime) -> None:
    """The draft has the words and files of `revision` again: a correction begins with what was accepted."""
    draft = TaskDraft.objects.get(task=task)
    parts = ("title", "tags", "details", *texts.PARTS)
    values = {name: getattr(revision, name) for name in parts}
    files = queries.files_of(revision)
    if values == {name: getattr(draft, name) for name in parts} and files == queries.files_of(draft):
        return
    next_version(actor, task, draft.version, at, **values)
    DraftFile.objects.filter(draft=draft).delete()
    for place, attachment in enumerate(files, 1):
        DraftFile.objects.create(draft=draft, attachment=attachment, place=place)


def _refuse_twice(there: Iterable[Attachment], add: Iterable[attachments.Ready]) -> None:
    names = {one.sha256: one.name for one in there}
    reasons = []
    for one in add:
        found = hashlib.sha256(one.content).hexdigest()
        if found in names:
            reasons.append(_("“%(name)s” is attached already.") % {"name": one.name})
        names[found] = one.name
    if reasons:
        raise Refused(*reasons, code="attached")
