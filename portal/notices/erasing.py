"""What erasing a person takes out of mail and notices."""

from allauth.account.models import EmailAddress
from django.db.models import Q

from portal.core.events import PersonErased
from portal.notices.models import DemoMail, Mail, Notice, NoticePreference
from portal.people.models import EmailChange, User


def forget(event: PersonErased) -> None:
    """Mail to the person's addresses, sent or not, and what the demo's mailbox shows of it; and what they were
    told, which nobody reads any more."""
    Notice.objects.filter(subject=event.subject).delete()
    NoticePreference.objects.filter(subject=event.subject).delete()
    addresses = {
        *User.objects.filter(subject=event.subject).values_list("email", flat=True),
        *EmailAddress.objects.filter(user__subject=event.subject).values_list("email", flat=True),
        *EmailChange.objects.filter(user__subject=event.subject).values_list("old", flat=True),
    }
    for address in addresses:
        Mail.objects.filter(to__iexact=address).delete()
        DemoMail.objects.filter(Q(to__icontains=address) | Q(body__icontains=address)).delete()
