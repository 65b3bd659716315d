"""One's own notices: read, counted, marked as read."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable

from django.db import transaction
from django.db.models import Count, Expression, IntegerField, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import NotVisible
from portal.notices.models import Notice
from portal.people.models import Subject


def of(subject: Subject) -> QuerySet[Notice]:
    """What stands in the inbox, newest first."""
    return Notice.objects.filter(subject=subject, shown=True).order_by("-at", "-pk")


def get(subject: Subject, public_id: str) -> Notice:
    """NotVisible for what is somebody else's, or nobody's, or does not stand there yet."""
    found = of(subject).filter(public_id=public_id).first()
    if found is None:
        raise NotVisible
    return found


def unread() -> Expression:
    """How many a user has not read, for the query that loads them with every page."""
    rows = Notice.objects.filter(subject=OuterRef("subject"), shown=True, read_at=None)
    counted = rows.order_by().values("subject").annotate(n=Count("pk")).values("n")
    return Coalesce(Subquery(counted, output_field=IntegerField()), Value(0))


@transaction.atomic
def mark_read(*, actor: Subject, subject: Subject, ids: Iterable[str] | None = None) -> int:
    """Those of `ids`, or all; how many were new. What is not one's own is passed over."""
    require(actor, "notices.read", None, subject)
    rows = of(subject).filter(read_at=None)
    if ids is not None:
        rows = rows.filter(public_id__in=list(ids))
    return rows.order_by().update(read_at=clock.deciding())


def done(subject_id: str, kind: str, *, about: str, at: dt.datetime, **data: object) -> None:
    """Somebody did what the notice asks for: it need not be read any more. `data` as it was told."""
    rows = Notice.objects.filter(subject=subject_id, kind=kind, about=about, read_at=None)
    if data:
        rows = rows.filter(**{f"data__{name}": value for name, value in data.items()})
    rows.update(read_at=at)
