"""The earlier task of the project that a new one goes on from."""

from __future__ import annotations

from django.utils.translation import gettext as _

from portal.core.errors import Refused
from portal.people.models import Subject
from projects.project.models import Project
from projects.tasks import queries
from projects.tasks.models import Task
from projects.tasks.states import FOLLOWABLE


def predecessor(actor: Subject, project: Project, number: int) -> Task:
    """Refused for what this person does not see, and for what has not ended."""
    found = queries.visible_to(actor.user, project).filter(number=number).first()
    if found is None:
        raise Refused(_("There is no task %(number)s in this project.") % {"number": number}, code="unknown")
    if reason := why_no_predecessor(found):
        raise Refused(reason, code="not_ended")
    return found


def why_no_predecessor(task: Task) -> str | None:
    if task.state in FOLLOWABLE:
        return None
    said = _(
        "A new task goes on from one that was declined, withdrawn, not reviewed or revoked. Task %(number)s is not."
    )
    return said % {"number": task.number}
