"""The states of a proposed correction and its moves."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.core.workflow.moves import Moves


class CorrectionState(models.TextChoices):
    PROPOSED = "proposed", _("Proposed")
    CONFIRMED = "confirmed", _("Confirmed")
    DROPPED = "dropped", pgettext_lazy("correction", "Dropped")


MOVES = Moves(
    CorrectionState,
    {
        "confirm": (frozenset({CorrectionState.PROPOSED}), CorrectionState.CONFIRMED),
        "drop": (frozenset({CorrectionState.PROPOSED}), CorrectionState.DROPPED),
    },
)
