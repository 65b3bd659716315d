"""Files of tasks: taken in, kept under a random key outside the served folders, handed out for saving only."""

from __future__ import annotations

import datetime as dt
import hashlib
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from django.conf import settings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.http import FileResponse
from django.utils.http import content_disposition_header
from django.utils.translation import gettext as _

from portal.core.errors import NotVisible, Refused
from portal.people.models import Subject
from projects.tasks import files, quotas
from projects.tasks.cleaning import process
from projects.tasks.cleaning.outcome import Locked, Unreadable
from projects.tasks.models import Attachment, Task

FOLDER = "attachments"


class Uploaded(Protocol):
    """What Django hands over for an uploaded file."""

    name: str | None

    def read(self, num_bytes: int = ...) -> bytes: ...


@dataclass(frozen=True)
class Ready:
    """A file that may be kept: named, judged and cleaned, and not stored yet."""

    name: str
    media_type: str
    content: bytes
    removed: tuple[str, ...]
    looked_through: bool


def prepare(sent: Iterable[Uploaded]) -> list[Ready]:
    """What is sent, ready to be kept. Takes its time, so it is done before any row is held.

    Refused, all reasons at once: empty files, other content than a name promises, what cannot be read or is locked.
    Too large (413) where a file is.
    """
    ready: list[Ready] = []
    reasons: list[object] = []
    for file in sent:
        name = files.clean_name(file.name or "")
        content = file.read(settings.CONCORD_FILE_BYTES + 1)
        if len(content) > settings.CONCORD_FILE_BYTES:
            raise quotas.TooLarge(
                _("“%(name)s” is larger than %(size)s.")
                % {"name": name, "size": quotas.size(settings.CONCORD_FILE_BYTES)}
            )
        try:
            ready.append(_ready(name, content))
        except Refused as refused:
            reasons += refused.reasons
    if reasons:
        raise Refused(*reasons, code="invalid")
    return ready


def _ready(name: str, content: bytes) -> Ready:
    if not content:
        raise Refused(_("“%(name)s” is empty.") % {"name": name})
    found = files.media_type(content)
    if files.contradicts(name, found):
        raise Refused(
            _("“%(name)s” is not what its name says. Rename the file or send the right one.") % {"name": name}
        )
    try:
        cleaned = process.clean(found, content)
    except Locked:
        raise Refused(
            _("“%(name)s” is locked with a password, so nothing can be taken out of it. Send it unlocked.")
            % {"name": name}
        ) from None
    except Unreadable:
        raise Refused(
            _(
                "“%(name)s” could not be read to its end, so what it says about you could not be taken out. "
                "Save it anew with the program it comes from, and send that."
            )
            % {"name": name}
        ) from None
    removed = tuple(sorted(cleaned.removed))
    return Ready(name, found, cleaned.content, removed, cleaned.looked_through)


def keep(*, actor: Subject, task: Task, ready: Sequence[Ready], at: dt.datetime) -> list[Attachment]:
    """Stores each under a new key, with its row; where one cannot be, none is. TooLarge beyond a quota."""
    quotas.require_room(actor, task, [len(one.content) for one in ready], at)
    stored: list[str] = []
    try:
        rows = []
        for one in ready:
            key = secrets.token_hex(24)
            default_storage.save(f"{FOLDER}/{key}", ContentFile(one.content))
            stored.append(key)
            rows.append(_row(actor, task, one, key, at))
    except Exception:
        for key in stored:
            default_storage.delete(f"{FOLDER}/{key}")
        raise
    return rows


def _row(actor: Subject, task: Task, one: Ready, key: str, at: dt.datetime) -> Attachment:
    return Attachment.objects.create(
        project=task.project,
        task=task,
        key=key,
        name=one.name,
        media_type=one.media_type,
        size=len(one.content),
        sha256=hashlib.sha256(one.content).hexdigest(),
        removed=list(one.removed),
        looked_through=one.looked_through,
        uploaded_at=at,
        uploaded_by=actor,
    )


def path_of(attachment: Attachment) -> str:
    """Where the bytes lie in the store."""
    return f"{FOLDER}/{attachment.key}"


def response(attachment: Attachment) -> FileResponse:
    """For saving, never for showing: a type from the content, a sandbox, and no store on the way."""
    path = path_of(attachment)
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
