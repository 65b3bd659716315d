"""The record as readers meet it: sentences with today's names."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby

from django.utils.translation import gettext as _

from portal.core.record import kinds, presenters
from portal.core.record.models import RecordEntry
from portal.people import queries as people

# What may be asked for: a group of kinds by the first words of their names.
GROUPS: dict[str, tuple[str, ...]] = {
    "terms": ("Terms", "Rubric", "Mark", "Project", "Recruiting"),
    "people": ("Member", "Role", "PeopleImported"),
    "tasks": (
        "Task",
        "Revision",
        "Review",
        "Round",
        "Request",
        "Lead",
        "CorrectionOpened",
        "CorrectionDecided",
        "Defect",
        "Report",
        "Approval",
        "Proposal",
    ),
    "credit": (
        "Credit",
        "Choice",
        "List",
        "Output",
        "CorrectionProposed",
        "CorrectionConfirmed",
        "CorrectionDropped",
    ),
}
# The square on the chain tells what an entry touched: rights and credit, or a correction of them.
_RIGHTS = (*GROUPS["terms"], *GROUPS["people"], *GROUPS["credit"])
_CORRECTIONS = ("Correction", "CreditReversed")


@dataclass(frozen=True)
class Told:
    """One entry as a line of the record. `texts` are its free texts, None where one was erased."""

    seq: int
    kind: str
    actor: str
    says: str
    at: dt.datetime
    hash: str
    previous_hash: str
    payload: str
    tone: str
    texts: dict[str, str | None] = field(default_factory=dict)
    salts: dict[str, str] = field(default_factory=dict)

    @property
    def note(self) -> str:
        """The free texts in one line."""
        return " · ".join(_("(erased)") if text is None else text for text in self.texts.values() if text != "")


def tell(entries: Iterable[RecordEntry]) -> list[Told]:
    """In the order given, with two queries for the names of all of them."""
    rows = list(entries)
    found = people.names(presenters.subjects(rows))
    names = {subject: people.in_sentence(name) for subject, name in found.items()}
    site = _("The site")
    return [
        Told(
            seq=entry.seq,
            kind=entry.kind,
            actor=entry.actor,
            says=presenters.sentence(entry, names, site),
            at=entry.at,
            hash=entry.hash,
            previous_hash=entry.previous_hash,
            payload=entry.payload,
            tone=_tone(entry.kind),
            texts=presenters.texts(entry),
            salts={row.name: row.salt for row in entry.texts.all() if not row.erased},
        )
        for entry in rows
    ]


def by_day(told: Iterable[Told]) -> list[tuple[dt.date, list[Told]]]:
    """Grouped by UTC day, in the order given."""
    return [(day, list(lines)) for day, lines in groupby(told, key=lambda line: line.at.astimezone(dt.UTC).date())]


def kinds_of(group: str) -> tuple[str, ...]:
    """The registered kinds of a group of `GROUPS`; of "" all, as the empty tuple."""
    return tuple(kind for kind in kinds.registered() if kind.startswith(GROUPS[group])) if group else ()


def _tone(kind: str) -> str:
    if kind.startswith(_CORRECTIONS):
        return "correction"
    return "rights" if kind.startswith(_RIGHTS) else ""
