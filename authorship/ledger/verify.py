"""Proves a project's ledger from its rows: chains, facts, amounts, reversals, and what the record told of them.

Every function yields a sentence for each wrong thing, naming table and seq, the first one first.
"""

import datetime as dt
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from authorship.engine import canonical
from authorship.engine.amounts import format_amount
from authorship.engine.awards import AwardError, amounts
from authorship.engine.errors import EngineError
from authorship.ledger.chain import ZERO, choice_hash, entry_hash, fact_digest
from authorship.ledger.facts import applies, for_engine
from authorship.ledger.models import Choice, Correction, CreditEntry, CreditFact, LedgerHead
from authorship.ledger.services import rules
from authorship.ledger.states import CorrectionState
from portal.core.record.models import RecordEntry
from projects.project.models import Project
from projects.terms import queries as terms

_CHUNK = 2000
_CORRECTING = ("CorrectionProposed", "CorrectionConfirmed", "CorrectionDropped")
_CORRECTIONS = Correction._meta.db_table
_ENTRIES, _FACTS, _CHOICES, _HEADS = (model._meta.db_table for model in (CreditEntry, CreditFact, Choice, LedgerHead))


def verify_chain(project: Project) -> Iterator[str]:
    """Stops at the first entry that does not follow: everything after it hangs on it."""
    facts = {
        fact.source: fact_digest(fact)
        for fact in CreditFact.objects.filter(project=project).iterator(chunk_size=_CHUNK)
    }
    previous, count = ZERO, 0
    for entry in _entries(project):
        place = f"{_ENTRIES} seq {entry.seq}"
        if entry.seq != count + 1:
            yield f"{_ENTRIES} seq {count + 1}: the entry is missing"
            return
        if entry.previous_hash != previous:
            yield f"{place}: it does not follow the entry before it"
            return
        if entry.source not in facts:
            yield f"{place}: there is no fact {entry.source} in {_FACTS}"
            return
        expected = entry_hash(
            previous,
            entry,
            project=project.public_id,
            reverses=entry.reverses.seq if entry.reverses else None,
            fact=facts[entry.source],
        )
        if entry.hash != expected:
            yield f"{place}: its hash is not the hash of its content and of its fact {entry.source}"
            return
        previous, count = entry.hash, entry.seq
    head = LedgerHead.objects.filter(project=project).first()
    if (head.count, head.hash) != (count, previous) if head else count:
        yield f"{_HEADS}: the head says {head.count if head else 0} entries, the chain ends at seq {count}"


def verify_told(project: Project) -> Iterator[str]:
    """The record names every entry by its hash, so a ledger rewritten as a whole does not pass."""
    told: dict[int, str] = {}
    rows = RecordEntry.objects.filter(project=project.public_id, kind__in=("CreditPosted", "CreditReversed")).order_by(
        "seq"
    )
    for payload in rows.values_list("payload", flat=True).iterator(chunk_size=_CHUNK):
        for entry in canonical.loads(payload)["entries"]:
            told[entry["seq"]] = entry["hash"]
    found = CreditEntry.objects.filter(project=project).order_by("seq").values_list("seq", "hash")
    for seq, stored in found.iterator(chunk_size=_CHUNK):
        recorded = told.pop(seq, None)
        if recorded is None:
            yield f"{_ENTRIES} seq {seq}: the record does not know it"
        elif recorded != stored:
            yield f"{_ENTRIES} seq {seq}: the record says another hash"
    for seq in sorted(told):
        yield f"{_ENTRIES} seq {seq}: the record knows it, but it is missing"
    yield from _corrections(project)


def _corrections(project: Project) -> Iterator[str]:
    """What was asked and decided about entries stands in the record too: who, which entry, and the reason."""
    kept = {row.pk: row for row in Correction.objects.filter(project=project).select_related("entry", "made")}
    rows = RecordEntry.objects.filter(project=project.public_id, kind__in=_CORRECTING)
    for told in rows.order_by("seq").prefetch_related("texts"):
        data = canonical.loads(told.payload)
        correction = kept.get(data["correction"])
        place = f"{_CORRECTIONS} {data['correction']}"
        if correction is None:
            yield f"{place}: the record knows it, but it is missing"
        elif told.kind == "CorrectionProposed":
            said = [text.text for text in told.texts.all() if not text.erased]
            if (data["seq"], data["act"], told.actor) != (
                correction.entry.seq,
                correction.act,
                correction.proposed_by_id,
            ):
                yield f"{place}: the record says another proposal"
            elif said and said != [correction.reason]:
                yield f"{place}: the record says another reason"
        elif (told.kind == "CorrectionConfirmed", data.get("made")) != (
            correction.state == CorrectionState.CONFIRMED,
            correction.made.seq if correction.made else None,
        ):
            yield f"{place}: the record says another decision"


def verify_amounts(project: Project) -> Iterator[str]:
    """Every amount again from its fact and the rule of its version; then every entry that should be there."""
    by_version = {version.number: rules(version.document) for version in terms.versions(project)}
    expected: dict[tuple[str, str, str], tuple[Fraction, dt.date]] = {}
    for fact in CreditFact.objects.filter(project=project).order_by("pk").iterator(chunk_size=_CHUNK):
        for rule in by_version.get(fact.terms, ()):
            if not applies(fact, rule):
                continue
            day = fact.submitted if rule["date"] == "submitted" else fact.accepted
            try:
                made = amounts(rule, for_engine(fact))
            except (AwardError, EngineError) as error:
                yield f"{_FACTS} {fact.source}: it gives no amounts: {error}"
                continue
            for subject, amount in made.items():
                expected[fact.source, rule["id"], subject] = amount, day
    attempts: dict[tuple[str, str, str, int], int] = {}
    for entry in _entries(project):
        work = (entry.source, entry.kind, entry.subject_id, entry.terms)
        if entry.reverses_id is not None:
            yield from _reversal_faults(entry)
            attempts[work] = entry.attempt + 1
            continue
        if entry.attempt != attempts.get(work, 1):
            yield f"{_ENTRIES} seq {entry.seq}: attempt {entry.attempt} follows no reversal of the one before it"
        due = expected.get((entry.source, entry.kind, entry.subject_id))
        if due is None:
            yield f"{_ENTRIES} seq {entry.seq}: no rule of version {entry.terms} gives it"
        elif due != (entry.amount, entry.on):
            says = f"{format_amount(entry.amount)} on {entry.on}"
            yield f"{_ENTRIES} seq {entry.seq}: {says}, by the rule {format_amount(due[0])} on {due[1]}"
    posted = set(CreditEntry.objects.filter(project=project, reverses=None).values_list("source", "kind", "subject"))
    for source, kind, subject in sorted(expected.keys() - posted):
        yield f"{_ENTRIES}: {subject} has no entry of kind {kind} for {source}"


def verify_choices(project: Project) -> Iterator[str]:
    previous, count = ZERO, 0
    for choice in Choice.objects.filter(project=project).order_by("seq").iterator(chunk_size=_CHUNK):
        if choice.seq != count + 1:
            yield f"{_CHOICES} seq {count + 1}: the choice is missing"
            return
        follows = choice.previous_hash == previous
        if not follows or choice.hash != choice_hash(previous, choice, project=project.public_id):
            yield f"{_CHOICES} seq {choice.seq}: its hash is not the hash of its content"
            return
        previous, count = choice.hash, choice.seq
    head = LedgerHead.objects.filter(project=project).first()
    if (head.choices_count, head.choices_hash) != (count, previous) if head else count:
        yield f"{_HEADS}: the head says other choices, the chain ends at seq {count}"


def _reversal_faults(entry: CreditEntry) -> Iterator[str]:
    origin: Any = entry.reverses
    place = f"{_ENTRIES} seq {entry.seq}"
    if origin.reverses_id is not None or origin.project_id != entry.project_id or origin.seq >= entry.seq:
        yield f"{place}: it reverses what cannot be reversed, seq {origin.seq}"
        return
    same = ("subject_id", "kind", "source", "terms", "attempt", "on", "origin")
    for name in same:
        if getattr(entry, name) != getattr(origin, name):
            yield f"{place}: its {name.removesuffix('_id')} is not that of seq {origin.seq}, which it reverses"
    if entry.amount != -origin.amount:
        yield f"{place}: it does not cancel seq {origin.seq}"


def _entries(project: Project) -> Iterator[CreditEntry]:
    rows = CreditEntry.objects.filter(project=project).select_related("reverses").order_by("seq")
    return rows.iterator(chunk_size=_CHUNK)
