"""The document of a project's rules: a draft, published versions, files uploaded, acceptances."""

from django.db import models

from portal.people.models import Subject
from projects.project.models import Project


class TermsDraft(models.Model):
    """`document` is stored form (`projects.terms.document`). `version` rises with each save.

    `forms` is {chapter number: what was typed there}, only where that says more than the document could read.
    `file` is the upload the document was read from, until the first change by form.
    """

    project = models.OneToOneField(Project, on_delete=models.PROTECT, related_name="terms_draft")
    document = models.JSONField(default=dict)
    forms = models.JSONField(default=dict)
    file = models.ForeignKey("projects.TermsFile", on_delete=models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class TermsFile(models.Model):
    """A file as it was uploaded, append-only."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="terms_files")
    sha256 = models.CharField(max_length=64)
    name = models.CharField(max_length=200)
    text = models.TextField()
    uploaded_at = models.DateTimeField()
    uploaded_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class TermsVersion(models.Model):
    """One published text, append-only. `in_force` is a whole day in the document's zone."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="terms_versions")
    number = models.PositiveIntegerField()
    document = models.JSONField()
    hash = models.CharField(max_length=64)
    file = models.ForeignKey(TermsFile, on_delete=models.PROTECT, null=True, related_name="+")
    in_force = models.DateField()
    published_at = models.DateTimeField()
    published_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"
        ordering = ["project", "number"]
        constraints = [models.UniqueConstraint(fields=["project", "number"], name="terms_number_once")]


class Acceptance(models.Model):
    """Somebody accepted exactly the text of `terms` (its hash repeated), append-only.

    `purpose` is join, work or task; `task` is the public id of the task it was given for, else "".
    """

    terms = models.ForeignKey(TermsVersion, on_delete=models.PROTECT, related_name="acceptances")
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="acceptances")
    hash = models.CharField(max_length=64)
    purpose = models.CharField(max_length=12)
    task = models.CharField(max_length=24, blank=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        constraints = [
            models.UniqueConstraint(
                fields=["terms", "subject", "purpose", "task"], name="one_acceptance_a_version_and_purpose"
            )
        ]
