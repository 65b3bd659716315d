"""What a submitted revision does to the runs of its draft: they are of this revision now, and on the record."""

from __future__ import annotations

from collections import defaultdict

from portal.core.events import CorrectionSubmitted, RevisionSubmitted
from projects.runs import services
from projects.runs.models import ModelRun
from projects.tasks.models import Task


def tell_of_drafts(event: RevisionSubmitted | CorrectionSubmitted) -> None:
    task = Task.objects.select_related("project").get(public_id=event.task)
    batches: dict[str, list[ModelRun]] = defaultdict(list)
    rows = ModelRun.objects.filter(task=task, revision=event.revision).select_related("retraction").order_by("number")
    for run in rows:
        batches[run.batch].append(run)
    for runs in batches.values():
        services.tell(task, runs, event.at)
        for run in runs:
            if hasattr(run, "retraction"):
                services.tell_retracted(task, run, event.at)
