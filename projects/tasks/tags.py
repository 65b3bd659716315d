"""The field tags of tasks as rows, for filters and their counts: a list of JSON is nothing that both engines look
into."""

from __future__ import annotations

from django.db.models import Count, QuerySet

from projects.project.models import Project
from projects.tasks.models import Task, TaskTag


def note(task: Task) -> None:
    """Keeps the tags that the task has now, in place of those before."""
    TaskTag.objects.filter(task=task).exclude(tag__in=task.tags).delete()
    TaskTag.objects.bulk_create([TaskTag(task=task, tag=tag) for tag in task.tags], ignore_conflicts=True)


def with_tag(rows: QuerySet[Task], tag: str) -> QuerySet[Task]:
    return rows.filter(pk__in=TaskTag.objects.filter(tag=tag).values("task"))


def used(project: Project, most: int = 200) -> list[tuple[str, int]]:
    """The tags of a project's submitted tasks by name, each with how many have it: the `most` frequent ones."""
    rows = TaskTag.objects.filter(task__project=project, task__number__isnull=False)
    found = rows.values_list("tag").annotate(n=Count("pk"))
    return sorted(found.order_by("-n", "tag")[:most])
