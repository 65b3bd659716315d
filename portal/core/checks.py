"""System checks of the lowest layer's own things. Rooms of core with more to check have their own `checks.py`."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import connection

from portal.core.models import SiteClock


@register(Tags.database)
def the_clock_is_true(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A moved clock is for the demo and the tests: elsewhere every deadline would be false."""
    if not databases or "default" not in databases or settings.CONCORD_CLOCK_MOVABLE:
        return []
    if SiteClock._meta.db_table not in connection.introspection.table_names():
        return []
    if not SiteClock.objects.exclude(offset_seconds=0).exists():
        return []
    return [
        Error(
            "The site's clock was moved, and this installation may not have a moved clock.",
            hint="This database was made as a demo. Start with an empty one.",
            id="concord.E002",
        )
    ]
