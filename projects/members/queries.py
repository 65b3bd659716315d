"""Reads of membership, roles and the powers that come with them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from portal.core import clock
from portal.people.models import Subject
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import Acceptance, TermsVersion


def is_member(project: Project, subject: Subject, on: dt.date | None = None) -> bool:
    """Whether an interval of membership holds on the day (by default: is open)."""
    intervals = Membership.objects.filter(project=project, subject=subject)
    return intervals.filter(until=None).exists() if on is None else intervals.filter(holding(on)).exists()


def holding(on: dt.date) -> Q:
    """Rows whose interval of whole days, both ends included, contains `on`."""
    return Q(since__lte=on) & (Q(until=None) | Q(until__gte=on))


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
    Before version 1 nobody holds any; what the creator may do then is said by the permission table.
    """
    at = at or clock.deciding()
    version = terms.current(project, at)
    if version is None:
        return frozenset()
    on = clock.today(version.document["zone"], at)
    accepted = Acceptance.objects.filter(terms__project=project, subject=OuterRef("subject"))
    held = RoleGrant.objects.filter(Exists(accepted), holding(on), project=project, subject=subject)
    ids = set(held.values_list("role", flat=True))
    return frozenset(power for role in defined(version) if role["id"] in ids for power in powers_of(role))


def holders(project: Project, power: str, at: dt.datetime | None = None) -> list[Subject]:
    """Everybody whose `powers` hold it, in the order they were granted a role with it."""
    at = at or clock.deciding()
    version = terms.current(project, at)
    if version is None:
        return []
    ids = [role["id"] for role in defined(version) if power in powers_of(role)]
    accepted = Acceptance.objects.filter(terms__project=project, subject=OuterRef("subject"))
    held = grants(project, clock.today(version.document["zone"], at)).filter(Exists(accepted), role__in=ids)
    return list({grant.subject_id: grant.subject for grant in held}.values())


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
