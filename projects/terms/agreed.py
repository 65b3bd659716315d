"""Who has to agree before the next version of the terms is published, and who has."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field

from django.db.models import Q

from portal.core import clock
from portal.core.record import presenters
from portal.core.record import queries as record
from portal.people.models import Subject, User
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.terms import people, queries
from projects.terms.document.hashing import version_hash
from projects.terms.models import Acceptance, PublishAgreement, TermsDraft, TermsVersion

# For how long a core member who has not accepted any version is waited for, from the first day of the first version
# that names them.
SILENT_DAYS = 30


def team(project: Project, version: TermsVersion | None, day: dt.date, at: dt.datetime) -> list[str]:
    """The core members whom `version` names and who can still answer: subject ids in the order of the document.

    Left out are those whose account was closed by `at` or is barred, those who had left the project by `day`, and
    those who are silent: nobody is stopped for ever by naming somebody who never comes.
    """
    if version is None:
        return []
    named = people.subjects_in(version.document)
    accounts = User.objects.filter(Q(closed_at=None, is_active=True) | Q(closed_at__gt=at), subject__in=named)
    reachable = set(accounts.values_list("subject_id", flat=True))
    joined: set[str] = set()
    stays: set[str] = set()
    held = Project.objects.filter(pk=project.pk, memberships__subject__in=named, memberships__since__lte=day)
    for subject, until in held.values_list("memberships__subject", "memberships__until"):
        joined.add(subject)
        if until is None or until > day:
            stays.add(subject)
    left = (joined - stays) | _silent(project, version, day, at)
    return [one for one in dict.fromkeys(named) if one in reachable and one not in left]


def _silent(project: Project, version: TermsVersion, day: dt.date, at: dt.datetime) -> set[str]:
    """Whom versions in force have named for so long, and who had accepted none of them by `at`."""
    named = set(people.subjects_in(version.document))
    rows = Acceptance.objects.filter(terms__project=project, subject__in=named, at__lte=at)
    waiting = named - set(rows.values_list("subject_id", flat=True))
    if not waiting:
        return set()
    since: dict[str, dt.date] = {}
    for earlier in TermsVersion.objects.filter(project=project, number__lte=version.number).order_by("number"):
        for subject in waiting & set(people.subjects_in(earlier.document)):
            since.setdefault(subject, earlier.in_force)
    return {subject for subject, first in since.items() if first + dt.timedelta(days=SILENT_DAYS) <= day}


def team_now(project: Project, at: dt.datetime) -> list[str]:
    """Of the version in force at `at`, in days of its own zone."""
    return team(project, queries.current(project, at), clock.today(queries.zone(project, at), at), at)


@dataclass(frozen=True)
class Declined:
    """Somebody's no to a text, with the reason; None where the reason was erased."""

    by: str
    at: dt.datetime
    reason: str | None


@dataclass(frozen=True)
class Agreement:
    """What the text of `hash` needs to become version `number`. `rows` are oldest first: who proposed it, then who
    agreed. `team` are the core members who count."""

    number: int
    hash: str
    team: list[str]
    rows: list[PublishAgreement] = field(default_factory=list)
    declined: list[Declined] = field(default_factory=list)

    @property
    def needed(self) -> bool:
        """From version 2 on, where the core team has more than one member."""
        return self.number > 1 and len(self.team) > 1

    @property
    def proposer(self) -> Subject | None:
        return self.rows[0].by if self.rows else None

    @property
    def refusing(self) -> set[str]:
        """Who said no to this text; their own yes, before or after, no longer counts."""
        return {one.by for one in self.declined}

    @property
    def agreeing(self) -> list[str]:
        """The core members behind this text, whoever put it forward among them; each once."""
        behind = dict.fromkeys(row.by_id for row in self.rows)
        return [one for one in behind if one in self.team and one not in self.refusing]

    @property
    def wanting(self) -> int:
        """How many core members have still to agree: there must be two."""
        return max(0, 2 - len(self.agreeing)) if self.needed else 0

    @property
    def given(self) -> bool:
        return self.wanting == 0

    @property
    def waits_for(self) -> list[str]:
        """Who may still agree."""
        if not self.rows:
            return []
        done = {row.by_id for row in self.rows} | self.refusing
        return [one for one in self.team if one not in done]


def agreement(project: Project, *, number: int, hash: str, at: dt.datetime) -> Agreement:
    rows = PublishAgreement.objects.filter(project=project, number=number, hash=hash)
    return Agreement(
        number,
        hash,
        team_now(project, at),
        list(rows.select_related("by__profile").order_by("pk")),
        declined(project, number, hash),
    )


def declined(project: Project, number: int, hash: str) -> list[Declined]:
    """Oldest first. It stands on the record alone."""
    found = []
    for entry in record.entries(project, kinds=("TermsDeclined",)):
        told = presenters.payload(entry)
        if (told["version"], told["hash"]) == (number, hash):
            found.append(Declined(entry.actor, entry.at, presenters.texts(entry).get("reason")))
    return found[::-1]


def hash_of(draft: TermsDraft) -> str:
    """The hash the draft would be published under; the file it was read from counts as attached text."""
    return version_hash(draft.document, [draft.file.sha256] if draft.file else [])


def of_draft(project: Project, draft: TermsDraft | None, at: dt.datetime) -> Agreement | None:
    """What the draft as it stands needs; None before anything was written."""
    if draft is None:
        return None
    return agreement(project, number=queries.next_number(project), hash=hash_of(draft), at=at)


def told(found: Agreement) -> dict[str, object]:
    """Who waits for whom, with printed names, for `projects/terms/agreement.html`."""
    said = found.declined
    names = printed_names([*found.team, *(row.by_id for row in found.rows), *(one.by for one in said)])
    return {
        "team": [names[one] for one in found.team],
        "proposer": names[found.rows[0].by_id] if found.rows else "",
        "proposed_at": found.rows[0].at if found.rows else None,
        "agreed": [(names[row.by_id], row.at) for row in found.rows[1:] if row.by_id not in found.refusing],
        "waits_for": [names[one] for one in found.waits_for],
        "declined": [(names[one.by], one.at, one.reason) for one in said],
    }
