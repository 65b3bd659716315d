"""Adding to the two chains of a project. Nothing else writes entries or choices.

Appends are serialised on the project's `LedgerHead`: the row is touched first, which takes its lock on
PostgreSQL (SQLite has one writer anyway), then moved by compare-and-set on its count. Call inside the
transaction of the act.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext as _

from authorship.engine.amounts import MAX_DENOMINATOR, MAX_NUMERATOR, format_amount
from authorship.ledger.chain import choice_hash, entry_hash
from authorship.ledger.models import Choice, CreditEntry, LedgerHead
from portal.core.errors import Conflict, Refused
from projects.project.models import Project

_CHUNK = 500  # rows an INSERT; SQLite takes 32,766 parameters


@dataclass(frozen=True, kw_only=True)
class Draft:
    """One entry to be: `fact` is the digest of the fact it rests on, `reverses` the entry it takes back."""

    subject: str
    kind: str
    amount: Fraction
    origin: str
    source: str
    terms: int
    on: dt.date
    fact: str
    attempt: int = 1
    reverses: CreditEntry | None = None


def hold(project: Project) -> LedgerHead:
    """The head with its lock taken until the transaction ends."""
    if not LedgerHead.objects.filter(project=project).update(count=F("count")):
        LedgerHead.objects.get_or_create(project=project)
        LedgerHead.objects.filter(project=project).update(count=F("count"))
    return LedgerHead.objects.get(project=project)


@transaction.atomic
def entries(*, project: Project, drafts: Sequence[Draft], at: dt.datetime) -> list[CreditEntry]:
    """The drafts as entries, in this order, at the end of the chain. An amount out of bounds is refused."""
    for draft in drafts:
        _check(draft.amount)
    head = hold(project)
    seq, previous = head.count, head.hash
    rows: list[CreditEntry] = []
    for draft in drafts:
        seq += 1
        row = CreditEntry(
            project=project,
            seq=seq,
            subject_id=draft.subject,
            kind=draft.kind,
            numerator=draft.amount.numerator,
            denominator=draft.amount.denominator,
            origin=draft.origin,
            source=draft.source,
            attempt=draft.attempt,
            terms=draft.terms,
            on=draft.on,
            posted_at=at,
            reverses=draft.reverses,
            previous_hash=previous,
        )
        row.hash = previous = entry_hash(
            previous,
            row,
            project=project.public_id,
            reverses=draft.reverses.seq if draft.reverses else None,
            fact=draft.fact,
        )
        rows.append(row)
    moved = LedgerHead.objects.filter(pk=head.pk, count=head.count).update(count=seq, hash=previous)
    if not moved:
        raise Conflict(_("The ledger moved on while this was being posted. Nothing was posted; try again."))
    return CreditEntry.objects.bulk_create(rows, batch_size=_CHUNK)


@transaction.atomic
def choice(*, project: Project, subject: str, choice: str, on: dt.date, at: dt.datetime) -> Choice:
    head = hold(project)
    row = Choice(
        project=project,
        seq=head.choices_count + 1,
        subject_id=subject,
        choice=choice,
        on=on,
        made_at=at,
        previous_hash=head.choices_hash,
    )
    row.hash = choice_hash(head.choices_hash, row, project=project.public_id)
    moved = LedgerHead.objects.filter(pk=head.pk, choices_count=head.choices_count).update(
        choices_count=row.seq, choices_hash=row.hash
    )
    if not moved:
        raise Conflict(_("Another choice was made at the same moment. Nothing was kept; try again."))
    row.save(force_insert=True)
    return row


def _check(amount: Fraction) -> None:
    if abs(amount.numerator) > MAX_NUMERATOR or amount.denominator > MAX_DENOMINATOR or not amount:
        raise Refused(_("%(amount)s points cannot be kept exactly in one entry.") % {"amount": format_amount(amount)})
