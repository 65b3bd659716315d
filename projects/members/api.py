"""Who takes part in a project and which roles they hold, as the page of people says it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.web.api.views import Filter
from portal.people.api import NamedSerializer, named
from projects.members import queries
from projects.members.models import Membership, RoleGrant
from projects.project.api import BrowserAct, OfProject
from projects.terms import queries as terms


class MemberSerializer(NamedSerializer):
    """`roles` are ids of the terms in force."""

    since = serializers.DateField()
    roles = serializers.ListField(child=serializers.CharField())


class HeldSerializer(NamedSerializer):
    """A role somebody holds. It works once its holder has accepted some version of the terms."""

    role = serializers.CharField()
    title = serializers.CharField()
    reason = serializers.ChoiceField(choices=RoleGrant.Reason.choices)
    since = serializers.DateField()


class MemberListApi(OfProject):
    """By printed name."""

    serializer_class = MemberSerializer
    paged = True

    @extend_schema(operation_id="members_list", responses=MemberSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.pages(queries.members(self.project), shown=self._shown)

    def _shown(self, page: Iterable[Membership]) -> list[dict[str, Any]]:
        rows = list(page)
        held: dict[str, list[str]] = {}
        for grant in queries.grants(self.project).filter(subject__in=[one.subject_id for one in rows]):
            held.setdefault(grant.subject_id, []).append(grant.role)
        return [{**named(one.subject), "since": one.since, "roles": held.get(one.subject_id, [])} for one in rows]


class RoleListApi(OfProject):
    """Roles held now, in the order they were granted."""

    serializer_class = HeldSerializer
    paged = True
    filters = (Filter("role", "The id of a role."), Filter("subject", "A subject id."))

    @extend_schema(operation_id="roles_list", responses=HeldSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = queries.grants(self.project)
        for name in ("role", "subject"):
            if self.asked[name]:
                rows = rows.filter(**{name: self.asked[name]})
        return self.pages(rows, shown=self._shown)

    def _shown(self, page: Iterable[RoleGrant]) -> list[dict[str, Any]]:
        version = terms.current(self.project)
        return [
            {
                **named(one.subject),
                "role": one.role,
                "title": queries.title_of(version, one.role),
                "reason": one.reason,
                "since": one.since,
            }
            for one in page
        ]


class AppointAct(BrowserAct):
    """Appointing a member to a role."""

    page = "project_people"


class LeaveAct(BrowserAct):
    """Leaving the project."""

    page = "project_leave"
