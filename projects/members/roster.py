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
    """`until` is the last day of somebody who left; `earlier` are intervals before the one shown."""

    subject: Subject
    since: object
    roles: list[Held]
    until: object = None
    earlier: Sequence[Membership] = ()


def held(subject_id: str, grants: Iterable[RoleGrant], version: TermsVersion | None) -> list[Held]:
    return [
        Held(queries.title_of(version, one.role), presenters.REASONS[one.reason], one)
        for one in grants
        if one.subject_id == subject_id
    ]


def members(
    page: Sequence[Membership], project: Project, grants: Sequence[RoleGrant], version: TermsVersion | None
) -> list[Row]:
    """Of open memberships, each with what the person was before."""
    earlier = _earlier(project, page)
    return [
        Row(one.subject, one.since, held(one.subject_id, grants, version), earlier=earlier.get(one.subject_id, ()))
        for one in page
    ]


def former(page: Sequence[Membership], project: Project, version: TermsVersion | None) -> list[Row]:
    """Who left, with every role they held."""
    ids = [one.subject_id for one in page]
    grants = list(RoleGrant.objects.filter(project=project, subject__in=ids).order_by("since", "pk"))
    earlier = _earlier(project, page)
    return [
        Row(
            one.subject,
            one.since,
            held(one.subject_id, grants, version),
            until=one.until,
            earlier=earlier.get(one.subject_id, ()),
        )
        for one in page
    ]


def _earlier(project: Project, page: Sequence[Membership]) -> dict[str, list[Membership]]:
    shown = [one.pk for one in page]
    found: dict[str, list[Membership]] = {}
    rows = Membership.objects.filter(project=project, subject__in=[one.subject_id for one in page])
    for one in rows.exclude(pk__in=shown).order_by("since", "pk"):
        found.setdefault(one.subject_id, []).append(one)
    return found


def waiting(project: Project, grants: Sequence[RoleGrant], version: TermsVersion | None) -> list[Row]:
    """Holders of roles who have not accepted any version yet, so that their roles do not work."""
    accepted = set(Acceptance.objects.filter(terms__project=project).values_list("subject_id", flat=True))
    subjects = {one.subject_id: one.subject for one in grants if one.subject_id not in accepted}
    return [Row(subject, None, held(pk, grants, version)) for pk, subject in subjects.items()]
