"""Benchmark items on their way: tasks, their drafts, contributors, revisions and attachments."""

from fractions import Fraction

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.core import ids
from portal.people.models import Subject
from projects.project.models import Project
from projects.tasks.states import WRITABLE, ReportState, TaskState


class Task(models.Model):
    """`number` is given at first submission, with the terms version that binds all its work.

    `standing` is the revision that counts where it is not the last: a correction of an accepted task counts from its
    decision on. `reported` says what an open report of a defect waits for, since when and until when; "" without one.
    `predecessor` is an earlier task that this one goes on from; it stands from the first submission on.
    """

    public_id = models.CharField(max_length=24, unique=True, default=ids.task_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="tasks")
    number = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=20, choices=TaskState.choices, default=TaskState.DRAFT)
    state_since = models.DateTimeField()
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    terms = models.PositiveIntegerField(null=True)
    revision_count = models.PositiveIntegerField(default=0)
    standing = models.PositiveIntegerField(null=True)
    created_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField()
    submitted_on = models.DateField(null=True)
    accepted_on = models.DateField(null=True)
    reported = models.CharField(max_length=10, choices=ReportState.choices, blank=True)
    reported_since = models.DateTimeField(null=True)
    reported_until = models.DateTimeField(null=True)
    predecessor = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="successors")

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

    @property
    def standing_number(self) -> int:
        """The revision that readers are shown and that the task is judged by."""
        return self.standing or self.revision_count

    @property
    def writable(self) -> bool:
        """Whether its contributors may write it now: before a decision, or while they correct an accepted task."""
        return self.state in WRITABLE or self.reported == ReportState.CORRECTING


class TaskDraft(models.Model):
    """What the contributors are writing; only they see it. `version` rises with each save.

    `details` is what a task says beside its texts, in the shapes of `tasks.details.fields`; here and in revisions.
    """

    task = models.OneToOneField(Task, on_delete=models.PROTECT, related_name="draft")
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    statement = models.TextField(blank=True)
    answer = models.TextField(blank=True)
    verification = models.TextField(blank=True)
    details = models.JSONField(default=dict)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()
    updated_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class TaskContributor(models.Model):
    """A person's share of the task. Any change of the shares clears every `confirmed_at`.

    0 is the share of somebody who stands in the last revision and is to leave: they do with the next revision,
    and it waits for their own confirmation.

    `named_at` is since when the person is named beside the accepted task of a closed project, by their own choice.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="contributors")
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="task_shares")
    numerator = models.PositiveIntegerField()
    denominator = models.PositiveIntegerField()
    confirmed_at = models.DateTimeField(null=True)
    named_at = models.DateTimeField(null=True)
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
    """One file, stored under its own random key and named by its SHA-256. Append-only.

    `removed` are codes of what was taken out of it before it was stored (`tasks.cleaning`); `looked_through` says
    whether its kind is one that anything is taken out of. Size and hash are those of what is stored.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="attachments")
    key = models.CharField(max_length=64, unique=True)
    name = models.CharField(max_length=200)
    media_type = models.CharField(max_length=100)
    size = models.PositiveIntegerField()
    sha256 = models.CharField(max_length=64)
    removed = models.JSONField(default=list)
    looked_through = models.BooleanField(default=False)
    uploaded_at = models.DateTimeField()
    uploaded_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"


class DraftFile(models.Model):
    """A file of the draft. `place` orders them and stays the same while the file is there."""

    draft = models.ForeignKey(TaskDraft, on_delete=models.PROTECT, related_name="files")
    attachment = models.ForeignKey(Attachment, on_delete=models.PROTECT, related_name="in_drafts")
    place = models.PositiveIntegerField()

    class Meta:
        app_label = "projects"
        ordering = ["draft", "place"]
        constraints = [
            models.UniqueConstraint(fields=["draft", "place"], name="file_once_a_place_of_a_draft"),
            models.UniqueConstraint(fields=["draft", "attachment"], name="file_once_a_draft"),
        ]


class Revision(models.Model):
    """A numbered text of a task, append-only. `shares` is {subject id: "1/2"} as confirmed at submission.

    `given_up` is {subject id: {"from": "1/2", "to": "0", "confirmed": instant}}: who has less than in the revision
    before, or nothing, and when they agreed themselves. `hash` is public and commits to everything here
    (`tasks.hashing`); `salt` keeps a short answer from being found by trying and is for those who see the text.

    `typos_only`: its contributors say that it corrects typos and no more (`tasks.typos`), which keeps approvals. The
    record tells so beside the hash.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="revisions")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    statement = models.TextField()
    answer = models.TextField()
    verification = models.TextField()
    details = models.JSONField(default=dict)
    shares = models.JSONField()
    given_up = models.JSONField(default=dict)
    note = models.TextField(blank=True)
    typos_only = models.BooleanField(default=False)
    salt = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)
    submitted_at = models.DateTimeField()
    submitted_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "projects"
        ordering = ["task", "number"]
        constraints = [models.UniqueConstraint(fields=["task", "number"], name="revision_number_once")]


class RevisionFile(models.Model):
    """A file of a revision, in the places 1…n, append-only. The revision's hash commits to the bytes of each."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="files")
    attachment = models.ForeignKey(Attachment, on_delete=models.PROTECT, related_name="in_revisions")
    place = models.PositiveIntegerField()

    class Meta:
        app_label = "projects"
        ordering = ["revision", "place"]
        constraints = [
            models.UniqueConstraint(fields=["revision", "place"], name="file_once_a_place_of_a_revision"),
            models.UniqueConstraint(fields=["revision", "attachment"], name="file_once_a_revision"),
        ]


class FileLook(models.Model):
    """Somebody who does not write the task took a file of it that is not public. Append-only; shown to those who write
    it.

    `role` is what let them see it then (`tasks.looks`), and `letter` stands in the place of a hidden reviewer's name:
    both as they were at that moment, so that nobody who becomes a reviewer later disappears from the list.
    """

    file = models.ForeignKey(RevisionFile, on_delete=models.PROTECT, related_name="looks")
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    role = models.CharField(max_length=10)
    letter = models.CharField(max_length=1, blank=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["pk"]


class TaskWords(models.Model):
    """One part of the latest revision of a task, folded by `portal.core.text` under `folding`, for looking up words.
    Derived: may be made anew at any time from the revision and the terms.

    A row of its own for each part, since they open to different people at different moments; `mode` says by which
    clause: the visibility of the version that binds the task, which never changes.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="words")
    part = models.CharField(max_length=12)
    revision = models.PositiveIntegerField()
    mode = models.CharField(max_length=8)
    folding = models.PositiveIntegerField()
    text = models.TextField()

    class Meta:
        app_label = "projects"
        constraints = [models.UniqueConstraint(fields=["task", "part"], name="words_once_a_part")]


class TaskTag(models.Model):
    """A field tag of a task, in a row of its own for looking tasks up. Derived from `Task.tags`: see `tasks.tags`."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="tag_rows")
    tag = models.CharField(max_length=40)

    class Meta:
        app_label = "projects"
        constraints = [models.UniqueConstraint(fields=["tag", "task"], name="tag_once_a_task")]


class DeclaredInterest(models.Model):
    """An interest in a task that somebody declared of themselves, append-only: they neither review nor decide it until
    somebody else waives it. Of the kind `affiliation` it is about an institution shared with a contributor."""

    class Kind(models.TextChoices):
        PERSONAL = "personal", _("Another interest")
        AFFILIATION = "affiliation", _("A shared affiliation")

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="interests")
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    kind = models.CharField(max_length=11, choices=Kind.choices)
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["task", "pk"]


class InterestWaiver(models.Model):
    """Why a declared interest does not count, by a second person. Append-only."""

    interest = models.OneToOneField(DeclaredInterest, on_delete=models.PROTECT, related_name="waiver")
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
