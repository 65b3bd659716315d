"""The standard work is judged by: a draft, and published versions that never change."""

from django.db import models

from portal.people.models import Subject
from projects.project.models import Project


class RubricDraft(models.Model):
    """`criteria` is a list of `criteria.Criterion`. `version` rises with each save (optimistic locking)."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, related_name="rubric_draft")
    title = models.CharField(max_length=200)
    criteria = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class RubricVersion(models.Model):
    """Append-only. `hash` = SHA-256 of canonical JSON of {title, criteria}."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="rubric_versions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    criteria = models.JSONField()
    hash = models.CharField(max_length=64)
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"
        ordering = ["project", "number"]
        constraints = [models.UniqueConstraint(fields=["project", "number"], name="rubric_number_once")]
