"""The only writers of points: a fact becomes entries, an entry is taken back by a reversal."""

import datetime as dt
from collections.abc import Collection, Sequence
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from authorship.engine.amounts import format_amount
from authorship.engine.awards import AwardError, amounts
from authorship.engine.errors import EngineError
from authorship.ledger import append
from authorship.ledger.chain import fact_digest
from authorship.ledger.facts import Fact, applies, for_engine
from authorship.ledger.models import CreditEntry, CreditFact
from portal.core import events
from portal.core.errors import Conflict, Refused
from portal.core.record import services as record
from portal.people.models import Subject
from projects.project.models import Project
from projects.terms import queries as terms

# Entries named in one record entry; a larger post is told in several.
_TOLD_AT_ONCE = 500


def post_fact(*, project: Project, fact: Fact, at: dt.datetime, actor: Subject | None = None) -> list[CreditEntry]:
    """As `post_facts`, for one."""
    return post_facts(project=project, facts=[fact], at=at, actor=actor)


@transaction.atomic
def post_facts(
    *,
    project: Project,
    facts: Sequence[Fact],
    at: dt.datetime,
    actor: Subject | None = None,
    origin: str = CreditEntry.Origin.COMPUTED,
) -> list[CreditEntry]:
    """Entries by every award rule for each fact's type in the version that binds it, and the fact kept with them.

    Writes one record entry a post and emits CreditPosted. A fact posted before changes nothing, also when its
    entries were reversed since; the same source with another content is a Conflict. Facts that earn nothing
    leave no trace.
    """
    record.hold(project)
    append.hold(project)
    drafts: list[append.Draft] = []
    kept: list[CreditFact] = []
    for fact in _new(project, facts):
        digest = fact_digest(fact)
        made = _drafts(project, fact, digest, origin)
        if made:
            drafts += made
            kept.append(_fact_row(project, fact))
    if not drafts:
        return []
    CreditFact.objects.bulk_create(kept, batch_size=_TOLD_AT_ONCE)
    posted = append.entries(project=project, drafts=drafts, at=at)
    _tell(project, posted, kind="CreditPosted", actor=actor, at=at)
    return posted


@transaction.atomic
def reverse(
    *, project: Project, entries: Collection[CreditEntry], at: dt.datetime, actor: Subject | None
) -> list[CreditEntry]:
    """Takes entries back in full, once each; writes the record and emits CreditPosted.

    Who may ask for it and who must agree is settled in `corrections`. A reversal carries the day of its
    original, so that no list of any day counts what was taken back. Refused: an entry of another project
    and a reversal of a reversal; a second reversal is a Conflict.
    """
    record.hold(project)
    append.hold(project)
    for entry in entries:
        if entry.project_id != project.pk or entry.reverses_id is not None:
            raise Refused(_("Only an entry of this project that reverses nothing can be reversed."))
    taken = [entry.pk for entry in entries]
    if CreditEntry.objects.filter(reverses__in=taken).exists():
        raise Conflict(_("This entry was reversed already. Nothing was changed."))
    facts = {
        fact.source: fact_digest(fact)
        for fact in CreditFact.objects.filter(project=project, source__in={entry.source for entry in entries})
    }
    posted = append.entries(project=project, drafts=[_reversal(entry, facts[entry.source]) for entry in entries], at=at)
    _tell(project, posted, kind="CreditReversed", actor=actor, at=at)
    return posted


@transaction.atomic
def post_again(*, project: Project, entry: CreditEntry, at: dt.datetime, actor: Subject | None) -> CreditEntry:
    """The same points once more after they were taken back, as the next attempt, on the day of the first.

    Who may ask for it and who must agree is settled in `corrections`. Refused: an entry that stands, a reversal,
    and an attempt that another one followed.
    """
    record.hold(project)
    append.hold(project)
    if not may_follow(entry):
        raise Refused(_("Only what was taken back, and not posted again since, can be posted again."))
    digest = fact_digest(CreditFact.objects.get(project=project, source=entry.source))
    draft = append.Draft(
        subject=entry.subject_id,
        kind=entry.kind,
        amount=entry.amount,
        origin=entry.origin,
        source=entry.source,
        terms=entry.terms,
        on=entry.on,
        fact=digest,
        attempt=entry.attempt + 1,
    )
    posted = append.entries(project=project, drafts=[draft], at=at)
    _tell(project, posted, kind="CreditPosted", actor=actor, at=at)
    return posted[0]


def may_follow(entry: CreditEntry) -> bool:
    """Whether the entry was taken back and no later attempt stands for it."""
    if entry.reverses_id is not None or not CreditEntry.objects.filter(reverses=entry).exists():
        return False
    return next_attempt(entry) is None


def next_attempt(entry: CreditEntry) -> CreditEntry | None:
    return CreditEntry.objects.filter(
        project=entry.project_id,
        kind=entry.kind,
        source=entry.source,
        subject=entry.subject_id,
        terms=entry.terms,
        attempt=entry.attempt + 1,
        reverses=None,
    ).first()


def _new(project: Project, facts: Sequence[Fact]) -> list[Fact]:
    """Those whose source was not posted yet."""
    known = {
        row.source: fact_digest(row)
        for start in range(0, len(facts), _TOLD_AT_ONCE)
        for row in CreditFact.objects.filter(
            project=project, source__in=[fact.source for fact in facts[start : start + _TOLD_AT_ONCE]]
        )
    }
    new: list[Fact] = []
    for fact in facts:
        if fact.source not in known:
            known[fact.source] = fact_digest(fact)
            new.append(fact)
        elif known[fact.source] != fact_digest(fact):
            raise Conflict(
                _("Credit for %(source)s was posted from other facts. It can only be corrected by a reversal.")
                % {"source": fact.source}
            )
    return new


def _drafts(project: Project, fact: Fact, digest: str, origin: str) -> list[append.Draft]:
    version = terms.version(project, fact.terms)
    if version is None:
        raise Refused(_("There is no version %(number)d of the terms.") % {"number": fact.terms})
    drafts: list[append.Draft] = []
    for rule in rules(version.document):
        if not applies(fact, rule):
            continue
        day = fact.submitted if rule["date"] == "submitted" else fact.accepted
        for subject, amount in earned(rule, fact).items():
            drafts.append(
                append.Draft(
                    subject=subject,
                    kind=rule["id"],
                    amount=amount,
                    origin=origin,
                    source=fact.source,
                    terms=fact.terms,
                    on=day,
                    fact=digest,
                )
            )
    return drafts


def earned(rule: dict[str, Any], fact: Fact) -> dict[str, Fraction]:
    """{subject id: points}, by subject. What the engine cannot make of the fact is Refused with its reason."""
    try:
        return dict(sorted(amounts(rule, for_engine(fact)).items()))
    except (AwardError, EngineError) as error:
        raise Refused(
            _("No credit of the kind “%(kind)s” can be made for %(source)s: %(reason)s.")
            % {"kind": rule["id"], "source": fact.source, "reason": error}
        ) from error


def rules(document: dict[str, Any]) -> list[dict[str, Any]]:
    """The award rules of a stored terms document; none where authorship is open or answered with none."""
    clause = document.get("authorship")
    kinds = clause.get("kinds") if isinstance(clause, dict) else None
    return [rule for rule in kinds if isinstance(rule, dict)] if isinstance(kinds, list) else []


def _fact_row(project: Project, fact: Fact) -> CreditFact:
    return CreditFact(
        project=project,
        source=fact.source,
        work=fact.work,
        type=fact.type,
        kind=fact.kind,
        count=fact.count,
        submitted=fact.submitted,
        accepted=fact.accepted,
        terms=fact.terms,
        shares=dict(fact.shares),
        attributes=dict(fact.attributes),
    )


def _reversal(entry: CreditEntry, digest: str) -> append.Draft:
    return append.Draft(
        subject=entry.subject_id,
        kind=entry.kind,
        amount=-entry.amount,
        origin=entry.origin,
        source=entry.source,
        terms=entry.terms,
        on=entry.on,
        fact=digest,
        attempt=entry.attempt,
        reverses=entry,
    )


def _tell(
    project: Project, posted: Sequence[CreditEntry], *, kind: str, actor: Subject | None, at: dt.datetime
) -> None:
    for start in range(0, len(posted), _TOLD_AT_ONCE):
        some = posted[start : start + _TOLD_AT_ONCE]
        data = {
            "entries": [
                {
                    "seq": entry.seq,
                    "subject": entry.subject_id,
                    "kind": entry.kind,
                    "amount": format_amount(entry.amount),
                    "source": entry.source,
                    "reverses": entry.reverses.seq if entry.reverses else None,
                    "hash": entry.hash,
                }
                for entry in some
            ]
        }
        record.write(project=project, kind=kind, actor=actor, at=at, data=data)
    events.emit(
        events.CreditPosted(
            project=project.public_id,
            actor=actor.pk if actor else "",
            at=at,
            seqs=tuple(entry.seq for entry in posted),
        )
    )
