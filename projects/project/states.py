"""The states of a project and its moves. `paused` is a steward's act and belongs to later work."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from portal.core.workflow.moves import Moves


class ProjectState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    RECRUITING = "recruiting", _("Recruiting")
    CLOSED = "closed", _("Closed")
    COMPLETED = "completed", _("Completed")
    ARCHIVED = "archived", _("Archived")


MOVES = Moves(
    ProjectState,
    {
        "recruit": (frozenset({ProjectState.DRAFT}), ProjectState.RECRUITING),
        "close": (frozenset({ProjectState.RECRUITING}), ProjectState.CLOSED),
    },
)
