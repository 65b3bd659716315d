"""The people of a project, ready for a page."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from portal.people.models import Subject
from projects.members import presenters, queries
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.terms.models import Acceptance, TermsVersion


@dataclass(frozen=True)
class Held:
    """A role somebody holds: its title, the road it came by, and since when."""

    title: str
    reason: object
    grant: RoleGrant


@dataclass(frozen=True)
class Row:
    subject: Subject
    since: object
    roles: list[Held]


def held(subject_id: str, grants: Iterable[RoleGrant], version: TermsVersion | None) -> list[Held]:
    return [
        Held(queries.title_of(version, one.role), presenters.REASONS[one.reason], one)
        for one in grants
        if one.subject_id == subject_id
    ]


def rows(memberships: Iterable[Membership], grants: Sequence[RoleGrant], version: TermsVersion | None) -> list[Row]:
    return [Row(one.subject, one.since, held(one.subject_id, grants, version)) for one in memberships]


def waiting(project: Project, grants: Sequence[RoleGrant], version: TermsVersion | None) -> list[Row]:
    """Holders of roles who have not accepted any version yet, so that their roles do not work."""
    accepted = set(Acceptance.objects.filter(terms__project=project).values_list("subject_id", flat=True))
    subjects = {one.subject_id: one.subject for one in grants if one.subject_id not in accepted}
    return [Row(subject, None, held(pk, grants, version)) for pk, subject in subjects.items()]
