"""The ledger as its pages show it: entries with names, sources and reversals joined."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.http import HttpRequest
from django.urls import reverse

from authorship.ledger import corrections, queries, services, sources
from authorship.ledger.forms import ReasonForm
from authorship.ledger.models import Correction, CreditEntry, CreditFact
from authorship.ledger.sources import Source
from authorship.ledger.states import CorrectionState
from portal.core.access import check as access
from portal.core.errors import NotVisible
from portal.core.web.components.credit import CreditRow, Kind
from portal.people import alike
from portal.people import queries as people
from portal.people.models import Profile, Subject
from projects.project.models import Project
from projects.project.queries import Reader
from projects.project.web import reader_of
from projects.terms import queries as terms
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class EntryRow:
    """`reversed_by` is the seq of the reversal, None while the entry stands."""

    entry: CreditEntry
    subject: Subject
    kind: str
    source: Source
    reversed_by: int | None


@dataclass(frozen=True)
class Filter:
    """`asked` is what was typed for the person; `unknown` says that nobody with credit here is meant by it."""

    asked: str = ""
    subject: str = ""
    kind: str = ""

    @classmethod
    def of(cls, person: str, kind: str, kinds: Sequence[Kind]) -> "Filter":
        """A handle or a subject id; an unknown one finds nothing, an unknown kind is no filter."""
        asked = person.strip().removeprefix("@")[:60]
        known = {one.id for one in kinds}
        subject = ""
        if asked:
            found = people.with_page(asked.lower()) or Subject.objects.filter(pk=asked).first()
            subject = found.pk if found else "-"
        return cls(asked=asked, subject=subject, kind=kind if kind in known else "")

    @property
    def unknown(self) -> bool:
        return self.subject == "-"


def kinds(project: Project) -> list[Kind]:
    return kinds_of(list(terms.versions(project)))


def kinds_of(versions: Sequence[TermsVersion]) -> list[Kind]:
    """Of every version, in the order of the latest; `versions` are by number."""
    titles: dict[str, str] = {}
    for version in reversed(versions):
        for rule in services.rules(version.document):
            titles.setdefault(rule["id"], str(rule.get("title") or rule["id"]))
    return [Kind(id=kind, title=title) for kind, title in titles.items()]


def rows(entries: Sequence[CreditEntry], *, project: Project, reader: Reader, kinds: Sequence[Kind]) -> list[EntryRow]:
    """Five queries and those of the sources, however many entries."""
    subjects = Subject.objects.select_related("profile").in_bulk({entry.subject_id for entry in entries})
    alike.mark(subjects.values(), queries.any_part(project))
    told = sources.described({entry.source for entry in entries}, project=project, reader=reader)
    titles = {kind.id: kind.title for kind in kinds}
    by = dict(CreditEntry.objects.filter(reverses__in=[entry.pk for entry in entries]).values_list("reverses", "seq"))
    originals = CreditEntry.objects.in_bulk([entry.reverses_id for entry in entries if entry.reverses_id])
    made = []
    for entry in entries:
        if entry.reverses_id:
            entry.reverses = originals[entry.reverses_id]
        made.append(
            EntryRow(
                entry=entry,
                subject=subjects[entry.subject_id],
                kind=titles.get(entry.kind, entry.kind),
                source=told[entry.source],
                reversed_by=by.get(entry.pk),
            )
        )
    return made


def sums(project: Project, chosen: Filter, kinds: Sequence[Kind]) -> list[tuple[Kind, Fraction]]:
    """Points by kind of what the filter leaves; kinds without points are left out."""
    found = queries.totals(project, subjects=[chosen.subject] if chosen.subject else None)
    by_kind = {kind.id: Fraction() for kind in kinds}
    for points in found.values():
        for kind, amount in points.items():
            by_kind[kind] = by_kind.get(kind, Fraction()) + amount
    wanted = [kind for kind in kinds if not chosen.kind or kind.id == chosen.kind]
    return [(kind, by_kind[kind.id]) for kind in wanted if by_kind[kind.id]]


def people_rows(
    project: Project, subjects: Sequence[str], totals: queries.Totals, profiles: Mapping[str, Profile]
) -> list[CreditRow]:
    made = []
    apart = alike.told_apart((profiles[one] for one in subjects if one in profiles), queries.any_part(project))
    for subject in subjects:
        profile = profiles.get(subject)
        handle = profile.subject.handle if profile and not profile.erased_at else None
        made.append(
            CreditRow(
                place=None,
                name=people.printed(profile),
                native=profile.native_shown if profile else "",
                href=reverse("credit_page", args=[project.slug]) + f"?person={handle or subject}",
                amounts=totals[subject],
                note=apart.get(subject, ""),
            )
        )
    return made


def entry_context(
    request: HttpRequest,
    project: Project,
    seq: int,
    *,
    form: ReasonForm | None = None,
    reasons: Sequence[object] = (),
) -> dict[str, Any]:
    """Everything about one entry, and what this reader may do about it."""
    entry = CreditEntry.objects.select_related("reverses").filter(project=project, seq=seq).first()
    if entry is None:
        raise NotVisible
    [row] = rows([entry], project=project, reader=request.user, kinds=kinds(project))
    known = list(
        Correction.objects.filter(entry=entry).select_related(
            "proposed_by__profile", "decided_by__profile", "made", "entry", "project"
        )
    )
    actor = reader_of(request)
    standing = entry.reverses_id is None and row.reversed_by is None
    pending = next((one for one in known if one.state == CorrectionState.PROPOSED), None)
    may = access.check(actor, "credit.propose_reversal", project, entry)
    decide = access.check(actor, "credit.reverse", project, entry, first=pending.proposed_by_id if pending else "")
    return {
        "project": project,
        "tab": "credit",
        "row": row,
        "entry": entry,
        "fact": CreditFact.objects.filter(project=project, source=entry.source).first(),
        "corrections": known,
        "pending": pending,
        "standing": standing,
        "next_attempt": services.next_attempt(entry) if row.reversed_by else None,
        "may_propose": standing and pending is None and bool(may),
        "may_propose_again": pending is None and bool(may) and not corrections.why_not_again(entry),
        "may_decide": pending is not None and bool(decide),
        "may_withdraw": pending is not None and actor is not None and pending.proposed_by_id == actor.pk,
        "why_not_decide": decide.reasons if pending is not None and may else (),
        "form": form or ReasonForm(),
        "reasons": reasons,
    }
