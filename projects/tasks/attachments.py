"""Files of tasks: kept under a random key outside the served folders, handed out for saving only."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from typing import Protocol

from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db.models import Count, Sum
from django.http import FileResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from portal.core.errors import DomainError, NotVisible, Refused
from portal.people.models import Subject
from projects.tasks import files
from projects.tasks.models import Attachment, Task

_FOLDER = "attachments"
# What one person may keep on this site: enough for hundreds of tasks, too little to fill a disk.
QUOTA_BYTES = 500 * 1024 * 1024
QUOTA_FILES = 500


class TooLarge(DomainError):
    """The file, or everything together, is larger than what is taken (413)."""

    status = 413
    code = "too_large"


class Uploaded(Protocol):
    """What Django hands over for an uploaded file."""

    name: str | None

    def read(self, num_bytes: int = ...) -> bytes: ...


def keep(*, actor: Subject, task: Task, file: Uploaded, at: dt.datetime) -> Attachment:
    """Stores the bytes under a new key. Refused: too large, empty, or other content than the name promises."""
    content = file.read(files.MAX_BYTES + 1)
    _refuse_size(actor, len(content))
    name = files.clean_name(file.name or "")
    found = files.media_type(content)
    if files.contradicts(name, found):
        raise Refused(
            _("“%(name)s” is not what its name says. Rename the file or send the right one.") % {"name": name}
        )
    key = secrets.token_hex(24)
    default_storage.save(f"{_FOLDER}/{key}", ContentFile(content))
    return Attachment.objects.create(
        project=task.project,
        task=task,
        key=key,
        name=name,
        media_type=found,
        size=len(content),
        sha256=hashlib.sha256(content).hexdigest(),
        uploaded_at=at,
        uploaded_by=actor,
    )


def _refuse_size(actor: Subject, size: int) -> None:
    if size == 0:
        raise Refused(_("The file is empty."))
    if size > files.MAX_BYTES:
        raise TooLarge(_("The file is larger than 10 MB."))
    kept = Attachment.objects.filter(uploaded_by=actor).aggregate(bytes=Sum("size"), files=Count("pk"))
    if (kept["bytes"] or 0) + size > QUOTA_BYTES or kept["files"] >= QUOTA_FILES:
        raise TooLarge(_("Your files on this site have reached their limit. Nothing was stored."))


def response(attachment: Attachment) -> FileResponse:
    """For saving, never for showing: a type from the content, a sandbox, and no store on the way."""
    path = f"{_FOLDER}/{attachment.key}"
    if not default_storage.exists(path):
        raise NotVisible
    answer = FileResponse(default_storage.open(path, "rb"), content_type=attachment.media_type)
    answer["Content-Disposition"] = content_disposition_header(True, attachment.name) or "attachment"
    answer["Content-Length"] = str(attachment.size)
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Content-Security-Policy"] = "default-src 'none'; sandbox"
    answer["Cross-Origin-Resource-Policy"] = "same-origin"
    answer["Cache-Control"] = "private, no-store"
    return answer
