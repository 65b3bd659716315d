"""Rounds of review, who reviews, what they filed and asked for, and what was decided."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from portal.people.models import Subject
from projects.reviews.states import AssignmentState, Outcome, RequestState, RoundState
from projects.rubric.models import RubricVersion
from projects.tasks.models import Revision, Task
from projects.tasks.states import TaskState


class Round(models.Model):
    """One stage over one revision, with the rubric frozen for it. `stage` is an id in the task's terms version.

    A day is null where the terms answer none: then none was promised, and none is overdue.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="rounds")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="rounds")
    stage = models.CharField(max_length=60)
    rubric = models.ForeignKey(RubricVersion, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=8, choices=RoundState.choices, default=RoundState.OPEN)
    lead = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    opened_at = models.DateTimeField()
    first_answer_due = models.DateTimeField(null=True)
    decision_due = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "projects"
        ordering = ["task", "revision__number", "pk"]
        constraints = [models.UniqueConstraint(fields=["revision", "stage"], name="one_round_a_stage_and_revision")]


class Assignment(models.Model):
    """A reviewer asked for one round, known to authors by `letter`, random per task and round.

    Of a place that was kept, `kept` is the approval that counts in its round: filed of an earlier revision, which this
    one corrects typos of. It stays there when the reviewer objects. `released_by` is whoever ended the waiting for
    them; null where a place ended with its round.
    """

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="assignments")
    reviewer = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="assignments")
    letter = models.CharField(max_length=1)
    state = models.CharField(max_length=14, choices=AssignmentState.choices, default=AssignmentState.OFFERED)
    offered_at = models.DateTimeField()
    offered_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    ended_at = models.DateTimeField(null=True)
    kept = models.ForeignKey("projects.Review", on_delete=models.PROTECT, null=True, related_name="kept_in")
    released_by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")

    class Meta:
        app_label = "projects"
        constraints = [
            models.UniqueConstraint(fields=["round", "reviewer"], name="reviewer_once_a_round"),
            models.UniqueConstraint(fields=["round", "letter"], name="letter_once_a_round"),
        ]


class Review(models.Model):
    """What a reviewer filed, append-only. `scores` is {criterion id: 1…5}; `verdict` counts under the stage's rule."""

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="review")
    verdict = models.CharField(max_length=8, choices=Outcome.choices)
    text = models.TextField()
    scores = models.JSONField(default=dict)
    filed_at = models.DateTimeField()

    class Meta:
        app_label = "projects"


class ReviewDraft(models.Model):
    """A review being written. `requests` is a list of {part, exact, prefix, suffix, criterion, text, cure, no_cure}."""

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, related_name="draft")
    verdict = models.CharField(max_length=8, choices=Outcome.choices, blank=True)
    text = models.TextField(blank=True)
    scores = models.JSONField(default=dict)
    requests = models.JSONField(default=list)
    version = models.PositiveIntegerField(default=1)
    updated_at = models.DateTimeField()

    class Meta:
        app_label = "projects"


class ChangeRequest(models.Model):
    """One thing to change, with what would cure it or, in `no_cure`, why nothing can: one of the two, never both.

    The anchor quotes the source text of one part of the revision it was filed on: `exact` with up to 32 characters
    before and after it (W3C Web Annotation TextQuoteSelector).
    """

    class Part(models.TextChoices):
        STATEMENT = "statement"
        ANSWER = "answer"
        VERIFICATION = "verification"

    review = models.ForeignKey(Review, on_delete=models.PROTECT, related_name="requests")
    number = models.PositiveIntegerField()
    part = models.CharField(max_length=12, choices=Part.choices)
    exact = models.TextField()
    prefix = models.TextField(blank=True)
    suffix = models.TextField(blank=True)
    criterion = models.CharField(max_length=60)
    text = models.TextField()
    cure = models.TextField(blank=True)
    no_cure = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=RequestState.choices, default=RequestState.OPEN)

    class Meta:
        app_label = "projects"
        ordering = ["review", "number"]
        constraints = [
            models.UniqueConstraint(fields=["review", "number"], name="request_number_once"),
            models.CheckConstraint(
                condition=Q(cure="", no_cure__gt="") | Q(cure__gt="", no_cure=""), name="request_cure_or_why_none"
            ),
        ]


class RequestAnswer(models.Model):
    """What was said to a request, and the state it moved to. Append-only."""

    request = models.ForeignKey(ChangeRequest, on_delete=models.PROTECT, related_name="answers")
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    text = models.TextField(blank=True)
    state = models.CharField(max_length=10, choices=RequestState.choices)
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["request", "pk"]


class ReviewDecision(models.Model):
    """How a round ended, append-only, one a round. `by` is null where the verdicts were counted by rule.

    `points` is what a lead's decision rests on, see `points.py`.
    """

    round = models.OneToOneField(Round, on_delete=models.PROTECT, related_name="decision")
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    rule = models.CharField(max_length=10)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    criteria = models.JSONField(default=list)
    points = models.JSONField(default=list)
    reasons = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"


class CorrectionStep(models.Model):
    """One step in the correction of an accepted task, append-only: opened, then kept or revoked by somebody else.

    After a report of a defect its contributors may amend it; fixed is the end in which their revision, `revision`,
    counts from then on.
    """

    class Step(models.TextChoices):
        OPEN = "open"
        AMEND = "amend"
        KEEP = "keep"
        FIXED = "fixed"
        REVOKE = "revoke"

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="corrections")
    step = models.CharField(max_length=6, choices=Step.choices)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    reasons = models.TextField()
    revision = models.PositiveIntegerField(null=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["task", "pk"]


class ApprovalObjection(models.Model):
    """Somebody takes back, for `revision` and its followers, the approval that counted in `round`: the revision was
    marked as correcting typos only, and does more. Append-only."""

    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="objections")
    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="objections")
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    reasons = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["revision", "pk"]
        constraints = [models.UniqueConstraint(fields=["revision", "round", "by"], name="objection_once_an_approval")]


class Reopening(models.Model):
    """A task that had ended goes back to its contributors, with a public reason. Append-only."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="reopenings")
    after = models.CharField(max_length=20, choices=TaskState.choices)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    reasons = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["task", "pk"]


class TaskChair(models.Model):
    """A holder of `chair` assigned to one task: sees everything of it and may give its rounds more time."""

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="chairs")
    chair = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    assigned_by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    assigned_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "projects"
        ordering = ["task", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["task", "chair"], condition=Q(ended_at=None), name="chair_once_a_task")
        ]


class RoundStep(models.Model):
    """What became of a day of a round, append-only. `by` is null where the clock itself acted.

    The day that counts is `before`; where it was given more time, `until` is the day that counts instead, and stands
    in the round. One of a kind for one day, so that no step is taken twice.
    """

    class Kind(models.TextChoices):
        PASSED_ON = "passed_on"
        ASKED = "asked"
        EXTENDED = "extended"

    class Clock(models.TextChoices):
        FIRST_ANSWER = "first_answer", _("first answer")
        DECISION = "decision", _("decision")

    round = models.ForeignKey(Round, on_delete=models.PROTECT, related_name="steps")
    kind = models.CharField(max_length=9, choices=Kind.choices)
    clock = models.CharField(max_length=12, choices=Clock.choices)
    before = models.DateTimeField()
    until = models.DateTimeField(null=True)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, null=True, related_name="+")
    reason = models.TextField(blank=True)
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["round", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["round", "kind", "clock", "before"], name="step_once_a_day_of_a_round"),
            models.CheckConstraint(
                condition=Q(kind="extended", until__gt=models.F("before")) | ~Q(kind="extended") & Q(until=None),
                name="day_moved_on_only",
            ),
        ]
