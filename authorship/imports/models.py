"""Files that brought in work done before Concord."""

from django.db import models

from projects.project.models import Project


class ImportBatch(models.Model):
    """One file read in whole, append-only. `what` is people or credits."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="imports")
    what = models.CharField(max_length=8)
    name = models.CharField(max_length=200)
    sha256 = models.CharField(max_length=64)
    rows = models.PositiveIntegerField()
    at = models.DateTimeField()

    class Meta:
        app_label = "authorship"
