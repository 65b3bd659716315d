"""Reports of defects in accepted tasks, what their contributors answered, and what others decided."""

from django.db import models
from django.db.models import Q

from portal.people.models import Subject
from projects.reports.states import OPEN, Answer, CaseState
from projects.reviews.models import ChangeRequest
from projects.tasks.models import Revision, Task


class DefectCase(models.Model):
    """Everything that was reported on one accepted task until a decision: a second report joins the open case.

    `revision` is the one that was accepted, `corrected` the one its contributors submitted for it. `version` rises with
    each act, so that nobody decides on a case that has changed since they read it.
    """

    task = models.ForeignKey(Task, on_delete=models.PROTECT, related_name="cases")
    revision = models.ForeignKey(Revision, on_delete=models.PROTECT, related_name="+")
    corrected = models.ForeignKey(Revision, on_delete=models.PROTECT, null=True, related_name="+")
    state = models.CharField(max_length=10, choices=CaseState.choices, default=CaseState.OPEN)
    version = models.PositiveIntegerField(default=1)
    opened_at = models.DateTimeField()
    due_at = models.DateTimeField()
    closed_at = models.DateTimeField(null=True)

    class Meta:
        app_label = "projects"
        ordering = ["task", "pk"]
        constraints = [
            models.UniqueConstraint(fields=["task"], condition=Q(state__in=sorted(OPEN)), name="one_open_case_a_task")
        ]


class DefectReport(models.Model):
    """What somebody found, append-only. `criterion` is an id of the rubric, or "" for something else.

    The anchor quotes the source of one part of the case's revision, as in a change request. Where the reporter is not
    `named`, only those who decide know who it is.
    """

    case = models.ForeignKey(DefectCase, on_delete=models.PROTECT, related_name="reports")
    number = models.PositiveIntegerField()
    reporter = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    named = models.BooleanField()
    criterion = models.CharField(max_length=60, blank=True)
    part = models.CharField(max_length=12, choices=ChangeRequest.Part.choices)
    exact = models.TextField()
    prefix = models.TextField(blank=True)
    suffix = models.TextField(blank=True)
    text = models.TextField()
    evidence = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["case", "number"]
        constraints = [
            models.UniqueConstraint(fields=["case", "number"], name="report_number_once"),
            models.UniqueConstraint(fields=["case", "reporter"], name="one_report_a_person_and_case"),
        ]


class ReportAnswer(models.Model):
    """What the contributors said to a case, append-only."""

    case = models.ForeignKey(DefectCase, on_delete=models.PROTECT, related_name="answers")
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    answer = models.CharField(max_length=8, choices=Answer.choices)
    text = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["case", "pk"]


class ReportDecision(models.Model):
    """How a case was decided, append-only, one a case. `outcome` is the state in which the case ended."""

    case = models.OneToOneField(DefectCase, on_delete=models.PROTECT, related_name="decision")
    outcome = models.CharField(max_length=10, choices=CaseState.choices)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    reasons = models.TextField()
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
