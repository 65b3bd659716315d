"""Work wanted outside the request, and the demo's mailbox."""

from django.db import models


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


class DemoMail(models.Model):
    """A mail that demo mode shows at /demo/mail/ instead of sending it."""

    at = models.DateTimeField()
    to = models.TextField()
    subject = models.TextField()
    body = models.TextField()

    class Meta:
        app_label = "portal"
        ordering = ["-at", "-pk"]
