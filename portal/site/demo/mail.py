"""The demo's mailbox: mail is kept and shown, not sent. Never in production."""

from collections.abc import Sequence

from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend

from portal.core import clock
from portal.notices.models import DemoMail

MOST = 500


class Backend(BaseEmailBackend):
    """Writes each mail as a row; the oldest beyond MOST are dropped."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            # `message()` is what would be sent; it refuses a line break in a header.
            message.message()
            DemoMail.objects.create(
                at=clock.now(),
                to=", ".join(message.recipients()),
                subject=str(message.subject),
                body=str(message.body),
            )
        kept = DemoMail.objects.values_list("pk", flat=True)[:MOST]
        DemoMail.objects.exclude(pk__in=list(kept)).delete()
        return len(email_messages)
