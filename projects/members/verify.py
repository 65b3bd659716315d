"""Proves that roles and memberships are what the record told when they were given."""

from __future__ import annotations

from collections.abc import Iterator

from portal.core.record import presenters, queries
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project

_GRANTS, _MEMBERSHIPS = RoleGrant._meta.db_table, Membership._meta.db_table


def verify_roles(project: Project) -> Iterator[str]:
    """Each role has a line that tells the same day, road and version, and each line has its role."""
    told = {}
    for entry in queries.entries(project, kinds=("RoleGranted",)):
        payload = presenters.payload(entry)
        said = tuple(str(payload[name]) for name in ("subject", "role", "since", "reason", "version"))
        told[said] = entry.seq
    for row in RoleGrant.objects.filter(project=project).order_by("pk"):
        kept = (row.subject_id, row.role, row.since.isoformat(), row.reason, str(row.terms))
        if told.pop(kept, None) is None:
            yield f"{_GRANTS} of {row.subject_id}: the record does not tell of {row.role} from {row.since}"
    for (subject, role, since, *_road), seq in told.items():
        yield f"{_GRANTS} of {subject}: {role} from {since}, told in seq {seq}, is missing"


def verify_memberships(project: Project) -> Iterator[str]:
    """Each membership has a line that tells the same first day, and each line has its membership."""
    told = {}
    for entry in queries.entries(project, kinds=("MemberJoined",)):
        told[entry.actor, str(presenters.payload(entry)["since"])] = entry.seq
    for row in Membership.objects.filter(project=project).order_by("pk"):
        if told.pop((row.subject_id, row.since.isoformat()), None) is None:
            yield f"{_MEMBERSHIPS} of {row.subject_id}: the record does not tell of one from {row.since}"
    for (subject, since), seq in told.items():
        yield f"{_MEMBERSHIPS} of {subject}: the one from {since}, told in seq {seq}, is missing"
