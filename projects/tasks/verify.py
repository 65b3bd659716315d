"""Proves that submitted revisions, and the tasks they belong to, are what the record told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.tasks.hashing import revision_hash
from projects.tasks.models import Revision, Task, TaskContributor, TaskTag
from projects.tasks.queries import binding_version, files_of, with_files
from projects.tasks.states import TaskState

_REVISIONS, _TASKS, _NAMES = (model._meta.db_table for model in (Revision, Task, TaskContributor))
_ACCEPTED = frozenset({TaskState.ACCEPTED, TaskState.UNDER_CORRECTION, TaskState.REVOKED})


def verify_revisions(project: Project) -> Iterator[str]:
    """Each revision's hash is that of its texts, shares and salt, and the one on the record."""
    entries = queries.entries(project, kinds=("RevisionSubmitted",))
    payloads = [presenters.payload(one) for one in entries]
    told = {(one["task"], one["revision"]): one["hash"] for one in payloads}
    marked = {(one["task"], one["revision"]) for one in payloads if "typos_only" in one}
    rows = Revision.objects.filter(task__project=project).select_related("task__predecessor")
    for revision in with_files(rows).order_by("task__number", "number"):
        key = (revision.task.number, revision.number)
        place = f"{_REVISIONS} {revision.number} of task {revision.task.number}"
        if revision.hash != revision_hash(revision, files_of(revision)):
            yield f"{place}: its hash is not the hash of its text"
        if told.pop(key, None) != revision.hash:
            yield f"{place}: the record tells another hash"
        if revision.typos_only != (key in marked):
            yield f"{place}: the record tells otherwise whether it corrects typos only"
    for task, number in sorted(told, key=str):
        yield f"{_REVISIONS} {number} of task {task}: the revision is missing, though it is on the record"


def verify_tasks(project: Project) -> Iterator[str]:
    """A task has the title of the revision that counts, and the terms of its first; the record accepted what is. It
    goes on from an earlier one, so that no chain comes back to itself."""
    bound, accepted = {}, set()
    for entry in queries.entries(project, kinds=("RevisionSubmitted", "TaskAccepted")):
        payload = presenters.payload(entry)
        if entry.kind == "TaskAccepted":
            accepted.add(payload["task"])
        elif payload["revision"] == 1:
            bound[payload["task"]] = payload["terms"]
    revisions = Revision.objects.filter(task__project=project).order_by("task", "number")
    titles = {(task, number): title for task, number, title in revisions.values_list("task", "number", "title")}
    tagged: dict[int, list[str]] = defaultdict(list)
    for pk, tag in TaskTag.objects.filter(task__project=project).values_list("task", "tag"):
        tagged[pk].append(tag)
    rows = Task.objects.filter(project=project, number__isnull=False).select_related("predecessor")
    for task in rows.order_by("number"):
        place = f"{_TASKS} number {task.number}"
        if task.title != titles.get((task.pk, task.standing_number)):
            yield f"{place}: its title is not that of the revision that counts"
        if sorted(task.tags) != sorted(tagged.get(task.pk, [])):
            yield f"{place}: it is not found by the tags that it has"
        if task.terms != bound.get(task.number):
            yield f"{place}: the record tells another version of the terms"
        if (task.accepted_on is not None or task.state in _ACCEPTED) and task.number not in accepted:
            yield f"{place}: it counts as accepted, and the record tells of no acceptance"
        before = task.predecessor
        if before is not None and (
            before.project_id != task.project_id or not 0 < (before.number or 0) < (task.number or 0)
        ):
            yield f"{place}: it goes on from what is no earlier task of the project"


def verify_names(project: Project) -> Iterator[str]:
    """Whoever is named by choice has a share of an accepted task of a closed project, and the record told that somebody
    is. That nobody is any more it may leave out: an erased person takes no line with them."""
    told: dict[object, str] = {}
    for entry in queries.entries(project, kinds=("TaskNamed", "TaskUnnamed")):
        told.setdefault(presenters.payload(entry)["task"], entry.kind)  # the latest comes first
    rows = TaskContributor.objects.filter(task__project=project).exclude(named_at=None).select_related("task__project")
    for row in rows.order_by("task__number", "pk"):
        task, place = row.task, f"{_NAMES} of {row.subject_id} in task {row.task.number}"
        version = binding_version(task)
        if task.accepted_on is None or version is None or version.document["data"]["visibility"] != "closed":
            yield f"{place}: named by choice, where names are not shown by choice"
        elif told.get(task.number) != "TaskNamed":
            yield f"{place}: named by choice, and the record does not tell that anybody is"
