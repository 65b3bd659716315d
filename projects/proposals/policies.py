"""Named conditions on proposals: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration
from projects.project.models import Project
from projects.proposals import queries

Facts = Mapping[str, Any]


def proposals_taken(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if isinstance(project, Project) and queries.asked(project):
        return None
    return _("The terms in force do not take proposals of tasks.")


def no_proposal_needed(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if not isinstance(project, Project) or queries.asked(project) != queries.REQUIRED:
        return None
    return _("The terms ask for a proposal first: a task is begun from one that was answered “go on”.")


def own_proposal(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if actor is not None and actor.id == obj.proposer_id:
        return None
    return _("This is somebody else's proposal.")


def not_own_proposal(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Facts) -> str | None:
    if actor is not None and actor.id != obj.proposer_id:
        return None
    return _("This is your own proposal. Nobody answers their own, under any role.")


def register() -> None:
    """The wiring's: gives the permission table its conditions on proposals."""
    register_condition("proposals_taken", proposals_taken, gettext_lazy("where the terms take proposals of tasks"))
    register_condition(
        "no_proposal_needed", no_proposal_needed, gettext_lazy("where the terms ask for no proposal first")
    )
    register_condition("own_proposal", own_proposal, gettext_lazy("for one's own proposal"))
    register_condition("not_own_proposal", not_own_proposal, gettext_lazy("never on one's own proposal"))
