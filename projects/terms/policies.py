"""Named conditions that the terms put on acts: None, or the sentence that says why not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from portal.core.parties import Actor
from portal.people.models import Subject
from projects.terms import queries


def accepted_current(actor: Actor | None, project: Any, obj: Any, facts: Mapping[str, Any]) -> object | None:
    """New work takes an acceptance of the version in force, or of an earlier one that promised the same."""
    version = queries.current(project)
    if version is None:
        return _("The project has no terms yet.")
    if isinstance(actor, Subject) and queries.has_accepted(version, actor):
        return None
    return _("Accept version %(number)s of the terms first.") % {"number": version.number}
