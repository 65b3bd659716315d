"""The mail that went out: the outbox is worked off first."""

from django.core import mail
from django.core.mail import EmailMessage

from portal.notices import dispatcher


def delivered() -> list[EmailMessage]:
    """Every mail of this test so far, in the order in which it was sent."""
    dispatcher.drain()
    return mail.outbox


def last() -> EmailMessage:
    return delivered()[-1]
