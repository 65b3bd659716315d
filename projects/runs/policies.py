"""Named conditions on logging runs. Wired in `portal.wiring`."""

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
from projects.tasks.visibility import Audience

Facts = Mapping[str, Any]


def writes_or_reviews(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """`obj` is the task."""
    if isinstance(actor, Subject) and isinstance(obj, Task) and _persons(actor, obj) & frozenset("CR"):
        return None
    return _("Runs of a task are logged by its contributors and its assigned reviewers.")


def logged_it(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    """Reads the fact `by`: the subject id of whoever logged the run."""
    if actor is not None and facts["by"] == actor.id:
        return None
    return _("A run is taken back by whoever logged it.")


def _persons(actor: Subject, task: Task) -> Audience:
    return Viewer(actor.user, task.project).persons(task)


def register() -> None:
    register_condition(
        "writes_or_reviews",
        writes_or_reviews,
        gettext_lazy("as a contributor of the task or an assigned reviewer of it"),
    )
    register_condition("logged_it", logged_it, gettext_lazy("of what one has logged oneself"))
