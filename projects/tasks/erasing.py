"""What erasing a person takes out of tasks: what nobody but them was ever shown."""

from collections.abc import Sequence

from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Exists, OuterRef

from portal.core.events import PersonErased
from projects.tasks import attachments
from projects.tasks.models import Attachment, DraftFile, Task, TaskContributor, TaskDraft


def forget(event: PersonErased) -> None:
    """Empties drafts that were never submitted and that nobody shares, and removes their files after the commit. Nobody
    is named any more by a choice they made; the record, which never named them, is told nothing.

    Submitted texts stay, and drafts that others write too.
    """
    TaskContributor.objects.filter(subject=event.subject).exclude(named_at=None).update(named_at=None)
    others = TaskContributor.objects.filter(task=OuterRef("pk")).exclude(subject=event.subject)
    alone = Task.objects.filter(~Exists(others), created_by=event.subject, number=None)
    tasks = list(alone.values_list("pk", flat=True))
    TaskDraft.objects.filter(task__in=tasks).update(
        title="", tags=[], statement="", answer="", verification="", details={}
    )
    DraftFile.objects.filter(draft__task__in=tasks).delete()
    Task.objects.filter(pk__in=tasks).update(title="", tags=[])
    files = Attachment.objects.filter(task__in=tasks)
    paths = [attachments.path_of(one) for one in files]
    files.exclude(name="").update(name="")
    transaction.on_commit(lambda: _remove(paths))


def _remove(paths: Sequence[str]) -> None:
    for path in paths:
        default_storage.delete(path)
