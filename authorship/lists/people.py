"""The `subjects` of a bundle: everybody the rules of a project may look at, without their names.

Names join when a list is shown or exported; what stands here is what an order can rest on.
"""

import datetime as dt
import zoneinfo
from collections import defaultdict
from typing import Any

from django.db.models import Q

from authorship.ledger.models import Choice, CreditEntry
from portal.people.models import Subject
from projects.members.models import Membership, RoleGrant
from projects.project.models import Project
from projects.terms.models import Acceptance

Described = dict[str, Any]


def subjects(project: Project, zone: str) -> list[Described]:
    """By subject id: everybody with credit, a membership, a role or a choice. Six queries whatever the number."""
    accepted = _accepted(project, zone)
    members = _intervals(project)
    roles = _roles(project)
    found = Subject.objects.filter(_concerned(project)).order_by("pk")
    rows = found.values_list("pk", "kind", "profile__sort_key", "profile__erased_at")
    described: list[Described] = []
    for subject, kind, sort_key, erased_at in rows:
        one: Described = {
            "id": subject,
            "kind": kind,
            "sort_key": "" if erased_at else sort_key or "",
            "accepted": accepted.get(subject, []),
            "member": members.get(subject, []),
            "suspended": [],
            "roles": roles.get(subject, []),
            "institutes": [],
        }
        if erased_at:
            one["erased"] = True
        described.append(one)
    return described


def _concerned(project: Project) -> Q:
    return (
        Q(pk__in=CreditEntry.objects.filter(project=project).values("subject"))
        | Q(pk__in=Membership.objects.filter(project=project).values("subject"))
        | Q(pk__in=RoleGrant.objects.filter(project=project).values("subject"))
        | Q(pk__in=Choice.objects.filter(project=project).values("subject"))
    )


def _accepted(project: Project, zone: str) -> dict[str, list[dict[str, Any]]]:
    """The first day of each version a person accepted, whatever it was accepted for."""
    days: defaultdict[str, dict[int, str]] = defaultdict(dict)
    place = zoneinfo.ZoneInfo(zone)
    rows = Acceptance.objects.filter(terms__project=project).order_by("at", "pk")
    at: dt.datetime
    for subject, version, at in rows.values_list("subject", "terms__number", "at"):
        days[subject].setdefault(version, at.astimezone(place).date().isoformat())
    return {
        subject: [{"version": version, "on": on} for version, on in sorted(versions.items())]
        for subject, versions in days.items()
    }


def _intervals(project: Project) -> dict[str, list[list[str | None]]]:
    found: defaultdict[str, list[list[str | None]]] = defaultdict(list)
    rows = Membership.objects.filter(project=project).order_by("since", "pk")
    for subject, since, until in rows.values_list("subject", "since", "until"):
        found[subject].append([since.isoformat(), until.isoformat() if until else None])
    return found


def _roles(project: Project) -> dict[str, list[dict[str, str | None]]]:
    found: defaultdict[str, list[dict[str, str | None]]] = defaultdict(list)
    rows = RoleGrant.objects.filter(project=project).order_by("since", "role", "pk")
    for subject, role, since, until in rows.values_list("subject", "role", "since", "until"):
        found[subject].append({"id": role, "from": since.isoformat(), "to": until.isoformat() if until else None})
    return found
