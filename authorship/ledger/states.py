"""The states of a proposed correction and its moves."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.core.workflow.moves import Moves


class CorrectionState(models.TextChoices):
    PROPOSED = "proposed", _("Proposed")
    CONFIRMED = "confirmed", _("Confirmed")
    DROPPED = "dropped", _("Dropped")


MOVES = Moves(
    CorrectionState,
    {
        "confirm": (frozenset({CorrectionState.PROPOSED}), CorrectionState.CONFIRMED),
        "drop": (frozenset({CorrectionState.PROPOSED}), CorrectionState.DROPPED),
    },
)
