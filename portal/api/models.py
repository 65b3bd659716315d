"""What lets a program act for a person, and the answers kept for requests that are sent twice."""

from django.db import models

from portal.people.models import User


class ApiToken(models.Model):
    """Lets a program act for `user` in one project with the verbs named. The secret is shown once; its SHA-256 is kept.

    It holds while `ended_at` is empty, `expires_at` is ahead, the account is open, and `generation` is that of the
    account. `project` is a public id.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="api_tokens")
    name = models.CharField(max_length=100)
    # The first characters, by which a person tells their tokens apart.
    prefix = models.CharField(max_length=12)
    secret_hash = models.CharField(max_length=64, unique=True)
    project = models.CharField(max_length=24)
    verbs = models.JSONField()
    generation = models.PositiveIntegerField()
    created_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    last_used_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "portal"


class KeptAnswer(models.Model):
    """The answer to a write that carried an Idempotency-Key, kept a day at least; `status` is empty while it runs.

    `fingerprint` is SHA-256 over method, address and body: the same key with another one is refused.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="kept_answers")
    key = models.CharField(max_length=255)
    fingerprint = models.CharField(max_length=64)
    at = models.DateTimeField()
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    body = models.TextField(blank=True)

    class Meta:
        app_label = "portal"
        constraints = [models.UniqueConstraint(fields=["user", "key"], name="idempotency_key_once_a_user")]
