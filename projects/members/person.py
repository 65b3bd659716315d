"""What members and roles add to the pages about one person: their projects, and what they are still in."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import NoReverseMatch, reverse

from portal.people import showing
from portal.people.models import Subject
from projects.members import presenters, queries
from projects.members.models import Membership, RoleGrant
from projects.project import queries as projects
from projects.project.models import Project
from projects.terms import queries as terms
from projects.terms.models import TermsVersion


@dataclass(frozen=True)
class Held:
    """A role and the road it came by; `until` is its last day where it has ended."""

    title: str
    reason: object
    grant: RoleGrant


@dataclass(frozen=True)
class Taking:
    """One project somebody takes or took part in."""

    project: Project
    memberships: list[Membership] = field(default_factory=list)
    roles: list[Held] = field(default_factory=list)

    @property
    def leave_href(self) -> str:
        """The page on which one leaves, where this site has it."""
        try:
            return reverse("project_leave", args=[self.project.slug])
        except NoReverseMatch:
            return ""


def person(request: HttpRequest, subject: Subject) -> str:
    """Projects the reader may see, with membership and roles; nothing where the person keeps them off their page, and
    nothing of a project whose terms they never accepted: anybody can name anybody in terms, with any title."""
    if not showing.shows(subject.profile, "roles"):
        return ""
    accepted = terms.accepted_in(subject)
    rows = taking(subject, projects.visible_to(request.user).filter(pk__in=accepted).values_list("pk", flat=True))
    return render_to_string("projects/members/panel_person.html", {"rows": rows}, request) if rows else ""


def still_in(request: HttpRequest, subject: Subject) -> str:
    """Before an account is closed: the projects it is still in or holds a role of, with the way out of each."""
    rows = [Taking(row.project, *_now(row)) for row in taking(subject)]
    rows = [row for row in rows if row.memberships or row.roles]
    return render_to_string("projects/members/panel_still_in.html", {"rows": rows}, request)


def _now(row: Taking) -> tuple[list[Membership], list[Held]]:
    """What has not ended."""
    return [one for one in row.memberships if one.until is None], [one for one in row.roles if one.grant.until is None]


def taking(subject: Subject, among: Iterable[int] | None = None) -> list[Taking]:
    """By title; three queries however many projects."""
    memberships = Membership.objects.filter(subject=subject).order_by("since", "pk")
    grants = RoleGrant.objects.filter(subject=subject).order_by("since", "pk")
    if among is not None:
        memberships, grants = memberships.filter(project__in=among), grants.filter(project__in=among)
    found: dict[int, Taking] = {}
    for one in memberships.select_related("project"):
        found.setdefault(one.project_id, Taking(one.project)).memberships.append(one)
    held = list(grants.select_related("project"))
    versions = {
        version.project_id: version
        for version in TermsVersion.objects.filter(project__in={one.project_id for one in held}).order_by("number")
    }
    for grant in held:
        title = queries.title_of(versions.get(grant.project_id), grant.role)
        row = found.setdefault(grant.project_id, Taking(grant.project))
        row.roles.append(Held(title, presenters.REASONS[grant.reason], grant))
    return sorted(found.values(), key=lambda row: (row.project.title, row.project.pk))
