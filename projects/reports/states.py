"""The states of a report of a defect, and how it may end."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.core.workflow.moves import Moves


class CaseState(models.TextChoices):
    """The first three as in `tasks.states.ReportState`; the others are ends."""

    OPEN = "open", _("Waits for the contributors")
    CORRECTING = "correcting", _("Being corrected")
    TO_DECIDE = "to_decide", _("Waits for a decision")
    NO_DEFECT = "no_defect", pgettext_lazy("report", "No defect")
    CORRECTED = "corrected", pgettext_lazy("report", "Corrected")
    REVOKED = "revoked", pgettext_lazy("report", "Revoked")
    WITHDRAWN = "withdrawn", pgettext_lazy("report", "Ended with the task")


OPEN = frozenset({CaseState.OPEN, CaseState.CORRECTING, CaseState.TO_DECIDE})


class Answer(models.TextChoices):
    CONTEST = "contest", _("There is no such defect")
    CORRECT = "correct", _("We correct the task")


class Outcome(models.TextChoices):
    """How a case is decided; `propose` leaves the end to a second person."""

    NO_DEFECT = "no_defect", _("No defect: the task stays as it was accepted")
    CORRECTED = "corrected", _("Corrected: the new revision counts from now on")
    PROPOSE = "propose", _("Propose to revoke it: a second person decides")
    REVOKED = "revoked", _("Revoke it")


_ANSWERABLE = frozenset({CaseState.OPEN})

MOVES = Moves(
    CaseState,
    {
        "contest": (_ANSWERABLE, CaseState.TO_DECIDE),
        "correct": (_ANSWERABLE, CaseState.CORRECTING),
        "submit": (frozenset({CaseState.CORRECTING}), CaseState.TO_DECIDE),
        "lapse": (frozenset({CaseState.OPEN, CaseState.CORRECTING}), CaseState.TO_DECIDE),
        "join": (frozenset({CaseState.TO_DECIDE}), CaseState.OPEN),
        "no_defect": (frozenset({CaseState.TO_DECIDE}), CaseState.NO_DEFECT),
        "corrected": (frozenset({CaseState.TO_DECIDE}), CaseState.CORRECTED),
        "revoked": (frozenset({CaseState.TO_DECIDE}), CaseState.REVOKED),
        "withdraw": (OPEN, CaseState.WITHDRAWN),
    },
)
