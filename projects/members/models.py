"""Who takes part, since when, and which roles they hold."""

from django.db import models

from portal.people.models import Subject
from projects.project.models import Project


class Membership(models.Model):
    """An interval of whole days in the project's zone, both ends included; open while `until` is null."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="memberships")
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="memberships")
    since = models.DateField()
    until = models.DateField(null=True)

    class Meta:
        app_label = "projects"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "subject"],
                condition=models.Q(until=None),
                name="one_open_membership_a_person",
            ),
            models.CheckConstraint(
                condition=models.Q(until=None) | models.Q(until__gte=models.F("since")),
                name="membership_ends_after_it_starts",
            ),
        ]


class RoleGrant(models.Model):
    """A role held from `since` to `until` (days, both included). `reason` says by which road it came."""

    class Reason(models.TextChoices):
        FOUNDING = "founding"
        OPEN = "open"
        RULE = "rule"
        APPOINTED = "appointed"
        VOTED = "voted"
        IMPORTED = "imported"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="role_grants")
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="role_grants")
    role = models.CharField(max_length=60)
    since = models.DateField()
    until = models.DateField(null=True)
    reason = models.CharField(max_length=12, choices=Reason.choices)
    terms = models.PositiveIntegerField()
    granted_at = models.DateTimeField()
    granted_by = models.CharField(max_length=24, blank=True)

    class Meta:
        app_label = "projects"
        constraints = [
            models.UniqueConstraint(
                fields=["project", "subject", "role"],
                condition=models.Q(until=None),
                name="one_open_grant_a_role",
            )
        ]
