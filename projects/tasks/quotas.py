"""How much may be uploaded: by one person, to one task, to one project."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from django.conf import settings
from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Sum
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.errors import DomainError
from portal.people.models import Subject
from projects.tasks.models import Attachment, DraftFile, RevisionFile, Task


class TooLarge(DomainError):
    """The file, or everything together, is larger than what is taken (413)."""

    status = 413
    code = "too_large"


def unused() -> QuerySet[Attachment]:
    """Files that no draft and no revision names."""
    drafts = DraftFile.objects.filter(attachment=OuterRef("pk"))
    revisions = RevisionFile.objects.filter(attachment=OuterRef("pk"))
    return Attachment.objects.filter(~Exists(drafts), ~Exists(revisions))


def require_room(actor: Subject, task: Task, sizes: Sequence[int], at: dt.datetime) -> None:
    """TooLarge with every limit that `sizes` (bytes) would go beyond, and when or how there is room again."""
    more, count = sum(sizes), len(sizes)
    gone_before = at - dt.timedelta(days=settings.CONCORD_FILES_UNUSED_DAYS)
    kept = Attachment.objects.exclude(Q(uploaded_at__lt=gone_before) & Q(pk__in=unused().values("pk")))
    midnight = at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    today = Attachment.objects.filter(uploaded_by=actor, uploaded_at__gte=midnight)
    reasons: list[object] = []
    if _over(today, more, count, settings.CONCORD_FILES_DAY_BYTES, settings.CONCORD_FILES_DAY_COUNT):
        reasons.append(
            _("You have uploaded as much today as one person may: %(size)s or %(most)s files. Go on tomorrow.")
            % {"size": size(settings.CONCORD_FILES_DAY_BYTES), "most": settings.CONCORD_FILES_DAY_COUNT}
        )
    own = kept.filter(uploaded_by=actor)
    if _over(own, more, count, settings.CONCORD_FILES_PERSON_BYTES, settings.CONCORD_FILES_PERSON_COUNT):
        reasons.append(_("Your files on this site have reached their limit."))
    if _over(kept.filter(task=task), more, count, settings.CONCORD_FILES_TASK_BYTES):
        reasons.append(
            _("The files of one task may be %(size)s together, in all its revisions.")
            % {"size": size(settings.CONCORD_FILES_TASK_BYTES)}
        )
    if _over(kept.filter(project=task.project_id), more, count, settings.CONCORD_FILES_PROJECT_BYTES):
        reasons.append(
            _("The files of this project have reached their limit. Ask its organizers, or whoever runs this site.")
        )
    if reasons:
        raise TooLarge(*reasons, _("Nothing was stored."))


def require_places(there: int, more: int) -> None:
    """TooLarge where a draft would have more files than one may."""
    most = settings.CONCORD_FILES_EACH
    if there + more > most:
        raise TooLarge(
            ngettext("A task has at most %(most)s file.", "A task has at most %(most)s files.", most) % {"most": most}
            + " "
            + _("Take one off, or pack several into an archive. Nothing was stored.")
        )


def size(value: int) -> str:
    """`10.0 MB`, as the pages write it."""
    return filesizeformat(value)


def _over(rows: QuerySet[Attachment], more: int, count: int, most: int, most_files: int | None = None) -> bool:
    there = rows.aggregate(bytes=Sum("size"), files=Count("pk"))
    many = most_files is not None and there["files"] + count > most_files
    return many or (there["bytes"] or 0) + more > most
