"""The system check: `manage.py check --database default` and every `migrate` say what protection is missing."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage, Tags, Warning, register

from portal.core.append_only import triggers


@register(Tags.database)
def append_only(databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A warning, since `migrate` runs this before it puts back what is missing. Silent on an empty database."""
    if not databases or "default" not in databases or triggers.nothing_to_protect():
        return []
    return [
        Warning(line, hint="Run `manage.py migrate`; then find out who took it away.", id="concord.W001")
        for line in triggers.missing()
    ]
