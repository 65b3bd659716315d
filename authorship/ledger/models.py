"""Credit entries, the facts they were computed from, and people's choices: three append-only logs.

Corrections stand beside them: who asked for a reversal, why, and who agreed.
"""

from fractions import Fraction

from django.db import models

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
    applies, "" every rule for the type; `count` equal pieces of work stand behind it.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="credit_facts")
    source = models.CharField(max_length=120)
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
        constraints = [models.UniqueConstraint(fields=["project", "source"], name="fact_once_a_source")]


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
    """A reversal asked for by one person and confirmed by a second, or made when a task was revoked.

    `proposed_by` is null where the revocation of a task made it; its two people stand in the record.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="corrections")
    entry = models.ForeignKey(CreditEntry, on_delete=models.PROTECT, related_name="corrections")
    reason = models.TextField()
    state = models.CharField(max_length=10, choices=CorrectionState.choices, default=CorrectionState.PROPOSED)
    proposed_by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    proposed_at = models.DateTimeField()
    decided_by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    decided_at = models.DateTimeField(null=True)
    reversal = models.OneToOneField(CreditEntry, on_delete=models.PROTECT, null=True, related_name="correction")

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
                condition=models.Q(state=CorrectionState.CONFIRMED, reversal__isnull=False)
                | (~models.Q(state=CorrectionState.CONFIRMED) & models.Q(reversal=None)),
                name="confirmed_with_its_reversal",
            ),
        ]
