"""How somebody wants to be mailed, kind by kind."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core.access.check import require
from portal.core.errors import Refused
from portal.notices import kinds
from portal.notices.models import NoticePreference
from portal.people.models import Subject

Mail = NoticePreference.Mail


def of(subject: Subject) -> dict[str, str]:
    """For every kind there is, in the order of their rooms."""
    chosen = dict(NoticePreference.objects.filter(subject=subject).values_list("kind", "mail"))
    return {kind: chosen.get(kind, one.mail) for kind, one in kinds.registered().items()}


def never(subject_id: str) -> frozenset[str]:
    """The kinds that somebody wants no mail about."""
    rows = NoticePreference.objects.filter(subject=subject_id, mail=Mail.NEVER)
    return frozenset(rows.values_list("kind", flat=True))


@transaction.atomic
def choose(*, actor: Subject, subject: Subject, mail: Mapping[str, str]) -> dict[str, str]:
    """`mail` is {kind: at_once, daily or never}; kinds left out stay as they are. Refused: an unknown kind or word."""
    require(actor, "notices.read", None, subject)
    known = kinds.registered()
    if not mail.keys() <= known.keys() or not set(mail.values()) <= set(Mail.values):
        raise Refused(_("There is no such kind of notice, or no such way to be mailed."), code="invalid")
    for kind, wanted in mail.items():
        rows = NoticePreference.objects.filter(subject=subject, kind=kind)
        if wanted == known[kind].mail:
            rows.delete()
        else:
            NoticePreference.objects.update_or_create(subject=subject, kind=kind, defaults={"mail": wanted})
    return of(subject)
