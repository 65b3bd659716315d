"""One benchmark collaboration."""

import uuid

from django.db import models

from portal.core import ids
from portal.people.models import Subject
from projects.project.states import ProjectState


class Project(models.Model):
    public_id = models.CharField(max_length=24, unique=True, default=ids.project_id, editable=False)
    slug = models.SlugField(max_length=60, unique=True)
    title = models.CharField(max_length=120)
    summary = models.CharField(max_length=300)
    field = models.CharField(max_length=60)
    state = models.CharField(max_length=12, choices=ProjectState.choices, default=ProjectState.DRAFT)
    created_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    # In the line that every page and export of unpublished work carries; see `canary_line`.
    canary = models.UUIDField(default=uuid.uuid4, unique=True, editable=False)

    class Meta:
        app_label = "projects"

    @property
    def canary_line(self) -> str:
        """What is looked for in training data and in answers of models to find that the work got out."""
        return f"concord-canary GUID {self.canary}"

    def __str__(self) -> str:
        return self.title
