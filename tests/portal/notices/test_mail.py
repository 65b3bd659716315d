"""Mail by the outbox: nothing is lost by a mail server that fails, nothing is kept that was sent."""

import pytest
from django.conf import settings as site
from django.core import mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend

from portal.core import clock
from portal.notices import dispatcher
from portal.notices.models import Mail, OutboxMessage
from tests import mailbox

pytestmark = pytest.mark.django_db
BODY = "Grüße aus 台北: https://concord.example/accounts/password/reset/key/1-abc/\n"


class Refusing(BaseEmailBackend):
    def send_messages(self, email_messages):
        raise ConnectionRefusedError(111, "refused")


def write(**changes: object) -> None:
    values = {"subject": "Zürich → 台北", "body": BODY, "to": ["ana@example.org"], **changes}
    EmailMessage(**values).send()


def test_a_mail_is_written_first_then_sent_as_it_was_and_its_row_emptied():
    write()
    row = Mail.objects.get()
    assert (row.to, row.sent_at) == ("ana@example.org", None)
    assert mail.outbox == []
    (sent,) = mailbox.delivered()
    assert (sent.subject, sent.body, sent.to) == ("Zürich → 台北", BODY, ["ana@example.org"])
    assert sent.from_email == site.DEFAULT_FROM_EMAIL
    row.refresh_from_db()
    assert row.message == ""
    assert row.sent_at is not None


def test_what_goes_out_names_itself_as_it_was_written():
    """Tried twice, it is one mail with one Message-ID for whoever receives it."""
    write()
    written = Mail.objects.get().message
    (sent,) = mailbox.delivered()
    again = sent.message()
    assert f"Message-ID: {again['Message-ID']}" in written
    assert again["Message-ID"].endswith("@127.0.0.1>")  # the site's address, not the machine's name
    assert f"Date: {again['Date']}" in written
    assert [again.get_all(name) for name in ("To", "Subject", "MIME-Version", "Content-Type")] == [
        ["ana@example.org"], [again["Subject"]], ["1.0"], ['text/plain; charset="utf-8"'],
    ]  # fmt: skip


def test_a_job_that_comes_twice_sends_once():
    write()
    number = Mail.objects.get().pk
    mailbox.delivered()
    OutboxMessage.objects.all().update(done_at=None, published_at=None, started_at=None)
    assert len(mailbox.delivered()) == 1
    assert number == Mail.objects.get().pk


def test_a_server_that_refuses_for_a_day_loses_no_mail(settings, monkeypatch):
    settings.CONCORD_MAIL_BACKEND = f"{__name__}.Refusing"
    write()
    at = clock.deciding()
    monkeypatch.setattr(clock, "deciding", lambda: at)
    waits = []
    while dispatcher.drain():
        row = OutboxMessage.objects.get()
        if row.parked_at:
            break
        waits.append((row.due_at - at).total_seconds())
        at = row.due_at
    # Seven more tries, the last after about 20 hours, then it is set aside.
    assert waits == [10, 60, 300, 1800, 7200, 21600, 43200]
    assert OutboxMessage.objects.get().attempts == 8
    kept = Mail.objects.get()
    assert (kept.sent_at, "password/reset/key" in kept.message) == (None, True)
    # Nothing of the mail stands in the outbox or its error.
    assert "abc" not in f"{row.args} {row.error}"

    settings.CONCORD_MAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    OutboxMessage.objects.update(parked_at=None, published_at=None, started_at=None, attempts=0, due_at=at)
    assert [one.body for one in mailbox.delivered()] == [BODY]


@pytest.mark.parametrize(
    "changes",
    [
        {"subject": "Hello\nBcc: all@example.org"},
        {"subject": "Hello\r\nBcc: all@example.org"},
        {"to": ["ana@example.org\nBcc: all@example.org"]},
        {"from_email": "x@example.org\r\nBcc: all@example.org"},
        {"headers": {"X-Kind": "a\nBcc: all@example.org"}},
        {"to": ["ana@example.org", "bo@example.org"]},
        {"cc": ["bo@example.org"]},
        {"bcc": ["bo@example.org"]},
        {"to": []},
        {"attachments": [("a.txt", "x", "text/plain")]},
    ],
)
def test_b10_what_is_no_plain_mail_to_one_address_is_refused(changes):
    if changes == {"to": []}:
        write(**changes)  # Django itself sends nothing to nobody
    else:
        with pytest.raises(ValueError, match=r"Header values|one address|plain text|Invalid address"):
            write(**changes)
    assert not Mail.objects.exists()
    assert not OutboxMessage.objects.exists()


def test_html_is_refused():
    with pytest.raises(ValueError, match="plain text"):
        EmailMultiAlternatives("x", "x", to=["a@example.org"], alternatives=[("<b>x</b>", "text/html")]).send()


def test_the_demo_keeps_what_was_sent(settings):
    from portal.notices.models import DemoMail

    settings.CONCORD_MAIL_BACKEND = "portal.site.demo.mail.Backend"
    write()
    dispatcher.drain()
    kept = DemoMail.objects.get()
    assert (kept.to, kept.subject, kept.body) == ("ana@example.org", "Zürich → 台北", BODY)
