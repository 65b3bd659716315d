"""The states of a task and its moves (interfaces.md 7)."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.core.workflow.moves import Moves


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


# What is written in these states is still being written; shares and texts may change.
WRITABLE = frozenset({TaskState.DRAFT, TaskState.CHANGES_REQUESTED})
IN_PROGRESS = frozenset({TaskState.SUBMITTED, TaskState.IN_REVIEW, TaskState.CHANGES_REQUESTED})
# A decision on the task as a whole has been taken, or will never be.
CLOSED = frozenset(
    {
        TaskState.ACCEPTED,
        TaskState.DECLINED,
        TaskState.WITHDRAWN,
        TaskState.NOT_REVIEWED,
        TaskState.UNDER_CORRECTION,
        TaskState.REVOKED,
    }
)


class ReportState(models.TextChoices):
    """What waits, while a report of a defect in an accepted task is open."""

    OPEN = "open", _("Waits for the contributors")
    CORRECTING = "correcting", _("Being corrected")
    TO_DECIDE = "to_decide", _("Waits for a decision")


# The project ended these, by a decision or by letting its days pass. Whoever withdrew a task begins a new one.
REOPENABLE = frozenset({TaskState.DECLINED, TaskState.NOT_REVIEWED})
# What a new task may go on from.
FOLLOWABLE = frozenset({TaskState.DECLINED, TaskState.WITHDRAWN, TaskState.NOT_REVIEWED, TaskState.REVOKED})

MOVES = Moves(
    TaskState,
    {
        "submit": (WRITABLE, TaskState.SUBMITTED),
        "start_review": (frozenset({TaskState.SUBMITTED}), TaskState.IN_REVIEW),
        "ask_changes": (frozenset({TaskState.IN_REVIEW}), TaskState.CHANGES_REQUESTED),
        "accept": (frozenset({TaskState.IN_REVIEW}), TaskState.ACCEPTED),
        "decline": (frozenset({TaskState.IN_REVIEW}), TaskState.DECLINED),
        "withdraw": (IN_PROGRESS | {TaskState.ACCEPTED}, TaskState.WITHDRAWN),
        "give_up": (frozenset({TaskState.SUBMITTED, TaskState.IN_REVIEW}), TaskState.NOT_REVIEWED),
        "open_correction": (frozenset({TaskState.ACCEPTED}), TaskState.UNDER_CORRECTION),
        "keep": (frozenset({TaskState.UNDER_CORRECTION}), TaskState.ACCEPTED),
        "revoke": (frozenset({TaskState.UNDER_CORRECTION}), TaskState.REVOKED),
        "reopen": (REOPENABLE, TaskState.CHANGES_REQUESTED),
    },
)
