"""Proves that published terms and acceptances are what the record told when they were made."""

from __future__ import annotations

from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.project.models import Project
from projects.terms.document.hashing import version_hash
from projects.terms.models import Acceptance, TermsVersion

_VERSIONS, _ACCEPTANCES = TermsVersion._meta.db_table, Acceptance._meta.db_table


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
