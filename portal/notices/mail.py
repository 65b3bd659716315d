"""Mail goes out by the outbox: a request writes it down and no request waits for a mail server.

So neither the time nor the fate of a mail tells whoever asked for it whether an address is known here.
"""

import email.policy
from collections.abc import Sequence
from email import message_from_bytes
from email.message import EmailMessage as Parsed
from email.utils import make_msgid
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from portal.core import clock
from portal.notices import outbox
from portal.notices.models import Mail

JOB = "notices.send_mail"
# Headers that `EmailMessage` writes from its own fields, or that describe how the body is packed.
_OWN = {"subject", "from", "to", "mime-version", "content-type", "content-transfer-encoding"}
# Before lists and other long work: somebody sits and waits for a link.
_PRIORITY = 3


class UnhurriedMail(EmailMessage):
    """Nobody sits and waits for it: hundreds of them at seven in the morning hold up no link."""

    outbox_priority = 6


class OutboxBackend(BaseEmailBackend):
    """Writes each mail as a row and wants the job that sends it, in one transaction.

    A mail is text to one address. Refused (ValueError): several recipients, attachments, other than plain text,
    and a line break in a header.
    """

    @transaction.atomic
    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        for message in email_messages:
            recipients = message.recipients()
            if len(recipients) != 1:
                raise ValueError("a mail goes to one address")
            if message.attachments or message.content_subtype != "plain" or getattr(message, "alternatives", None):
                raise ValueError("a mail is plain text")
            # Django would ask the network for this machine's name, which takes its time and tells it to everybody.
            message.extra_headers.setdefault("Message-ID", make_msgid(domain=_host()))
            written = message.message().as_bytes().decode("utf-8")
            row = Mail.objects.create(to=recipients[0], message=written, wanted_at=clock.deciding())
            outbox.want(JOB, args={"mail": row.pk}, priority=getattr(message, "outbox_priority", _PRIORITY))
        return len(email_messages)


def _host() -> str:
    return urlsplit(settings.CONCORD_BASE_URL).hostname or "localhost"


def send(number: int) -> None:
    """Sends the mail by the installation's own backend and empties its row. A mail that went out is not sent again.

    Whatever the mail server refuses is raised: the outbox tries again later, and keeps the mail.
    """
    row = Mail.objects.filter(pk=number, sent_at=None).first()
    if row is None:
        return
    connection = get_connection(settings.CONCORD_MAIL_BACKEND)
    connection.send_messages([_read(row, connection)])
    Mail.objects.filter(pk=number).update(sent_at=clock.deciding(), message="")


def _read(row: Mail, connection: BaseEmailBackend) -> EmailMessage:
    """As it was written, with its own Message-ID and Date: a second copy of it can be told from a second mail."""
    policy: email.policy.EmailPolicy[Parsed] = email.policy.default
    parsed = message_from_bytes(row.message.encode("utf-8"), policy=policy)
    return EmailMessage(
        subject=str(parsed["Subject"]).strip(),  # a long first word was folded onto a line of its own
        body=parsed.get_content(),
        from_email=str(parsed["From"]),
        to=[row.to],
        headers={name: str(value) for name, value in parsed.items() if name.lower() not in _OWN},
        connection=connection,
    )
