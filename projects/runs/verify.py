"""Proves that the log of runs is what the record told."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.runs.hashing import batch_hash, run_hash
from projects.runs.models import ModelRun

_RUNS = ModelRun._meta.db_table


def verify_runs(project: Project) -> Iterator[str]:
    """Each run's hash is that of what it says; what was added at once, and what was taken back, is on the record, and
    nothing else is. Runs of a draft are not on it yet."""
    logged, taken_back = Counter[object](), Counter[object]()
    for entry in queries.entries(project, kinds=("TaskRunsLogged", "TaskRunRetracted")):
        told = logged if entry.kind == "TaskRunsLogged" else taken_back
        payload = presenters.payload(entry)
        told[payload["task"], payload["hash"]] += 1
    batches: dict[tuple[int | None, str], list[str]] = defaultdict(list)
    rows = ModelRun.objects.filter(task__project=project).select_related("task", "retraction")
    for run in rows.order_by("task__number", "task", "number"):
        place = f"{_RUNS} {run.number} of task {run.task.number or run.task.public_id}"
        if run.hash != run_hash(run):
            yield f"{place}: its hash is not the hash of what it says"
        if run.revision > run.task.revision_count:
            continue
        batches[run.task.number, run.batch].append(run.hash)
        if hasattr(run, "retraction"):
            taken_back[run.task.number, run.hash] -= 1
    for (task, _batch), hashes in batches.items():
        logged[task, batch_hash(hashes)] -= 1
    for told, what in ((logged, "logged"), (taken_back, "taken back")):
        for (task, _hash), surplus in sorted(told.items(), key=str):  # type: ignore[misc]
            if surplus:
                found = "missing, though they are on the record" if surplus > 0 else "not on the record"
                yield f"{_RUNS} of task {task}: runs {what} are {found}"
