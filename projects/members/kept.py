"""What the room of members keeps about a person."""

from django.utils.translation import gettext_lazy as _

from portal.people import download
from portal.people.download import Kept
from portal.people.models import Subject
from projects.members.models import Membership, RoleGrant


def _memberships(subject: Subject) -> object:
    rows = Membership.objects.filter(subject=subject).order_by("since", "pk")
    return download.rows(rows, "project__slug", "since", "until")


def _roles(subject: Subject) -> object:
    rows = RoleGrant.objects.filter(subject=subject).order_by("granted_at", "pk")
    return download.rows(rows, "project__slug", "role", "since", "until", "reason", "terms", "granted_at")


KEPT = (
    Kept("memberships", _("Projects you joined, from and to which day."), _memberships),
    Kept("roles", _("Roles you hold or held, how you came by them, under which version."), _roles),
)
