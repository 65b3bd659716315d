"""The roles of a project as people read them: what each takes, what it may do, who holds it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from portal.core.access.powers import POWERS
from projects.members import queries
from projects.members.models import RoleGrant
from projects.terms.document.rule_sentences import label, rule_sentence
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class Rung:
    """One role. `takes` is its criteria in words, `how` the way to it."""

    id: str
    title: str
    duties: str
    takes: str
    how: str
    months: int | None
    powers: list[str]
    held: int


def rungs(version: TermsVersion, grants: Sequence[RoleGrant], lang: str) -> list[Rung]:
    count: dict[str, int] = {}
    for one in grants:
        count[one.role] = count.get(one.role, 0) + 1
    return [_rung(role, version.document, count.get(role["id"], 0), lang) for role in queries.defined(version)]


def _rung(role: Mapping[str, Any], document: Mapping[str, Any], held: int, lang: str) -> Rung:
    criteria, months = role.get("criteria"), role.get("term_months")
    takes = rule_sentence(criteria, lang, document=document) if isinstance(criteria, dict) else _("nothing more")
    return Rung(
        id=str(role["id"]),
        title=str(role["title"]),
        duties=str(role["duties"]),
        takes=takes,
        how=label("roles[].granted", role.get("granted"), lang),
        months=months if isinstance(months, int) else None,
        powers=[label("roles[].powers", power, lang) for power in queries.powers_of(dict(role)) if power in POWERS],
        held=held,
    )
