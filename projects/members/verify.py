"""Proves that roles and memberships are what the record told when they were given and when they ended."""

from __future__ import annotations

from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project

# What was said -> the seqs of the lines that said it.
Told = dict[tuple[str, ...], list[int]]
_GRANTS, _MEMBERSHIPS = RoleGrant._meta.db_table, Membership._meta.db_table


def verify_roles(project: Project) -> Iterator[str]:
    """Each role has a line that tells its day, road and version, and one of its end; each line has its role."""
    told = _told(project, "RoleGranted", ("subject", "role", "since", "reason", "version"))
    ended = _told(project, "RoleEnded", ("subject", "role", "since", "until"))
    for row in RoleGrant.objects.filter(project=project).order_by("pk"):
        role = (row.subject_id, row.role, row.since.isoformat())
        if not _take(told, (*role, row.reason, str(row.terms))):
            yield f"{_GRANTS} of {row.subject_id}: the record does not tell of {row.role} from {row.since}"
        if row.until is not None and not _take(ended, (*role, row.until.isoformat())):
            yield f"{_GRANTS} of {row.subject_id}: the record does not tell that {row.role} ended on {row.until}"
    for (subject, name, since, *_road), seqs in told.items():
        yield f"{_GRANTS} of {subject}: {name} from {since}, told in seq {seqs[0]}, is missing"
    for (subject, name, _since, until), seqs in ended.items():
        yield f"{_GRANTS} of {subject}: {name} ended on {until}, as told in seq {seqs[0]}, and does not here"


def verify_memberships(project: Project) -> Iterator[str]:
    """Each membership has a line that tells its first day, and one of its last; each line has its membership."""
    told = _told(project, "MemberJoined", ("since",))
    left = _told(project, "MemberLeft", ("since", "until"))
    for row in Membership.objects.filter(project=project).order_by("pk"):
        since = row.since.isoformat()
        if not _take(told, (row.subject_id, since)):
            yield f"{_MEMBERSHIPS} of {row.subject_id}: the record does not tell of one from {since}"
        if row.until is not None and not _take(left, (row.subject_id, since, row.until.isoformat())):
            yield f"{_MEMBERSHIPS} of {row.subject_id}: the record does not tell that it ended on {row.until}"
    for (subject, since), seqs in told.items():
        yield f"{_MEMBERSHIPS} of {subject}: the one from {since}, told in seq {seqs[0]}, is missing"
    for (subject, _since, until), seqs in left.items():
        yield f"{_MEMBERSHIPS} of {subject}: it ended on {until}, as told in seq {seqs[0]}, and does not here"


def _told(project: Project, kind: str, fields: tuple[str, ...]) -> Told:
    """What the lines of a kind say, newest first; without a field `subject` it is whoever acted."""
    found: Told = {}
    for entry in queries.entries(project, kinds=(kind,)):
        payload = presenters.payload(entry)
        said = tuple(str(payload[name]) for name in fields)
        found.setdefault(said if fields[0] == "subject" else (entry.actor, *said), []).append(entry.seq)
    return found


def _take(told: Told, said: tuple[str, ...]) -> bool:
    """One line answers for one row: who left and came back on one day has two that say the same."""
    seqs = told.get(said)
    if not seqs:
        return False
    seqs.pop()
    if not seqs:
        del told[said]
    return True
