"""Mail about notices. Rights are read when it is written: what is no longer somebody's is not mailed to them.

A notice is settled and its mail written in one transaction, so a job that is tried again, comes twice or dies in the
middle gives one mail or none, and the next try gives the one.
"""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core import clock
from portal.notices import choosing, kinds
from portal.notices.kinds import Told
from portal.notices.mail import UnhurriedMail
from portal.notices.models import Notice
from portal.people.models import User

# Of a project's title in the subject of a mail.
_MOST_TITLE = 30


@transaction.atomic
def mail_one(number: int) -> None:
    """The mail of a notice that goes at once."""
    at = clock.deciding()
    if Notice.objects.filter(pk=number, settled_at=None, digest_at=None).update(settled_at=at):
        _mail(Notice.objects.filter(pk=number))


@transaction.atomic
def send_digest(subject: str) -> None:
    """One mail about everything whose digest is due; what waited for it stands in the inbox from now on."""
    at = clock.deciding()
    due = Notice.objects.filter(subject=subject, settled_at=None, digest_at__lte=at).order_by("at", "pk")
    # One by one: another worker may be at the same digest, and each notice is one's or the other's.
    mine = [
        number
        for number in due.values_list("pk", flat=True)
        if Notice.objects.filter(pk=number, settled_at=None).update(settled_at=at, shown=True)
    ]
    if mine:
        _mail(Notice.objects.filter(pk__in=mine).order_by("at", "pk"), daily=True)


def _mail(rows: QuerySet[Notice], *, daily: bool = False) -> None:
    notices = list(rows)
    user = User.objects.select_related("subject__profile").filter(subject=notices[0].subject_id).first()
    address = _address(user) if user is not None else ""
    if user is None or not address:
        return
    unwanted = choosing.never(user.subject_id)
    notices = [one for one in notices if one.kind not in unwanted]
    zone = ZoneInfo(user.subject.profile.zone)
    with translation.override(user.language or settings.LANGUAGE_CODE), timezone.override(zone):
        said = [one for _row, one in kinds.told(notices, user) if one.holds]
        if said:
            message(said, address, daily=daily).send()


def message(said: Sequence[Told], address: str, *, daily: bool) -> UnhurriedMail:
    """In the language now active."""
    context = {"said": said, "daily": daily, "base_url": settings.CONCORD_BASE_URL}
    body = render_to_string("portal/notices/mail.txt", context)
    subject = _digest_subject(said) if daily else _subject(said[0])
    return UnhurriedMail(subject=subject, body=body, to=[address])


def _subject(one: Told) -> str:
    return _("%(project)s: %(what)s") % {"project": _short(one.project), "what": one.headline}


def _digest_subject(said: Sequence[Told]) -> str:
    if len(said) == 1:
        return _subject(said[0])
    return ngettext("%(n)s notice of the day", "%(n)s notices of the day", len(said)) % {"n": len(said)}


def _short(title: str) -> str:
    line = " ".join(title.split())
    return line if len(line) <= _MOST_TITLE else f"{line[: _MOST_TITLE - 1]}…"


def _address(user: User) -> str:
    """The one that the person has proved, while their account is open; else nothing is mailed."""
    if not user.is_active or user.closed_at is not None:
        return ""
    proved = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk")
    return proved.values_list("email", flat=True).first() or ""
