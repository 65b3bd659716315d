"""Telling people: a row for each, in the transaction of what happened, and the job that mails it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any

from django.db import IntegrityError, transaction

from portal.notices import digests, kinds, outbox
from portal.notices.models import Notice, NoticePreference
from portal.people.models import User

MAIL_ONE = "notices.mail_one"
Mail = NoticePreference.Mail
_TRIES = 20


@transaction.atomic
def tell(
    people: Iterable[str],
    kind: str,
    *,
    key: str,
    project: str,
    about: str,
    at: dt.datetime,
    data: Mapping[str, object] | None = None,
    by_day: bool = False,
    while_read: bool = False,
) -> int:
    """Tells those of `people` (subject ids) who have an open account and were not told under this `key` before; how
    many that were. The kind must be registered. Mail goes at once or with the day's, as each has chosen, or not at all.

    `project` and `about` are public ids, `data` ids and numbers alone. `by_day`: nobody learns it, in the inbox or by
    mail, before the day is over, since its hour would tell whose act it was. `while_read`: not to somebody who has not
    read the last notice of this kind about the same thing, which says what is true now anyway.
    """
    subjects = set(people)
    usual = kinds.get(kind).mail
    users = User.objects.filter(subject__in=subjects, is_active=True, closed_at=None)
    if while_read:
        waiting = Notice.objects.filter(kind=kind, about=about, read_at=None)
        users = users.exclude(subject__in=waiting.values("subject"))
    chosen = dict(NoticePreference.objects.filter(kind=kind, subject__in=subjects).values_list("subject", "mail"))
    what = {"kind": kind, "key": key, "project": project, "about": about, "data": dict(data or {})}
    rows = [
        Notice(
            subject=user.subject,
            **what,
            **_when(chosen.get(user.subject_id, usual), at, user.subject.profile.zone, by_day=by_day),
        )
        for user in users.select_related("subject__profile").order_by("subject")
    ]
    new = _keep_new(rows, kind, key)
    at_once = [row for row in new if row.digest_at is None and row.settled_at is None]
    outbox.want_each(MAIL_ONE, [{"notice": row.pk} for row in at_once])
    return len(new)


def _keep_new(rows: list[Notice], kind: str, key: str) -> list[Notice]:
    """Those that were not there yet. The database keeps a notice single where two tell the same people at once; who
    comes second looks again."""
    if not rows:
        return []
    for _try in range(_TRIES):
        told = set(Notice.objects.filter(kind=kind, key=key).values_list("subject", flat=True))
        new = [row for row in rows if row.subject_id not in told]
        try:
            with transaction.atomic():
                return Notice.objects.bulk_create(new)
        except IntegrityError as error:
            refused = error
    raise RuntimeError(f"the notices {kind} {key!r} were refused") from refused


def _when(mail: str, at: dt.datetime, zone: str, *, by_day: bool) -> dict[str, Any]:
    """What is told by the day waits for a digest to be shown, also for those who want no mail."""
    if by_day:
        digest = digests.after_day(at, zone)
        return {"at": digest, "shown": False, "digest_at": digest}
    if mail == Mail.DAILY:
        return {"at": at, "digest_at": digests.after(at, zone)}
    return {"at": at, "settled_at": at if mail == Mail.NEVER else None}
