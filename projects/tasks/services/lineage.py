"""Saying which earlier task a draft goes on from."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core.access.check import require
from portal.core.errors import Conflict
from portal.people.models import Subject
from projects.tasks.lineage import predecessor
from projects.tasks.models import Task
from projects.tasks.services.drafts import locked


@transaction.atomic
def name_predecessor(*, actor: Subject, task: Task, number: int | None) -> Task:
    """`None`: it goes on from none. From the first submission on it stands.

    A numbered task names none any more, and only numbered ones are named: so no chain comes back to where it began.
    """
    require(actor, "task.edit", task.project, task)
    task = locked(task)
    if task.number is not None:
        raise Conflict(_("Which task it goes on from was said with its first submission, and stays."))
    task.predecessor = predecessor(actor, task.project, number) if number is not None else None
    task.save(update_fields=["predecessor"])
    return task
