"""The permission table as anyone may read it: data for the page “who may do what” and for the docs."""

from dataclasses import dataclass

from django.utils.translation import override

from portal.core.access import conditions
from portal.core.access.check import holder_name
from portal.core.access.powers import POWERS
from portal.core.access.table import TABLE


@dataclass(frozen=True)
class Row:
    """One right in words of the language now active; `group` is the part of the id before the dot."""

    id: str
    group: str
    right: str
    holders: tuple[str, ...]
    conditions: tuple[str, ...]


def public_table() -> list[Row]:
    """Every right that exists, in the order of the table; reserved ones are nobody's and not shown."""
    return [
        Row(
            id=row.id,
            group=row.id.partition(".")[0],
            right=str(row.sentence),
            holders=tuple(str(holder_name(holder)) for holder in row.holders),
            conditions=tuple(str(conditions.get(name).sentence) for name in row.conditions),
        )
        for row in TABLE
        if not row.reserved
    ]


def powers() -> list[tuple[str, str]]:
    """The closed list: (power, what it lets its holder do)."""
    return [(power, str(sentence)) for power, sentence in POWERS.items()]


def markdown() -> str:
    """`docs/permissions.md`, in English."""
    with override("en"):
        lines = [
            "# Who may do what",
            "",
            "Made from `portal/core/access/table.py` by `manage.py write_docs`; do not edit.",
            "What is not in the table is nobody's right, and superusers get nothing here.",
            "",
            "| right | id | who | only |",
            "|---|---|---|---|",
        ]
        lines += [
            f"| {row.right} | `{row.id}` | {'; '.join(row.holders)} | {'; '.join(row.conditions)} |"
            for row in public_table()
        ]
        lines += ["", "## Powers a role may hold", "", "| power | its holder |", "|---|---|"]
        lines += [f"| `{power}` | {sentence} |" for power, sentence in powers()]
    return "\n".join(lines) + "\n"
