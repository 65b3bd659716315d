"""Proposals of tasks: what is being written, what was sent in, and how it was answered."""

from django.db import models

from portal.core import ids
from portal.people.models import Subject
from projects.project.models import Project
from projects.proposals.states import ProposalAnswerKind, ProposalState
from projects.tasks.models import Task


class Proposal(models.Model):
    """The idea of a task, before anybody writes it. The texts here are its proposer's alone, as they write them; what
    others read are its `texts`. `number` is given when it is first sent in, `due_at` each time; `version` rises with
    each save, and `task` is the one that was begun from it.
    """

    public_id = models.CharField(max_length=24, unique=True, default=ids.proposal_id, editable=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="proposals")
    number = models.PositiveIntegerField(null=True)
    proposer = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    state = models.CharField(max_length=10, choices=ProposalState.choices, default=ProposalState.DRAFT)
    state_since = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    task = models.OneToOneField(Task, on_delete=models.PROTECT, null=True, related_name="proposal")
    version = models.PositiveIntegerField(default=1)
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    outline = models.TextField(blank=True)
    expert = models.TextField(blank=True)
    failures = models.JSONField(default=list)
    sources = models.TextField(blank=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["project", "number", "pk"]
        constraints = [models.UniqueConstraint(fields=["project", "number"], name="proposal_number_once")]
        indexes = [models.Index(fields=["project", "state", "due_at"], name="proposal_by_state")]


class ProposalText(models.Model):
    """A proposal as it was sent in, append-only; another after each *not yet*. `due_at` is the day of the answer."""

    proposal = models.ForeignKey(Proposal, on_delete=models.PROTECT, related_name="texts")
    number = models.PositiveIntegerField()
    title = models.CharField(max_length=200)
    tags = models.JSONField(default=list)
    outline = models.TextField()
    expert = models.TextField()
    failures = models.JSONField(default=list)
    sources = models.TextField(blank=True)
    sent_at = models.DateTimeField()
    due_at = models.DateTimeField()

    class Meta:
        app_label = "projects"
        ordering = ["proposal", "number"]
        constraints = [models.UniqueConstraint(fields=["proposal", "number"], name="proposal_text_number_once")]


class ProposalAnswer(models.Model):
    """The one answer to a text, append-only. `ground` is why not: `scope`, or an id of the rubric published then."""

    text = models.OneToOneField(ProposalText, on_delete=models.PROTECT, related_name="answer")
    answer = models.CharField(max_length=8, choices=ProposalAnswerKind.choices)
    ground = models.CharField(max_length=60, blank=True)
    reasons = models.TextField(blank=True)
    cure = models.TextField(blank=True)
    by = models.ForeignKey(Subject, on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()

    class Meta:
        app_label = "projects"
