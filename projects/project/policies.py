"""Named conditions on acts over a project: None, or the sentence that says why not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from portal.core.errors import Forbidden
from portal.core.parties import Actor
from portal.people.models import Subject
from portal.people.queries import is_verified
from projects.project.models import Project
from projects.project.states import ProjectState


def why_not_verified(actor: Actor) -> object | None:
    """Nobody creates, joins or accepts before the address they signed up with is known to be theirs."""
    if isinstance(actor, Subject) and is_verified(actor):
        return None
    return _(
        "Confirm your e-mail address first: open the link in the message we sent, or ask for a new one on the "
        "page of your e-mail addresses."
    )


def require_verified(actor: Actor) -> None:
    """Raises Forbidden with the way out."""
    if reason := why_not_verified(actor):
        raise Forbidden(reason, code="not_verified")


def project_recruiting(actor: Actor | None, project: Any, obj: Any, facts: Mapping[str, Any]) -> object | None:
    if project is not None and project.state == ProjectState.RECRUITING:
        return None
    return _("The project is not recruiting now.")


def is_founder(actor: Actor, project: Any, obj: Any) -> bool:
    """The creator, until version 1 of the terms is published; from then on roles decide."""
    return isinstance(project, Project) and project.created_by_id == actor.id and not project.terms_versions.exists()
