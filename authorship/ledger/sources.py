"""What an entry was given for, in words and with an address, as far as the reader may see it."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from authorship.ledger.models import CreditFact
from portal.core.web.absolute import address
from projects.project.models import Project
from projects.project.queries import Reader
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

IMPORTED = "import:"


@dataclass(frozen=True)
class Source:
    """`title` is empty where the reader may not see it; `href` where there is no page for them."""

    label: str
    href: str = ""
    title: str = ""


def described(sources: Iterable[str], *, project: Project, reader: Reader) -> dict[str, Source]:
    """By source. Asks the database a fixed number of times, whatever their number."""
    wanted = set(sources)
    asked = [source for source in wanted if not source.startswith(IMPORTED)]
    facts = {fact.source: fact for fact in CreditFact.objects.filter(project=project, source__in=asked)}
    ids = {_task_id(fact) for fact in facts.values()}
    viewer = Viewer(reader, project)
    tasks = {
        task.public_id: task for task in Task.objects.filter(project=project, public_id__in=ids, number__isnull=False)
    }
    return {source: _one(source, facts.get(source), tasks, viewer, project) for source in wanted}


def _task_id(fact: CreditFact) -> str:
    return fact.work.partition(".")[0]


def _one(source: str, fact: CreditFact | None, tasks: dict[str, Task], viewer: Viewer, project: Project) -> Source:
    if source.startswith(IMPORTED):
        return Source(_("Imported: %(name)s") % {"name": source.split(":", 2)[2]})
    task = tasks.get(_task_id(fact)) if fact else None
    if fact is None or task is None:
        return Source(source)
    fields = viewer.fields(task)
    review = fact.type == "review"
    if ("reviewers" if review else "contributors") not in fields:
        return Source(_("A finished review") if review else _("An accepted task"))
    label = _("Task %(number)s") % {"number": task.number}
    if review:
        *_stage, revision, letter = fact.work.split(".")
        label = _("Review %(letter)s of task %(number)s, revision %(revision)s") % {
            "letter": letter,
            "number": task.number,
            "revision": revision,
        }
    title = task.title if "title" in fields else ""
    return Source(label, address("task_page", project.slug, task.number), title)
