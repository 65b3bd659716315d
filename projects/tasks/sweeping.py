"""What lies in the store of files and is needed no more."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.conf import settings
from django.core.files.storage import default_storage
from django.db.models import Exists, OuterRef

from projects.tasks import attachments, quotas
from projects.tasks.models import Attachment, DraftFile, RevisionFile
from projects.tasks.states import TaskState

# A file is stored a moment before its row is committed; and another server's clock may be off.
_STRAY_AFTER = dt.timedelta(days=1)
# Tasks that nobody goes on with. An accepted one may be corrected.
_ENDED = (TaskState.DECLINED, TaskState.WITHDRAWN, TaskState.NOT_REVIEWED)


def sweep(at: dt.datetime) -> int:
    """Takes off what only the draft of an ended task names; then removes the bytes of files that no draft and no
    revision names, and of those no row names. How many files went. Rows stay, as all history does.
    """
    before = at - dt.timedelta(days=settings.CONCORD_FILES_UNUSED_DAYS)
    submitted = RevisionFile.objects.filter(attachment=OuterRef("attachment"))
    ended = DraftFile.objects.filter(draft__task__state__in=_ENDED, draft__task__state_since__lt=before)
    ended.filter(~Exists(submitted)).delete()
    unused = quotas.unused().filter(uploaded_at__lt=before).values_list("key", flat=True)
    return sum(_remove(key) for key in unused.iterator()) + sum(_remove(key) for key in _strays(at))


def _strays(at: dt.datetime) -> Iterator[str]:
    """Keys in the store that are no row's, once the change that might make it has long ended."""
    if not default_storage.exists(attachments.FOLDER):
        return
    _folders, keys = default_storage.listdir(attachments.FOLDER)
    for first in range(0, len(keys), 500):
        some = keys[first : first + 500]
        known = set(Attachment.objects.filter(key__in=some).values_list("key", flat=True))
        for key in some:
            if key not in known and _is_old(key, at):
                yield key


def _is_old(key: str, at: dt.datetime) -> bool:
    try:
        return default_storage.get_modified_time(f"{attachments.FOLDER}/{key}") < at - _STRAY_AFTER
    except FileNotFoundError:  # another sweep was quicker
        return False


def _remove(key: str) -> int:
    path = f"{attachments.FOLDER}/{key}"
    if not default_storage.exists(path):
        return 0
    default_storage.delete(path)
    return 1
