"""Reads of membership, roles and the powers that come with them."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from portal.core import clock
from portal.core.once import once
from portal.people.models import Subject
from portal.people.queries import here
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import Acceptance, TermsVersion

REMEMBERED = "powers"
# Without these nobody gives a task its people, ends a round, brings in others, or changes the terms.
NEEDED = ("assign", "decide", "invite", "amend")


def is_member(project: Project, subject: Subject, on: dt.date | None = None) -> bool:
    """Whether an interval of membership holds on the day (by default: is open)."""
    intervals = Membership.objects.filter(project=project, subject=subject)
    return intervals.filter(until=None).exists() if on is None else intervals.filter(holding(on)).exists()


def holding(on: dt.date) -> Q:
    """Rows whose interval of whole days, both ends included, contains `on`."""
    return Q(since__lte=on) & (Q(until=None) | Q(until__gte=on))


def takes_part(project: Project, subject: Subject) -> bool:
    """A member, or somebody who holds a role and has not joined."""
    return is_member(project, subject) or grants(project).filter(subject=subject).exists()


def former(project: Project) -> QuerySet[Membership]:
    """The last interval of everybody who left and has not come back, the latest first."""
    back = Membership.objects.filter(project=project, subject=OuterRef("subject"), until=None)
    later = Membership.objects.filter(project=project, subject=OuterRef("subject"), pk__gt=OuterRef("pk"))
    found = Membership.objects.filter(~Exists(back), ~Exists(later), project=project)
    return found.select_related("subject__profile").order_by("-until", "subject__profile__sort_key", "subject_id")


def any_part(project: Project) -> Q:
    """Over profiles: whoever is or was a member or holds or held a role. For `portal.people.alike`."""
    rows = {"project": project, "subject": OuterRef("subject_id")}
    return Q(Exists(Membership.objects.filter(**rows))) | Q(Exists(RoleGrant.objects.filter(**rows)))


def members(project: Project) -> QuerySet[Membership]:
    """Open memberships by printed name."""
    found = Membership.objects.filter(project=project, until=None)
    return found.select_related("subject__profile").order_by("subject__profile__sort_key", "subject_id")


def grants(project: Project, on: dt.date | None = None) -> QuerySet[RoleGrant]:
    """Roles held on the day (by default: open ones), in the order they were granted."""
    rows = RoleGrant.objects.filter(project=project)
    rows = rows.filter(until=None) if on is None else rows.filter(holding(on))
    return rows.select_related("subject__profile").order_by("since", "pk")


def roles(project: Project, subject: Subject, at: dt.datetime | None = None) -> list[str]:
    """Role ids somebody holds on the day of `at` in the project's zone, in the order they were granted."""
    on = clock.today(terms.zone(project, at), at)
    return list(dict.fromkeys(grants(project, on).filter(subject=subject).values_list("role", flat=True)))


def powers(project: Project, subject: Subject, at: dt.datetime | None = None) -> frozenset[str]:
    """What somebody may do by the roles they hold, as the current terms define those roles.

    A role works once its holder has accepted some version of the terms: nobody acts by a text they were not shown.
    It works no more once their account is closed.
    One that ended works no more from that moment on, though its last day still counts as held.
    Before version 1 nobody holds any; what the creator may do then is said by the permission table.
    """
    at = at or clock.deciding()
    version = terms.current(project, at)
    if version is None:
        return frozenset()
    key = (REMEMBERED, project.pk, subject.pk, version.pk, clock.today(version.document["zone"], at))
    return once(key, lambda: powers_in([version], subject, at).get(project.pk, frozenset()))


def powers_in(versions: Iterable[TermsVersion], subject: Subject, at: dt.datetime) -> dict[int, frozenset[str]]:
    """`powers` in several projects at once, by their number in the database, from the version in force at `at` in
    each; a project where somebody holds no role is not in it."""
    in_force = {version.project_id: version for version in versions}
    accepted = Acceptance.objects.filter(terms__project=OuterRef("project"), subject=OuterRef("subject"))
    rows = RoleGrant.objects.filter(here("subject__"), Exists(accepted), until=None)
    rows = rows.filter(project__in=list(in_force), subject=subject)
    held: dict[int, set[str]] = defaultdict(set)
    for project, role_id, since in rows.values_list("project", "role", "since"):
        version = in_force[project]
        if since <= clock.today(version.document["zone"], at):
            held[project].update(*(powers_of(role) for role in defined(version) if role["id"] == role_id))
    return {project: frozenset(powers) for project, powers in held.items()}


def holders(project: Project, power: str, at: dt.datetime | None = None) -> list[Subject]:
    """Everybody whose `powers` hold it and whose account is open, in the order they were granted a role with it."""
    at = at or clock.deciding()
    version = terms.current(project, at)
    if version is None:
        return []
    key = (REMEMBERED, project.pk, power, version.pk, clock.today(version.document["zone"], at))
    grants = once(key, lambda: list(grants_with(project, power, at)))
    return list({grant.subject_id: grant.subject for grant in grants}.values())


def grants_with(project: Project, power: str, at: dt.datetime | None = None) -> QuerySet[RoleGrant]:
    """The roles by which somebody holds the power now and may use it."""
    at = at or clock.deciding()
    version = terms.current(project, at)
    if version is None:
        return RoleGrant.objects.none()
    ids = [role["id"] for role in defined(version) if power in powers_of(role)]
    accepted = Acceptance.objects.filter(terms__project=project, subject=OuterRef("subject"))
    today = clock.today(version.document["zone"], at)
    held = grants(project).filter(Exists(accepted), role__in=ids, since__lte=today)
    return held.filter(here("subject__"))


def unheld(project: Project, version: TermsVersion, *, without: Subject | None = None) -> list[str]:
    """Of the powers that no project runs without, those that nobody holds now, or `without` this person."""
    ids = working(project, without=without)
    held = {power for role in defined(version) if role["id"] in ids for power in powers_of(role)}
    return [power for power in NEEDED if power not in held]


def working(project: Project, *, without: Subject | None = None) -> frozenset[str]:
    """The roles whose powers somebody has, other than `without`."""
    return frozenset(working_people(project, without=without))


def working_people(project: Project, *, without: Subject | None = None) -> dict[str, frozenset[str]]:
    """By role the ids of those who have its powers: they are here and accepted some version."""
    accepted = Acceptance.objects.filter(terms__project=project, subject=OuterRef("subject"))
    rows = RoleGrant.objects.filter(here("subject__"), Exists(accepted), project=project, until=None)
    if without is not None:
        rows = rows.exclude(subject=without)
    found: dict[str, set[str]] = defaultdict(set)
    for role, subject in rows.order_by().values_list("role", "subject"):
        found[role].add(subject)
    return {role: frozenset(people) for role, people in found.items()}


def defined(version: TermsVersion | None) -> list[dict[str, Any]]:
    """The roles of a version in its order."""
    found = version.document.get("roles") if version else None
    return found if isinstance(found, list) else []


def powers_of(role: dict[str, Any]) -> list[str]:
    found = role.get("powers")
    return found if isinstance(found, list) else []


def role(version: TermsVersion | None, role_id: str) -> dict[str, Any] | None:
    return next((one for one in defined(version) if one["id"] == role_id), None)


def title_of(version: TermsVersion | None, role_id: str) -> str:
    """The title in the version, or the id where the version no longer has the role."""
    found = role(version, role_id)
    return str(found["title"]) if found else role_id
