"""Proves that published terms and acceptances are what the record told when they were made."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from portal.core import clock
from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.terms.agreed import declined, team
from projects.terms.document.hashing import version_hash
from projects.terms.models import Acceptance, MarkContest, MarkReply, PublishAgreement, TermsVersion
from projects.terms.replying import digest, said

_VERSIONS, _ACCEPTANCES = TermsVersion._meta.db_table, Acceptance._meta.db_table
_AGREEMENTS = PublishAgreement._meta.db_table


def verify_terms(project: Project) -> Iterator[str]:
    """Each version's hash is that of its text, and both the hash and the day are those on the record."""
    told = {}
    for entry in queries.entries(project, kinds=("TermsPublished",)):
        payload = presenters.payload(entry)
        told[payload["version"]] = (payload["hash"], payload["in_force"])
    for version in TermsVersion.objects.filter(project=project).select_related("file").order_by("number"):
        place = f"{_VERSIONS} number {version.number}"
        files = [version.file.sha256] if version.file else []
        if version.hash != version_hash(version.document, files):
            yield f"{place}: its hash is not the hash of its text"
        if told.pop(version.number, None) != (version.hash, version.in_force.isoformat()):
            yield f"{place}: the record tells another hash or another day"
    for number in sorted(told, key=str):
        yield f"{_VERSIONS} number {number}: the version is missing, though it is on the record"


def verify_acceptances(project: Project) -> Iterator[str]:
    """Each acceptance repeats the hash of its version; whoever the record calls accepting has an acceptance."""
    kept = set()
    for row in Acceptance.objects.filter(terms__project=project).select_related("terms").order_by("pk"):
        kept.add((row.subject_id, row.terms.number))
        if row.hash != row.terms.hash:
            yield f"{_ACCEPTANCES} of {row.subject_id}: its hash is not that of version {row.terms.number}"
    for entry in queries.entries(project, kinds=("TermsAccepted", "MemberJoined")).reverse():
        version = presenters.payload(entry)["version"]
        if (entry.actor, version) not in kept:
            told = f"the acceptance of version {version}, told in seq {entry.seq},"
            yield f"{_ACCEPTANCES} of {entry.actor}: {told} is missing"


def verify_agreements(project: Project) -> Iterator[str]:
    """Every agreement is on the record, and the other way round; and each version from 2 on, where the terms then in
    force named more than one core member who could answer, was agreed to by another than who proposed it."""
    rows = list(PublishAgreement.objects.filter(project=project).order_by("pk"))
    told: Counter[tuple[object, ...]] = Counter(
        (entry.actor, payload["version"], payload["hash"])
        for entry in queries.entries(project, kinds=("TermsProposed", "TermsAgreed"))
        for payload in [presenters.payload(entry)]
    )
    kept: Counter[tuple[object, ...]] = Counter((row.by_id, row.number, row.hash) for row in rows)
    for by, number, _hash in sorted(told - kept, key=str):
        yield f"{_AGREEMENTS} of {by} to version {number} is missing, though it is on the record"
    for by, number, _hash in sorted(kept - told, key=str):
        yield f"{_AGREEMENTS} of {by} to version {number} is not on the record"
    for before, version in pairwise(TermsVersion.objects.filter(project=project).order_by("number")):
        at = version.published_at
        in_force = _in_force_before(project, version.number, at) or before
        core = team(project, in_force, clock.today(in_force.document["zone"], at), at)
        given = {row.by_id for row in rows if (row.number, row.hash) == (version.number, version.hash) and row.at <= at}
        refused = {one.by for one in declined(project, version.number, version.hash) if one.at <= at}
        if len(core) > 1 and len((given & set(core)) - refused) < 2:
            yield f"{_VERSIONS} number {version.number}: no second member of the core team has agreed to it"


def _in_force_before(project: Project, number: int, at: dt.datetime) -> TermsVersion | None:
    """The version in force at `at` as it was before version `number` was published."""
    for one in TermsVersion.objects.filter(project=project, number__lt=number).order_by("-number"):
        if one.in_force <= clock.today(one.document["zone"], at):
            return one
    return None


def verify_marks(project: Project) -> Iterator[str]:
    """Every reply and every contest beside a card is on the record with its text, and the other way round."""
    told = Counter(
        _told(entry.kind, entry.actor, *(presenters.payload(entry)[name] for name in ("version", "check", "text")))
        for entry in queries.entries(project, kinds=("MarkReplied", "MarkContested"))
    )
    replies = MarkReply.objects.filter(terms__project=project).select_related("terms")
    contests = MarkContest.objects.filter(terms__project=project).select_related("terms")
    kept = Counter(
        [
            *(_told("MarkReplied", row.by_id, row.terms.number, row.check_id, digest(row.text)) for row in replies),
            *(
                _told(
                    "MarkContested", row.by_id, row.terms.number, row.check_id, digest(said(row.sentence, row.reading))
                )
                for row in contests
            ),
        ]
    )
    for line in sorted(told - kept):
        yield f"{line} is missing, though it is on the record"
    for line in sorted(kept - told):
        yield f"{line} is not what the record tells"


def _told(kind: str, actor: object, version: object, check: object, text: object) -> str:
    return f"{kind} of {actor} beside {check} of version {version}, text {text}"
