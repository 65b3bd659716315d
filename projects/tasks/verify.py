"""Proves that submitted revisions, and the tasks they belong to, are what the record told."""

from __future__ import annotations

from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.tasks.hashing import revision_hash
from projects.tasks.models import Revision, Task
from projects.tasks.states import TaskState

_REVISIONS, _TASKS = Revision._meta.db_table, Task._meta.db_table
_ACCEPTED = frozenset({TaskState.ACCEPTED, TaskState.UNDER_CORRECTION, TaskState.REVOKED})


def verify_revisions(project: Project) -> Iterator[str]:
    """Each revision's hash is that of its texts, shares and salt, and the one on the record."""
    entries = queries.entries(project, kinds=("RevisionSubmitted",))
    told = {(one["task"], one["revision"]): one["hash"] for one in map(presenters.payload, entries)}
    rows = Revision.objects.filter(task__project=project).select_related("task", "attachment")
    for revision in rows.order_by("task__number", "number"):
        key = (revision.task.number, revision.number)
        place = f"{_REVISIONS} {revision.number} of task {revision.task.number}"
        if revision.hash != revision_hash(revision):
            yield f"{place}: its hash is not the hash of its text"
        if told.pop(key, None) != revision.hash:
            yield f"{place}: the record tells another hash"
    for task, number in sorted(told, key=str):
        yield f"{_REVISIONS} {number} of task {task}: the revision is missing, though it is on the record"


def verify_tasks(project: Project) -> Iterator[str]:
    """A task has the title of its last revision and the terms of its first; accepted is what the record accepted."""
    bound, accepted = {}, set()
    for entry in queries.entries(project, kinds=("RevisionSubmitted", "TaskAccepted")):
        payload = presenters.payload(entry)
        if entry.kind == "TaskAccepted":
            accepted.add(payload["task"])
        elif payload["revision"] == 1:
            bound[payload["task"]] = payload["terms"]
    titles = dict(
        Revision.objects.filter(task__project=project).order_by("task", "number").values_list("task", "title")
    )
    for task in Task.objects.filter(project=project, number__isnull=False).order_by("number"):
        place = f"{_TASKS} number {task.number}"
        if task.title != titles.get(task.pk):
            yield f"{place}: its title is not that of its last revision"
        if task.terms != bound.get(task.number):
            yield f"{place}: the record tells another version of the terms"
        if (task.accepted_on is not None or task.state in _ACCEPTED) and task.number not in accepted:
            yield f"{place}: it counts as accepted, and the record tells of no acceptance"
