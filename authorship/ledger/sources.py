"""What an entry was given for, in words and with an address, as far as the reader may see it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import NoReverseMatch, reverse
from django.utils.translation import gettext as _

from projects.project.models import Project
from projects.project.queries import Reader
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

IMPORTED = "import:"


@dataclass(frozen=True)
class Source:
    """`title` is empty where the reader may not see it; `href` where there is no page."""

    label: str
    href: str = ""
    title: str = ""


def described(sources: Iterable[str], *, project: Project, reader: Reader) -> dict[str, Source]:
    """By source. Asks the database a fixed number of times, whatever their number."""
    wanted = set(sources)
    ids = {_task_id(source) for source in wanted if not source.startswith(IMPORTED)}
    viewer = Viewer(reader, project)
    tasks = {task.public_id: task for task in Task.objects.filter(project=project, public_id__in=ids)}
    return {source: _one(source, tasks.get(_task_id(source)), viewer) for source in wanted}


def _task_id(source: str) -> str:
    return source.partition(".")[0]


def _one(source: str, task: Task | None, viewer: Viewer) -> Source:
    if source.startswith(IMPORTED):
        return Source(_("Imported: %(name)s") % {"name": source.split(":", 2)[2]})
    if task is None or task.number is None:
        return Source(source)
    label = _("Task %(number)s") % {"number": task.number}
    if "." in source:
        _stage, revision, letter = source.split(".")[1:4]
        label = _("Review %(letter)s of task %(number)s, revision %(revision)s") % {
            "letter": letter,
            "number": task.number,
            "revision": revision,
        }
    title = task.title if "title" in viewer.fields(task) else ""
    return Source(label, _address(task), title)


def _address(task: Task) -> str:
    try:
        return reverse("task_page", args=[task.project.slug, task.number])
    except NoReverseMatch:
        return ""
