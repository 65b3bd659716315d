"""What becomes of a report when its task moves: inside the same transaction."""

from __future__ import annotations

from portal.core.events import CorrectionSubmitted, TaskWithdrawn
from projects.reports import services
from projects.tasks.models import Task


def correction_in(event: CorrectionSubmitted) -> None:
    task = Task.objects.select_related("project").get(public_id=event.task)
    services.submitted(task=task, revision=event.revision, at=event.at)


def end_case(event: TaskWithdrawn) -> None:
    task = Task.objects.select_related("project").get(public_id=event.task)
    services.end_with_task(task=task, at=event.at)
