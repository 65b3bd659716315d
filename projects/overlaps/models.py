"""What is kept so that overlaps between statements are found: fingerprints, and how often somebody looked."""

from django.db import models

from portal.people.models import Subject
from projects.tasks.models import Task


class TaskPrint(models.Model):
    """One fingerprint of the statement of a task's latest revision, made by `method` of `overlaps.shingles`.
    Derived: may be made anew at any time from the revision."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="prints")
    revision = models.PositiveIntegerField()
    method = models.PositiveIntegerField()
    value = models.BigIntegerField()

    class Meta:
        app_label = "projects"
        constraints = [models.UniqueConstraint(fields=["value", "task"], name="print_once_a_task")]


class OverlapLook(models.Model):
    """How often somebody looked for overlaps on a day, in UTC. Days that are over are deleted with the next look."""

    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    day = models.DateField()
    count = models.PositiveIntegerField(default=0)

    class Meta:
        app_label = "projects"
        constraints = [models.UniqueConstraint(fields=["subject", "day"], name="looks_once_a_day")]
