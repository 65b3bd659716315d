"""A person looks for overlaps on a page; a program would ask too often."""

from __future__ import annotations

from typing import Any

from portal.core.errors import NotVisible
from projects.project.api import BrowserAct
from projects.tasks.api.reading import OfTask
from projects.tasks.api.writing import OfDraftAct
from projects.tasks.visibility import CRAK


class OverlapsAct(OfTask, BrowserAct):
    """Looking for overlaps of a task one writes, reviews, leads or audits."""

    page = "task_overlaps"

    def find_in_task(self, **place: Any) -> None:
        if not self.viewer.persons(self.task) & CRAK:
            raise NotVisible


class DraftOverlapsAct(OfDraftAct):
    """Looking for overlaps of a draft."""

    page = "draft_overlaps"
