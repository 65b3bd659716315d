"""Acts of review that are done in the browser."""

from __future__ import annotations

from typing import Any

from projects.project.api import BrowserAct
from projects.reviews import queries
from projects.reviews.models import Round
from projects.tasks.api.reading import OfTask


class AssignAct(OfTask, BrowserAct):
    """Asking reviewers and appointing leads."""

    page = "task_assign"


class CorrectionAct(OfTask, BrowserAct):
    """Opening or deciding the correction of an accepted task."""

    page = "task_correction"


class ChairsAct(OfTask, BrowserAct):
    """Assigning who chairs a task, or ending it."""

    page = "task_chairs"


class ClockAct(OfTask, BrowserAct):
    """Asking for somebody else, or moving a day of a round on."""

    page = "task_clock"


class InterestsAct(OfTask, BrowserAct):
    """Declaring one's own interest in a task, or waiving that of another."""

    page = "task_interests"


class RevealAct(OfTask, BrowserAct):
    """Opening the names of the reviewers."""

    page = "task_page"


class DecideAct(OfTask, BrowserAct):
    """Deciding a round as its lead, or leaving it to another."""

    page = "round_decide"
    round: Round

    def find_in_task(self, **place: Any) -> None:
        self.round = queries.get_round(self.task, place["revision"], place["stage"])


class ReopenAct(OfTask, BrowserAct):
    """Giving a task that had ended back to its contributors."""

    page = "task_reopen"


class ObjectAct(OfTask, BrowserAct):
    """Taking an approval back that counts only since a revision corrects typos."""

    page = "task_page"
