"""The question every service asks first: may this person do this, here, to this, now?"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.functional import lazy
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _

from portal.core.access import conditions
from portal.core.access.powers import HOLDERS, POWERS
from portal.core.access.table import TABLE, Permission
from portal.core.errors import Forbidden
from portal.core.parties import Actor, Collaboration
from portal.core.text.series import groups

PowersProvider = Callable[[Any, Any], frozenset[str] | set[str]]
HolderTest = Callable[[Any, Any, Any], bool]

_BY_ID: Mapping[str, Permission] = {row.id: row for row in TABLE}
_powers: list[PowersProvider] = []
_holders: dict[str, HolderTest] = {}


@dataclass(frozen=True)
class Verdict:
    """`reasons` are sentences for the person who asked; empty where allowed."""

    allowed: bool
    reasons: tuple[object, ...] = ()

    def __bool__(self) -> bool:
        return self.allowed


def provide_powers(provider: PowersProvider) -> None:
    """The wiring's: `(project, subject) -> powers now`, read from the database at every question."""
    _powers[:] = [provider]


def provide_holder(name: str, test: HolderTest) -> None:
    """The wiring's: `(actor, project, obj) -> bool` for member, author and founder. `actor` is never None."""
    if name not in HOLDERS or name in ("anyone", "account"):
        raise ValueError(f"{name} is no holder that a room can say")
    _holders[name] = test


def is_provided(holder: str) -> bool:
    """Whether somebody can say who holds it."""
    if holder in POWERS:
        return bool(_powers)
    return holder in ("anyone", "account") or holder in _holders


def check(
    actor: Actor | None, permission: str, project: Collaboration | None, obj: Any = None, **facts: Any
) -> Verdict:
    """Unknown permissions and conditions raise KeyError; what nobody granted is denied. Superusers get nothing.

    The conditions are asked only of somebody who holds the right, so that a refusal tells strangers nothing.
    """
    row = _BY_ID[permission]
    if row.reserved:
        return Verdict(False, (_("This is not available yet."),))
    if not any(_holds(holder, actor, project, obj) for holder in row.holders):
        return Verdict(False, (_lacking(row, actor),))
    reasons = [conditions.get(name).holds(actor, project, obj, facts) for name in row.conditions]
    refused = tuple(reason for reason in reasons if reason is not None)
    return Verdict(not refused, refused)


def held_by(powers: frozenset[str], permission: str) -> bool:
    """Whether one of these powers holds a permission that has no conditions: for links to pages."""
    return not powers.isdisjoint(_BY_ID[permission].holders)


def require(actor: Actor | None, permission: str, project: Collaboration | None, obj: Any = None, **facts: Any) -> None:
    """Raises Forbidden with every reason."""
    verdict = check(actor, permission, project, obj, **facts)
    if not verdict.allowed:
        raise Forbidden(*verdict.reasons, permission=permission)


def _holds(holder: str, actor: Actor | None, project: Collaboration | None, obj: Any) -> bool:
    if holder == "anyone":
        return True
    if actor is None:
        return False
    if holder == "account":
        return True
    if project is None:
        return False
    if holder in POWERS:
        return any(holder in powers(project, actor) for powers in _powers)
    test = _holders.get(holder)
    return test is not None and test(actor, project, obj)


def _lacking(row: Permission, actor: Actor | None) -> object:
    if actor is None:
        return _("Sign in to do this.")
    return format_lazy(
        _("You lack the right to do this: {right} It belongs to: {holders}."),
        right=row.sentence,
        holders=_joined(row.holders),
    )


def _joined(holders: tuple[str, ...]) -> object:
    return lazy(groups, str)([holder_name(holder) for holder in holders])


def holder_name(holder: str) -> object:
    """How pages name a holder."""
    if holder in POWERS:
        return format_lazy(_("holders of the power “{power}”"), power=holder)
    return HOLDERS[holder]
