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


class MarkReply(models.Model):
    """What the project answers to one mark of the card of one version, append-only. A later one stands first.

    `check_id` is a check of `check_set`; `role` are the titles of the roles that the version names beside its writer
    in the core team, empty for anybody else.
    """

    terms = models.ForeignKey(TermsVersion, on_delete=models.PROTECT, related_name="mark_replies")
    check_id = models.CharField(max_length=40)
    check_set = models.CharField(max_length=20)
    text = models.TextField()
    role = models.CharField(max_length=300, blank=True)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["-at", "-pk"]


class MarkContest(models.Model):
    """Somebody says that a mark misreads a clause: the sentence, and how they read it. Append-only."""

    terms = models.ForeignKey(TermsVersion, on_delete=models.PROTECT, related_name="mark_contests")
    check_id = models.CharField(max_length=40)
    check_set = models.CharField(max_length=20)
    sentence = models.TextField()
    reading = models.TextField()
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["-at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["terms", "check_id", "check_set", "by"], name="one_contest_a_mark_and_person"
            )
        ]


class TermsReading(models.Model):
    """The text of a version as it read in one language of the site on the day it was published, append-only.

    `chapters` is what `projects.terms.reading` gives; people stand in it as their subject ids and are named when it is
    shown. `hash` is the SHA-256 of its canonical JSON.
    """

    terms = models.ForeignKey(TermsVersion, on_delete=models.PROTECT, related_name="readings")
    language = models.CharField(max_length=12)
    chapters = models.JSONField()
    hash = models.CharField(max_length=64)

    class Meta:
        app_label = "projects"
        constraints = [models.UniqueConstraint(fields=["terms", "language"], name="one_reading_a_version_and_language")]


class PublishAgreement(models.Model):
    """A core member agrees that exactly the text of `hash` becomes version `number`, append-only.

    From version 2 on a team of more than one publishes with the agreement of a second member.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="publish_agreements")
    number = models.PositiveIntegerField()
    hash = models.CharField(max_length=64)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        constraints = [
            models.UniqueConstraint(fields=["project", "number", "hash", "by"], name="one_agreement_a_text_and_person")
        ]


class TermsFacts(models.Model):
    """What the catalogue filters by and looks for in, made from one version under one check set
    and one folding (`check_set` names both). Derived: may be made
    anew at any time from the version alone.

    `facts` is what `projects.terms.facts` gives; `text` is folded by `portal.core.text` for looking up.
    """

    terms = models.OneToOneField(TermsVersion, on_delete=models.PROTECT, related_name="facts")
    check_set = models.CharField(max_length=20)
    facts = models.JSONField()
    text = models.TextField()

    class Meta:
        app_label = "projects"
