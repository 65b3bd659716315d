"""The states of rounds, assignments and change requests (interfaces.md 7)."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.core.workflow.moves import Moves


class RoundState(models.TextChoices):
    OPEN = "open", pgettext_lazy("round", "Open")
    DECIDED = "decided", _("Decided")
    VOID = "void", _("Void")


class Outcome(models.TextChoices):
    ACCEPT = "accept", _("Accept")
    REVISE = "revise", _("Revise")
    DECLINE = "decline", _("Decline")


class AssignmentState(models.TextChoices):
    OFFERED = "offered", _("Offered")
    AGREED = "agreed", _("Agreed")
    FILED = "filed", _("Filed")
    STEPPED_DOWN = "stepped_down", _("Stepped down")
    VOID = "void", _("Void")
    KEPT = "kept", _("Approval kept")


class RequestState(models.TextChoices):
    OPEN = "open", pgettext_lazy("change request", "Open")
    DONE = "done", _("Done")
    CONTESTED = "contested", _("Contested")
    SETTLED = "settled", _("Settled")
    DROPPED = "dropped", pgettext_lazy("change request", "Dropped")


# These assignments are reviewers of the task; the others have lost the right to see it.
REVIEWING = frozenset({AssignmentState.OFFERED, AssignmentState.AGREED, AssignmentState.FILED, AssignmentState.KEPT})
WAITING = frozenset({AssignmentState.OFFERED, AssignmentState.AGREED})
# Nobody asks for these any more.
ENDED = frozenset({RequestState.SETTLED, RequestState.DROPPED})

ROUND_MOVES = Moves(
    RoundState,
    {
        "decide": (frozenset({RoundState.OPEN}), RoundState.DECIDED),
        "void": (frozenset({RoundState.OPEN}), RoundState.VOID),
    },
)

ASSIGNMENT_MOVES = Moves(
    AssignmentState,
    {
        "agree": (frozenset({AssignmentState.OFFERED}), AssignmentState.AGREED),
        "step_down": (WAITING, AssignmentState.STEPPED_DOWN),
        "file": (frozenset({AssignmentState.AGREED}), AssignmentState.FILED),
        "void": (WAITING, AssignmentState.VOID),
        "object": (frozenset({AssignmentState.KEPT}), AssignmentState.AGREED),
    },
)

REQUEST_MOVES = Moves(
    RequestState,
    {
        "done": (frozenset({RequestState.OPEN, RequestState.CONTESTED}), RequestState.DONE),
        "contest": (frozenset({RequestState.OPEN, RequestState.DONE}), RequestState.CONTESTED),
        "settle": (frozenset({RequestState.DONE, RequestState.CONTESTED}), RequestState.SETTLED),
        "drop": (frozenset({RequestState.OPEN, RequestState.DONE, RequestState.CONTESTED}), RequestState.DROPPED),
    },
)
