"""Credit entries, the facts they were computed from, and people's choices: three append-only logs.

Corrections stand beside them: who asked for a reversal or for a new attempt, why, and who agreed.
"""

from fractions import Fraction

from django.db import models
from django.utils.translation import gettext_lazy as _

from authorship.ledger.states import CorrectionState
from portal.people.models import Subject
from projects.project.models import Project


class LedgerHead(models.Model):
    """The ends of a project's ledger and choices log; appends are serialised on this row."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, related_name="ledger_head")
    count = models.PositiveBigIntegerField(default=0)
    hash = models.CharField(max_length=64, default="0" * 64)
    choices_count = models.PositiveBigIntegerField(default=0)
    choices_hash = models.CharField(max_length=64, default="0" * 64)

    class Meta:
        app_label = "authorship"


class CreditFact(models.Model):
    """What an award rule read: one accepted task, filed review or imported row. Append-only.

    `shares` is {subject id: "1/2"}, `attributes` {name: string or integer}. `kind` names the one rule that
    applies, "" every rule for the type; `count` equal pieces of work stand behind it. `source` is public. `work` is
    not: the task's id, or task, stage, revision and letter of a review; it is in no hash, file, page or bundle.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="credit_facts")
    source = models.CharField(max_length=120)
    work = models.CharField(max_length=120, blank=True)
    type = models.CharField(max_length=12)
    kind = models.CharField(max_length=60, blank=True)
    count = models.PositiveIntegerField(default=1)
    submitted = models.DateField()
    accepted = models.DateField()
    terms = models.PositiveIntegerField()
    shares = models.JSONField()
    attributes = models.JSONField(default=dict)

    class Meta:
        app_label = "authorship"
        constraints = [
            models.UniqueConstraint(fields=["project", "source"], name="fact_once_a_source"),
            models.UniqueConstraint(fields=["project", "work"], condition=~models.Q(work=""), name="fact_once_a_work"),
        ]


class CreditEntry(models.Model):
    """One posted amount: `numerator`/`denominator` points in lowest terms; a reversal is negative. Append-only."""

    class Origin(models.TextChoices):
        COMPUTED = "computed"
        JUDGED = "judged"
        IMPORTED = "imported"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="entries")
    seq = models.PositiveBigIntegerField()
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="entries")
    kind = models.CharField(max_length=60)
    numerator = models.IntegerField()
    denominator = models.IntegerField()
    origin = models.CharField(max_length=8, choices=Origin.choices)
    source = models.CharField(max_length=120)
    attempt = models.PositiveIntegerField(default=1)
    terms = models.PositiveIntegerField()
    on = models.DateField()
    posted_at = models.DateTimeField()
    reverses = models.OneToOneField("self", on_delete=models.PROTECT, null=True, related_name="reversed_by")
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        app_label = "authorship"
        ordering = ["project", "seq"]
        constraints = [
            models.UniqueConstraint(fields=["project", "seq"], name="entry_seq_once_a_project"),
            models.UniqueConstraint(
                fields=["project", "kind", "source", "subject", "terms", "attempt"],
                condition=models.Q(reverses=None),
                name="one_entry_a_source_and_attempt",
            ),
            models.CheckConstraint(
                condition=models.Q(denominator__gte=1, denominator__lte=1_000_000)
                & models.Q(numerator__gte=-2_147_483_647, numerator__lte=2_147_483_647)
                & ~models.Q(numerator=0),
                name="entry_amount_in_bounds",
            ),
            models.CheckConstraint(
                condition=models.Q(reverses=None, numerator__gt=0) | models.Q(reverses__isnull=False, numerator__lt=0),
                name="only_reversals_are_negative",
            ),
        ]
        indexes = [
            # Covers the sums, their filters and what stands: a list is made from this index alone.
            models.Index(
                fields=[
                    "project",
                    "subject",
                    "kind",
                    "denominator",
                    "numerator",
                    "on",
                    "seq",
                    "terms",
                    "reverses",
                ],
                name="entry_sums_covering",
            ),
            models.Index(fields=["project", "source"], name="entry_by_source"),
        ]

    @property
    def amount(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)


class Choice(models.Model):
    """What somebody chose for their own credit, append-only; the last one on or before a day counts."""

    class Kind(models.TextChoices):
        AUTHOR = "author"
        ACKNOWLEDGED = "acknowledged"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="choices")
    seq = models.PositiveBigIntegerField()
    subject = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="choices")
    choice = models.CharField(max_length=12, choices=Kind.choices)
    on = models.DateField()
    made_at = models.DateTimeField()
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        app_label = "authorship"
        ordering = ["project", "seq"]
        constraints = [models.UniqueConstraint(fields=["project", "seq"], name="choice_seq_once_a_project")]


class Correction(models.Model):
    """What two people decide about one entry: to take it back, or to post it again after it was taken back.

    `proposed_by` is null where the end of a task made it (`cause`); its people and reasons stand in the record.
    `made` is the entry it led to: the reversal, or the next attempt.
    """

    class Act(models.TextChoices):
        TAKE_BACK = "take_back", _("Take the entry back")
        POST_AGAIN = "post_again", _("Post it again")

    class Cause(models.TextChoices):
        ASKED = "asked", _("Somebody asked for it.")
        REVOKED = "revoked", _("The acceptance of the task was revoked.")
        WITHDRAWN = "withdrawn", _("The task was withdrawn.")

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="corrections")
    entry = models.ForeignKey(CreditEntry, on_delete=models.PROTECT, related_name="corrections")
    act = models.CharField(max_length=10, choices=Act.choices, default=Act.TAKE_BACK)
    cause = models.CharField(max_length=10, choices=Cause.choices, default=Cause.ASKED)
    reason = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=CorrectionState.choices, default=CorrectionState.PROPOSED)
    proposed_by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    made = models.OneToOneField(CreditEntry, on_delete=models.PROTECT, null=True, related_name="correction")

    class Meta:
        app_label = "authorship"
        ordering = ["-proposed_at", "-pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry"],
                condition=models.Q(state=CorrectionState.PROPOSED),
                name="one_open_correction_an_entry",
            ),
            models.CheckConstraint(
                condition=models.Q(state=CorrectionState.CONFIRMED, made__isnull=False)
                | (~models.Q(state=CorrectionState.CONFIRMED) & models.Q(made=None)),
                name="confirmed_with_what_it_made",
            ),
        ]
