"""Named conditions on people: None, or the sentence that says why not. Wired in `portal.wiring`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy

from portal.core.access.conditions import register_condition
from portal.people import queries
from portal.people.models import Subject


def account_open(actor: Any, project: Any, obj: Any, facts: Mapping[str, Any]) -> str | None:
    """`obj` is whom the act is about. One whom nobody knows is for the service to refuse."""
    return queries.why_gone(obj) if isinstance(obj, Subject) else None


def register() -> None:
    """The wiring's."""
    register_condition(
        "account_open", account_open, gettext_lazy("never to somebody whose account is closed or erased")
    )
