"""The states of the proposal of a task, and how it is answered."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from portal.core.workflow.moves import Moves


class ProposalState(models.TextChoices):
    DRAFT = "draft", _("Draft")
    OPEN = "open", _("Waits for an answer")
    NOT_YET = "not_yet", pgettext_lazy("proposal", "Not yet")
    TAKEN_UP = "taken_up", pgettext_lazy("proposal", "Go on")
    DECLINED = "declined", pgettext_lazy("proposal", "No")
    BEGUN = "begun", pgettext_lazy("proposal", "A task is begun from it")
    WITHDRAWN = "withdrawn", _("Withdrawn")


WRITABLE = frozenset({ProposalState.DRAFT, ProposalState.NOT_YET})


class ProposalAnswerKind(models.TextChoices):
    GO_ON = "go_on", _("Go on: write the task")
    NOT_YET = "not_yet", pgettext_lazy("proposal", "Not yet")
    NO = "no", pgettext_lazy("proposal", "No")


_OPEN = frozenset({ProposalState.OPEN})

# The three answers are moves of their own names.
MOVES = Moves(
    ProposalState,
    {
        "send": (WRITABLE, ProposalState.OPEN),
        "go_on": (_OPEN, ProposalState.TAKEN_UP),
        "not_yet": (_OPEN, ProposalState.NOT_YET),
        "no": (_OPEN, ProposalState.DECLINED),
        "begin": (frozenset({ProposalState.TAKEN_UP}), ProposalState.BEGUN),
        "withdraw": (WRITABLE | _OPEN, ProposalState.WITHDRAWN),
    },
)
