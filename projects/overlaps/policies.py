"""Named conditions on looking for overlaps. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from portal.people.models import Subject
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.visibility import CRAK

Facts = Mapping[str, Any]


def works_on_it(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """`obj` is the task."""
    if isinstance(actor, Subject) and isinstance(obj, Task) and _works_on(actor, obj):
        return None
    return _("Overlaps of a task are looked for by those who write, review, lead or audit it.")


def _works_on(actor: Subject, task: Task) -> bool:
    """Whoever audits has no part in a draft: it is its contributors' alone."""
    viewer = Viewer(actor.user, task.project)
    return bool(viewer.persons(task) & CRAK) and "statement" in viewer.fields(task)


def register() -> None:
    register_condition("works_on_it", works_on_it, gettext_lazy("as somebody who writes, reviews, leads or audits it"))
