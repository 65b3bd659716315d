"""Named conditions about people."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from portal.core.parties import Actor, Collaboration
from portal.people import queries
from portal.people.models import Subject


def verified(
    actor: Actor | None, project: Collaboration | None, obj: Any, facts: Mapping[str, Any]
) -> object | None:
    """Holds where the actor has proved an e-mail address."""
    if isinstance(actor, Subject) and queries.is_verified(actor):
        return None
    return _("Your e-mail address is not verified yet. Open the link in the mail that was sent to it.")
