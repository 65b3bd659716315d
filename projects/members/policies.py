"""Named conditions on acts over membership: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.people.models import Subject
from projects.members import queries
from projects.project.models import Project


def takes_part(actor: Any, project: Any, obj: Any, facts: Mapping[str, Any]) -> str | None:
    if isinstance(actor, Subject) and isinstance(project, Project) and queries.takes_part(project, actor):
        return None
    return _("You are no member of this project and hold no role in it.")


def register() -> None:
    """The wiring's."""
    register_condition("takes_part", takes_part, gettext_lazy("as a member, or holding a role"))
