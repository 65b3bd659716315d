"""The system check of the permission table: every holder and every condition it names is there."""

from collections.abc import Iterator
from typing import Any

from django.core.checks import CheckMessage, Error, register

from portal.core.access import check, conditions
from portal.core.access.powers import HOLDERS, POWERS
from portal.core.access.table import TABLE


@register("access")
def table_is_whole(app_configs: object, **kwargs: Any) -> list[CheckMessage]:
    return [Error(line, id="concord.E001") for line in faults()]


def faults() -> Iterator[str]:
    """What the table names and nobody provides; permissions given twice."""
    seen: set[str] = set()
    for row in TABLE:
        if row.id in seen:
            yield f"the permission {row.id} stands twice in the table"
        seen.add(row.id)
        for holder in row.holders:
            if holder not in POWERS and holder not in HOLDERS:
                yield f"{row.id}: {holder} is neither a power nor a holder"
            elif not check.is_provided(holder):
                yield f"{row.id}: the wiring does not say who is {holder}"
        for name in row.conditions:
            if name not in conditions.registered():
                yield f"{row.id}: no room registered the condition {name}"
