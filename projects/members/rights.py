"""Who may do what in a project: the permission table read with the roles of its terms."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from portal.core.access import conditions
from portal.core.access.powers import HOLDERS, POWERS
from portal.core.access.table import TABLE, Permission
from projects.members import queries
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class Right:
    """One act: `who` are titles of roles or words such as "Members of the project"; `when` are conditions."""

    sentence: object
    who: list[object]
    when: list[object]
    reserved: bool


def rights(version: TermsVersion | None) -> list[Right]:
    """Every row of the table; an act whose power no role holds is nobody's, and says so by an empty `who`."""
    return [
        Right(row.sentence, list(_who(row, version)), list(_when(row)), row.reserved)
        for row in TABLE
        if row.holders != ("founder",)
    ]


def _who(row: Permission, version: TermsVersion | None) -> Iterator[object]:
    for holder in row.holders:
        if holder == "founder":
            if version is None:
                yield HOLDERS[holder]
        elif holder in POWERS:
            yield from (role["title"] for role in queries.defined(version) if holder in queries.powers_of(role))
        else:
            yield HOLDERS[holder]


def _when(row: Permission) -> Iterator[object]:
    known = conditions.registered()
    return (known[name].sentence for name in row.conditions if name in known)
