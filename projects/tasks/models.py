"""Benchmark items on their way: tasks, their drafts, contributors, revisions and attachments."""

from fractions import Fraction

from django.db import models

from portal.core import ids
from portal.people.models import Subject
from projects.project.models import Project
from projects.tasks.states import TaskState


class Task(models.Model):
    """`number` is given at first submission, with the terms version that binds all its work."""

    public_id = models.CharField(max_length=24, unique=True, default=ids.task_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="tasks")
    number = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=20, choices=TaskState.choices, default=TaskState.DRAFT)
    state_since = models.DateTimeField()
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    terms = models.PositiveIntegerField(null=True)
    revision_count = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    submitted_on = models.DateField(null=True)
    accepted_on = models.DateField(null=True)

    class Meta:
        app_label = "projects"
        ordering = ["project", "number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="task_number_once"),
            models.CheckConstraint(
                condition=models.Q(number=None, terms=None, submitted_on=None)
                | models.Q(number__isnull=False, terms__isnull=False, submitted_on__isnull=False),
                name="numbered_with_its_terms",
            ),
        ]
        indexes = [models.Index(fields=["project", "state", "number"], name="task_by_state")]


class TaskDraft(models.Model):
    """What the contributors are writing; only they see it. `version` rises with each save."""

    task = models.OneToOneField(Task, on_delete=models.PROTECT, related_name="draft")
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    statement = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    verification = models.TextField(blank=True)
    attachment = models.ForeignKey("projects.Attachment", on_delete=models.PROTECT, null=True, related_name="+")
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class TaskContributor(models.Model):
    """A person's share of the task. Any change of the shares clears every `confirmed_at`.

    0 is the share of somebody who stands in the last revision and is to leave: they do with the next revision,
    and it waits for their own confirmation.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="contributors")
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="task_shares")
    numerator = models.PositiveIntegerField()
    denominator = models.PositiveIntegerField()
    confirmed_at = models.DateTimeField(null=True)
    added_at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["task", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["task", "subject"], name="contributor_once_a_task"),
            models.CheckConstraint(
                condition=models.Q(numerator__gte=0, denominator__gte=1, denominator__lte=1_000_000)
                & models.Q(numerator__lte=models.F("denominator")),
                name="share_between_0_and_1",
            ),
        ]

    @property
    def share(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


class Attachment(models.Model):
    """One file, stored under its own random key and named by its SHA-256. Append-only."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="attachments")
    key = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    uploaded_at = models.DateTimeField()
    uploaded_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class Revision(models.Model):
    """A numbered text of a task, append-only. `shares` is {subject id: "1/2"} as confirmed at submission.

    `given_up` is {subject id: {"from": "1/2", "to": "0", "confirmed": instant}}: who has less than in the revision
    before, or nothing, and when they agreed themselves. `hash` is public and commits to everything here
    (`tasks.hashing`); `salt` keeps a short answer from being found by trying and is for those who see the text.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    statement = models.TextField()
    answer = models.TextField()
    verification = models.TextField()
    attachment = models.ForeignKey(Attachment, on_delete=models.PROTECT, null=True, related_name="+")
    shares = models.JSONField()
    given_up = models.JSONField(default=dict)
    note = models.TextField(blank=True)
    salt = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    submitted_at = models.DateTimeField()
    submitted_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"
        ordering = ["task", "number"]
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="revision_number_once")]
