"""Runs of models on a task: what was tried, how often, how often it was solved, what it cost."""

from fractions import Fraction

from django.db import models

from portal.people.models import Subject
from projects.tasks.models import Task


class ModelRun(models.Model):
    """One model with one setting, so many attempts. Append-only: what was wrong is taken back and logged anew.

    `revision` may be the next one, which is still a draft: the run is then the contributors' alone until that revision
    is submitted. What was added at once shares a `batch`. `settings` is {key: "text"}, `failures` are kinds of
    `tasks.details.fields`; the cost is in minor units of the currency, or there is none.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="runs")
    number = models.PositiveIntegerField()
    revision = models.PositiveIntegerField()
    batch = models.CharField(max_length=24)
    model = models.CharField(max_length=120)
    version = models.CharField(max_length=120, blank=True)
    settings = models.JSONField(default=dict)
    attempts = models.PositiveIntegerField()
    solved = models.PositiveIntegerField()
    failures = models.JSONField(default=list)
    note = models.TextField(blank=True)
    cost_minor = models.PositiveBigIntegerField(null=True)
    currency = models.CharField(max_length=3, blank=True)
    tokens = models.PositiveBigIntegerField(null=True)
    ran_on = models.DateField()
    transcript = models.CharField(max_length=500, blank=True)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    as_reviewer = models.BooleanField()
    added_at = models.DateTimeField()
    salt = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        app_label = "projects"
        ordering = ["task", "number"]
        constraints = [
            models.UniqueConstraint(fields=["task", "number"], name="run_number_once"),
            models.CheckConstraint(
                condition=models.Q(attempts__gte=1, solved__lte=models.F("attempts")), name="solved_of_its_attempts"
            ),
            models.CheckConstraint(
                condition=models.Q(cost_minor=None, currency="")
                | (models.Q(cost_minor__isnull=False) & ~models.Q(currency="")),
                name="cost_with_its_currency",
            ),
        ]
        indexes = [models.Index(fields=["model", "version", "task"], name="run_by_model")]

    @property
    def rate(self) -> Fraction:
        return Fraction(self.solved, self.attempts)


class RunRetraction(models.Model):
    """A run that whoever logged it takes back, with the reason. Append-only; the run stays readable."""

    run = models.OneToOneField(ModelRun, on_delete=models.PROTECT, related_name="retraction")
    reason = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
