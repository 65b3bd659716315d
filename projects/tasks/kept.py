"""What the room of tasks keeps about a person, with the files they attached."""

from collections.abc import Iterator
from functools import partial
from typing import IO

from django.core.files.storage import default_storage
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from authorship.engine.amounts import format_amount
from portal.people.download import File, Kept
from portal.people.models import Subject
from projects.tasks import attachments
from projects.tasks.models import Attachment, FileLook, Revision, Task, TaskDraft


def _tasks(subject: Subject) -> object:
    """Their own share alone: who else has one stands on the task's page, as far as they may know."""
    rows = Task.objects.filter(Q(created_by=subject) | Q(contributors__subject=subject)).distinct()
    shares = {row.task_id: row for row in subject.task_shares.all()}
    found = []
    for task in rows.select_related("project", "predecessor").order_by("created_at", "pk"):
        own = shares.get(task.pk)
        found.append(
            {
                "project": task.project.slug,
                "task": task.number,
                "id": task.public_id,
                "title": task.title,
                "state": task.state,
                "terms": task.terms,
                "predecessor": task.predecessor.number if task.predecessor else None,
                "began": task.created_by_id == subject.pk,
                "share": format_amount(own.share) if own else None,
                "share_confirmed_at": own.confirmed_at if own else None,
                "named_since": own.named_at if own else None,
            }
        )
    return found


def _drafts(subject: Subject) -> object:
    """Texts being written, of tasks they may write."""
    rows = TaskDraft.objects.filter(Q(task__created_by=subject) | Q(task__contributors__subject=subject)).distinct()
    fields = ("title", "tags", "statement", "answer", "verification", "details", "version", "updated_at")
    return [
        {
            "id": row.task.public_id,
            "canary": row.task.project.canary_line,
            **{name: getattr(row, name) for name in fields},
        }
        for row in rows.select_related("task__project").order_by("pk")
    ]


def _revisions(subject: Subject) -> object:
    """What they submitted, and every revision of tasks they have a share of; `your_share` is empty in those without."""
    rows = Revision.objects.filter(Q(submitted_by=subject) | Q(task__contributors__subject=subject)).distinct()
    parts = ("title", "tags", "statement", "answer", "verification", "details")
    fields = ("number", *parts, "note", "typos_only", "hash", "submitted_at")
    return [
        {
            "id": row.task.public_id,
            "canary": row.task.project.canary_line,
            "task": row.task.number,
            "submitted_by_you": row.submitted_by_id == subject.pk,
            "your_share": row.shares.get(subject.pk),
            **{name: getattr(row, name) for name in fields},
        }
        for row in rows.select_related("task__project").order_by("task", "number")
    ]


def _files(subject: Subject) -> object:
    rows = Attachment.objects.filter(uploaded_by=subject).select_related("task").order_by("pk")
    return [
        {
            "id": row.task.public_id,
            "name": row.name,
            "media_type": row.media_type,
            "size": row.size,
            "sha256": row.sha256,
            "removed": row.removed,
            "looked_through": row.looked_through,
            "uploaded_at": row.uploaded_at,
            "in_archive": _path(row),
        }
        for row in rows
    ]


def _looks(subject: Subject) -> object:
    """Which file, by its bytes: its name is its authors' business."""
    rows = FileLook.objects.filter(by=subject).select_related("file__revision__task__project", "file__attachment")
    return [
        {
            "project": row.file.revision.task.project.slug,
            "task": row.file.revision.task.number,
            "revision": row.file.revision.number,
            "sha256": row.file.attachment.sha256,
            "as": row.role,
            "letter": row.letter,
            "at": row.at,
        }
        for row in rows.order_by("pk")
    ]


def files(subject: Subject) -> Iterator[File]:
    for row in Attachment.objects.filter(uploaded_by=subject).select_related("task").order_by("pk"):
        yield File(_path(row), partial(_opened, row))


def _path(row: Attachment) -> str:
    """The name was cleaned when the file came: no folders, no control characters."""
    return f"files/{row.task.public_id}/{row.pk}-{row.name or 'file'}"


def _opened(row: Attachment) -> IO[bytes] | None:
    path = attachments.path_of(row)
    return default_storage.open(path, "rb").file if default_storage.exists(path) else None


KEPT = (
    Kept(
        "tasks", _("Tasks you began or share, with your share, its confirmation, and since when you are named."), _tasks
    ),
    Kept("task_drafts", _("Texts of tasks you are writing, alone or with others."), _drafts),
    Kept("task_revisions", _("Submitted texts of tasks you have a share of, with their hashes."), _revisions),
    Kept("task_files", _("Files you attached; they lie beside the document."), _files),
    Kept(
        "file_looks",
        _(
            "Files of others that you saved before they were public. Their authors read the same, without your name "
            "where reviewers are hidden."
        ),
        _looks,
    ),
)
