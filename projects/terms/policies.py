"""Named conditions that the terms put on acts: None, or the sentence that says why not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.parties import Actor
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import agreed, queries


def accepted_current(actor: Actor | None, project: Any, obj: Any, facts: Mapping[str, Any]) -> object | None:
    """New work takes an acceptance of the version in force, or of an earlier one that promised the same."""
    version = queries.current(project)
    if version is None:
        return _("The project has no terms yet.")
    if isinstance(actor, Subject) and queries.has_accepted(version, actor):
        return None
    return _("Accept version %(number)s of the terms first.") % {"number": version.number}


def in_core_team(actor: Actor | None, project: Any, obj: Any, facts: Mapping[str, Any]) -> object | None:
    """Whoever the terms in force name as a core member, with an open account, and who has not left."""
    named = agreed.team_now(project, clock.deciding()) if isinstance(project, Project) else []
    if isinstance(actor, Subject) and actor.id in named:
        return None
    return _("Only members of the core team, as the terms in force name them, do this.")
