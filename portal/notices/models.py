"""Work wanted outside the request, mail, what people are told, and the demo's mailbox."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.core.ids import notice_id
from portal.people.models import Subject


class OutboxMessage(models.Model):
    """A job wanted: written in the transaction that wants it, published by the dispatcher, done at least once.

    Waiting rows with the same non-empty `key` are one row (bursts are joined); a non-empty `once` is there
    once for ever (the schedule). `done_at` or `parked_at` ends it; a row published and not done in time is
    published again. Nothing is deleted.
    """

    job = models.CharField(max_length=80)
    args = models.JSONField(default=dict)
    key = models.CharField(max_length=120, blank=True)
    once = models.CharField(max_length=120, blank=True)
    priority = models.PositiveSmallIntegerField(default=5)
    wanted_at = models.DateTimeField()
    due_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    parked_at = models.DateTimeField(null=True)
    attempts = models.PositiveSmallIntegerField(default=0)
    error = models.TextField(blank=True)

    class Meta:
        app_label = "portal"
        constraints = [
            models.UniqueConstraint(
                fields=["job", "key"],
                condition=models.Q(published_at=None, done_at=None, parked_at=None) & ~models.Q(key=""),
                name="waiting_job_once_a_key",
            ),
            models.UniqueConstraint(
                fields=["job", "once"], condition=~models.Q(once=""), name="scheduled_job_once_for_ever"
            ),
        ]
        indexes = [
            models.Index(fields=["due_at"], condition=models.Q(done_at=None, parked_at=None), name="outbox_open_by_due")
        ]


class Mail(models.Model):
    """A mail to one address, written in the transaction that wants it and sent by a job. `message` is the whole
    message as it goes out (RFC 5322) and is emptied once it is sent: it may hold a link that opens an account."""

    to = models.EmailField()
    message = models.TextField(blank=True)
    wanted_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "portal"


class Notice(models.Model):
    """That something happened which somebody should know. It holds ids and numbers and no words: what it says is put
    together when it is shown or mailed, from what the person may see then (`portal.notices.kinds`).

    `public_id` is its address: the number of its row would tell how many others were told since. `key` names what
    happened, so that nobody is told twice. `digest_at` is the digest it goes with; without one its
    mail goes at once. `shown`: it stands in the inbox; what must not tell its hour does from its digest on, and `at` is
    the digest's instant. `settled_at`: its mail was written, or is not wanted any more.
    """

    public_id = models.CharField(max_length=24, unique=True, default=notice_id, editable=False)
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="notices")
    kind = models.CharField(max_length=40)
    key = models.CharField(max_length=80)
    project = models.CharField(max_length=24)
    about = models.CharField(max_length=24)
    data = models.JSONField(default=dict)
    at = models.DateTimeField()
    shown = models.BooleanField(default=True)
    digest_at = models.DateTimeField(null=True)
    settled_at = models.DateTimeField(null=True)
    read_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "portal"
        constraints = [models.UniqueConstraint(fields=["subject", "kind", "key"], name="told_once")]
        indexes = [
            models.Index(fields=["subject", "-at", "-id"], name="notice_by_reader"),
            models.Index(fields=["subject"], condition=models.Q(read_at=None, shown=True), name="notice_unread"),
            models.Index(fields=["digest_at"], condition=models.Q(settled_at=None), name="notice_for_digest"),
        ]


class NoticePreference(models.Model):
    """How somebody wants mail about one kind of notice, where it is not as the kind has it by itself."""

    class Mail(models.TextChoices):
        AT_ONCE = "at_once", _("at once")
        DAILY = "daily", _("once a day")
        NEVER = "never", pgettext_lazy("mail", "never")

    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="notice_preferences")
    kind = models.CharField(max_length=40)
    mail = models.CharField(max_length=8, choices=Mail.choices)

    class Meta:
        app_label = "portal"
        constraints = [models.UniqueConstraint(fields=["subject", "kind"], name="one_preference_a_kind")]


class DemoMail(models.Model):
    """A mail that demo mode shows at /demo/mail/ instead of sending it."""

    at = models.DateTimeField()
    to = models.TextField()
    subject = models.TextField()
    body = models.TextField()

    class Meta:
        app_label = "portal"
        ordering = ["-at", "-pk"]
