"""What the room of notices keeps about a person."""

from allauth.account.models import EmailAddress
from django.utils.translation import gettext_lazy as _

from portal.notices.models import Mail, Notice, NoticePreference
from portal.people.download import Kept
from portal.people.models import Subject


def _mails(subject: Subject) -> object:
    """Without the text: until it is sent it may hold a link that opens the account, and then it is not kept."""
    addresses = EmailAddress.objects.filter(user__subject=subject).values("email")
    return list(Mail.objects.filter(to__in=addresses).order_by("pk").values("to", "wanted_at", "sent_at"))


def _notices(subject: Subject) -> object:
    """What each says is put together when it is read; the numbers of rows it is made from are nobody's."""
    rows = Notice.objects.filter(subject=subject, shown=True).order_by("at", "pk")
    return list(rows.values("kind", "project", "about", "at", "read_at"))


def _preferences(subject: Subject) -> object:
    return dict(NoticePreference.objects.filter(subject=subject).order_by("kind").values_list("kind", "mail"))


KEPT = (
    Kept("mails", _("When mail to your addresses was written and sent; its text is not kept."), _mails),
    Kept("notices", _("What you were told in your inbox, and when you read it."), _notices),
    Kept("notice_preferences", _("How you want mail about each kind of notice, where you chose it."), _preferences),
)
