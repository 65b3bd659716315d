"""The states of rounds, assignments and change requests (interfaces.md 7)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RoundState(models.TextChoices):
    OPEN = "open", _("Open")
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


class RequestState(models.TextChoices):
    OPEN = "open", _("Open")
    DONE = "done", _("Done")
    CONTESTED = "contested", _("Contested")
    SETTLED = "settled", _("Settled")
    DROPPED = "dropped", _("Dropped")
