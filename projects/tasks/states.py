"""The states of a task (interfaces.md 7). Moves stand in `projects.tasks.states.MOVES`."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class TaskState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    SUBMITTED = "submitted", _("Submitted")
    IN_REVIEW = "in_review", _("In review")
    CHANGES_REQUESTED = "changes_requested", _("Changes requested")
    ACCEPTED = "accepted", _("Accepted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")
    NOT_REVIEWED = "not_reviewed", _("Not reviewed")
    UNDER_CORRECTION = "under_correction", _("Under correction")
    REVOKED = "revoked", _("Revoked")
