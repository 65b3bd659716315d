"""When something may happen: a table of legal moves a concept, and the one road along them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.utils.translation import gettext as _

from portal.core.errors import Conflict

SINCE = "state_since"


@dataclass(frozen=True)
class Moves:
    """`table` is {action: (states it may start from, state it ends in)}; all states are of the enum `states`."""

    states: type[models.TextChoices]
    table: Mapping[str, tuple[frozenset[models.TextChoices], models.TextChoices]]
    field: str = "state"

    def __post_init__(self) -> None:
        for action, (sources, target) in self.table.items():
            if not sources or any(not isinstance(state, self.states) for state in (*sources, target)):
                raise ValueError(f"the move {action} names a state that is not in {self.states.__name__}")


def perform(obj: models.Model, moves: Moves, action: str, *, at: dt.datetime, **updates: object) -> None:
    """Moves `obj` by compare-and-set and reads it anew, so unsaved changes of other fields are lost.

    `updates` are stored by the same statement. Where the state is no longer one the action starts from,
    nothing is written and Conflict names the present state; an unknown action raises KeyError.
    """
    sources, target = moves.table[action]
    values: dict[str, object] = {**updates, moves.field: target.value}
    if SINCE not in values and _has_field(obj, SINCE):
        values[SINCE] = at
    rows = type(obj)._base_manager.filter(pk=obj.pk, **{f"{moves.field}__in": [source.value for source in sources]})
    moved = rows.update(**values)
    obj.refresh_from_db()
    if not moved:
        state = moves.states(getattr(obj, moves.field))
        raise Conflict(
            _("This cannot be done now: the state is “%(state)s”.") % {"state": state.label},
            state=state.value,
            action=action,
        )


def available(obj: models.Model, moves: Moves) -> list[str]:
    """The actions that may start from the state `obj` was read in, in the order of the table."""
    state = getattr(obj, moves.field)
    return [action for action, (sources, _target) in moves.table.items() if state in sources]


def _has_field(obj: models.Model, name: str) -> bool:
    try:
        obj._meta.get_field(name)
    except FieldDoesNotExist:
        return False
    return True
