"""Named conditions on acts over credit: None where it is fine, else the sentence why not."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _

from authorship.ledger.models import CreditEntry, CreditFact
from portal.core.access.conditions import register_condition
from portal.core.parties import Actor, Collaboration


def not_own_credit(
    actor: Actor | None, project: Collaboration | None, obj: Any, facts: Mapping[str, Any]
) -> object | None:
    """`obj` is an entry. Nobody acts on credit of their own, or on that of people they share the work with."""
    if not isinstance(obj, CreditEntry) or actor is None:
        return _("Only an entry of the ledger can be corrected.")
    if obj.subject_id == actor.id:
        return _("This is your own credit.")
    shares = CreditFact.objects.filter(project=obj.project_id, source=obj.source).values_list("shares", flat=True)
    if any(actor.id in share for share in shares):
        return _("You share the work that this credit is for.")
    return None


def register() -> None:
    """Called by the wiring."""
    register_condition("not_own_credit", not_own_credit, _("never for one's own credit or shared work"))
