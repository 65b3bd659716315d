"""Outputs that have an author list, and the snapshots of their lists."""

from django.db import models
from django.utils.translation import pgettext_lazy

from portal.people.models import Subject
from projects.project.models import Project


class Output(models.Model):
    """A paper or release. `terms` is the version named when it was created: its blocks, ties and marks bind."""

    class Lock(models.TextChoices):
        OPEN = "open", pgettext_lazy("author list", "Open")
        ORDER_ONLY = "order_only", pgettext_lazy("author list", "Only the order may change")
        CLOSED = "closed", pgettext_lazy("author list", "Closed")

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="outputs")
    output_id = models.CharField(max_length=60)
    terms = models.PositiveIntegerField()
    lock = models.CharField(max_length=10, choices=Lock.choices, default=Lock.OPEN)
    created_at = models.DateTimeField()

    class Meta:
        app_label = "authorship"
        constraints = [models.UniqueConstraint(fields=["project", "output_id"], name="output_id_once")]


class ListSnapshot(models.Model):
    """A list as computed once, append-only; the highest generation is current.

    `ledger_count`/`choices_count` say up to which seq was read; `result` is canonical JSON: bundle v1
    `result` without its steps, which are made where they are asked for.
    """

    output = models.ForeignKey(Output, on_delete=models.PROTECT, related_name="snapshots")
    generation = models.PositiveIntegerField()
    ledger_count = models.PositiveBigIntegerField()
    ledger_head = models.CharField(max_length=64)
    choices_count = models.PositiveBigIntegerField()
    choices_head = models.CharField(max_length=64)
    rules_hash = models.CharField(max_length=64)
    terms_count = models.PositiveIntegerField()
    people_hash = models.CharField(max_length=64)
    as_of = models.DateField()
    engine = models.CharField(max_length=12)
    result = models.TextField()
    result_hash = models.CharField(max_length=64)
    computed_at = models.DateTimeField()
    # The list was closed with this one: the database refuses a further one.
    last = models.BooleanField(default=False)

    class Meta:
        app_label = "authorship"
        ordering = ["output", "generation"]
        constraints = [models.UniqueConstraint(fields=["output", "generation"], name="generation_once")]


class ListPeople(models.Model):
    """The `subjects` of the bundle a snapshot was computed from (sort keys, roles, membership), as canonical JSON.

    Beside the snapshot and not protected: erasing a person takes their sort key out of it, and the salt with it, so
    that the commitment in the snapshot (`people_hash`) cannot be tried with names. `salt` is empty from then on.
    """

    snapshot = models.OneToOneField(ListSnapshot, on_delete=models.PROTECT, related_name="people")
    subjects = models.TextField()
    salt = models.CharField(max_length=64, blank=True)

    class Meta:
        app_label = "authorship"


class OutputLock(models.Model):
    """That a list was locked, append-only: `state` is the lock it moved to, `generation` the first list under it.

    `people` is canonical JSON, {"authors": [subject ids in order], "acknowledged": [subject ids in order]}: who stands
    in that list. Choices count up to seq `choices_count`, the head of the log as it was then.
    """

    output = models.ForeignKey(Output, on_delete=models.PROTECT, related_name="locks")
    state = models.CharField(max_length=10, choices=Output.Lock.choices[1:])
    generation = models.PositiveIntegerField()
    choices_count = models.PositiveBigIntegerField()
    choices_head = models.CharField(max_length=64)
    people = models.TextField()
    reason = models.TextField()
    on = models.DateField()
    at = models.DateTimeField()
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")

    class Meta:
        app_label = "authorship"
        ordering = ["output", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["output", "state"], name="lock_once_a_state"),
            models.CheckConstraint(condition=~models.Q(state="open"), name="a_lock_never_opens"),
        ]
