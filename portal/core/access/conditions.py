"""Named conditions of the permission table. Generic ones stand here; rooms register theirs by name."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _

from portal.core.parties import Actor, Collaboration

# (actor, project, obj, facts) -> None where it holds, else the sentence why it does not.
Predicate = Callable[[Actor | None, Collaboration | None, Any, Mapping[str, Any]], object | None]


@dataclass(frozen=True)
class Condition:
    """`sentence` is how the public table says it."""

    name: str
    holds: Predicate
    sentence: object


_conditions: dict[str, Condition] = {}


def register_condition(name: str, predicate: Predicate, sentence: object) -> None:
    if name in _conditions and _conditions[name].holds is not predicate:
        raise ValueError(f"the condition {name} is registered twice")
    _conditions[name] = Condition(name, predicate, sentence)


def get(name: str) -> Condition:
    """Raises KeyError where no room registered it: a permission nobody can check is granted to nobody."""
    return _conditions[name]


def registered() -> Mapping[str, Condition]:
    return dict(_conditions)


def _second_person(
    actor: Actor | None, project: Collaboration | None, obj: Any, facts: Mapping[str, Any]
) -> object | None:
    """Reads the fact `first`: the subject id of whoever did the first half, "" where nobody did."""
    if actor is not None and facts["first"] not in ("", actor.id):
        return None
    return _("This takes a second person who holds the power. Where only one person holds it, it cannot be done.")


def _is_self(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Mapping[str, Any]) -> object | None:
    """`obj` is a subject."""
    if actor is not None and obj is not None and obj.id == actor.id:
        return None
    return _("Only the person concerned does this.")


def _not_self(actor: Actor | None, project: Collaboration | None, obj: Any, facts: Mapping[str, Any]) -> object | None:
    """`obj` is a subject."""
    if actor is not None and obj is not None and obj.id != actor.id:
        return None
    return _("Nobody does this for themselves.")


register_condition("second_person", _second_person, _("by a second person, not the one who began it"))
register_condition("is_self", _is_self, _("for oneself only"))
register_condition("not_self", _not_self, _("never for oneself"))
