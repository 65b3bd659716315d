"""The stored fingerprints: made with each revision, and made anew where they are missing or of another method."""

from __future__ import annotations

from collections.abc import Iterator

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.db.models.functions import Coalesce

from portal.core.events import RevisionStands, RevisionSubmitted
from projects.overlaps import shingles
from projects.overlaps.models import TaskPrint
from projects.project.models import Project
from projects.tasks.models import Revision, Task
from projects.tasks.queries import standing_revision

_TABLE = TaskPrint._meta.db_table
# Over prints: the number of the revision of their task that counts.
COUNTS = Coalesce("task__standing", "task__revision_count")


def note_submitted(event: RevisionSubmitted | RevisionStands) -> None:
    task = Task.objects.get(public_id=event.task)
    note(task, task.revisions.get(number=event.revision))


def note(task: Task, revision: Revision) -> None:
    """Keeps those of the latest revision, in place of those before."""
    TaskPrint.objects.filter(task=task).delete()
    found = shingles.prints(shingles.of(revision.statement))
    kept = {"task": task, "revision": revision.number, "method": shingles.METHOD}
    TaskPrint.objects.bulk_create((TaskPrint(value=value, **kept) for value in found), batch_size=200)


def remake() -> int:
    """Of every task without right ones, or with wrong ones; how many tasks that were."""
    of_task = TaskPrint.objects.filter(task=OuterRef("pk"))
    right = Q(revision=COUNTS, method=shingles.METHOD)
    tasks = Task.objects.filter(~Exists(of_task.filter(right)) | Exists(of_task.exclude(right)), number__isnull=False)
    return sum(_made_anew(pk) for pk in list(tasks.order_by("pk").values_list("pk", flat=True)))


@transaction.atomic
def _made_anew(pk: int) -> bool:
    """Under the lock that submitting takes, so that no older text comes after a newer one."""
    task = Task.objects.select_for_update(of=("self",)).get(pk=pk)
    revision = standing_revision(task)
    if revision is None:
        return False
    note(task, revision)
    return True


def verify_prints(project: Project) -> Iterator[str]:
    """The fingerprints of each task are those of the revision that counts."""
    for task in Task.objects.filter(project=project, number__isnull=False).order_by("number"):
        revision = standing_revision(task)
        stored = list(TaskPrint.objects.filter(task=task).order_by("value").values_list("revision", "method", "value"))
        if revision is not None:
            found = shingles.prints(shingles.of(revision.statement))
            if stored != [(revision.number, shingles.METHOD, value) for value in found]:
                yield f"{_TABLE} of task {task.number}: they are not those of the revision that counts"
