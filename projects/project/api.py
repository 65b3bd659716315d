"""Projects as the API gives them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.db.models import QuerySet
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.web.api import PublicRead
from projects.project import queries
from projects.project.models import Project
from projects.project.states import ProjectState


class ProjectSerializer(serializers.Serializer[Project]):
    id = serializers.CharField(source="public_id")
    slug = serializers.CharField()
    title = serializers.CharField()
    summary = serializers.CharField()
    field = serializers.CharField()
    state = serializers.ChoiceField(choices=ProjectState.choices)
    created_at = serializers.DateTimeField()


class OfProject(PublicRead):
    """A view below one project: `self.project` is the visible one, or the answer is 404."""

    project: Project

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        self.project = queries.get_visible(request.user, kwargs["slug"])


class ProjectListApi(PublicRead):
    serializer_class = ProjectSerializer
    allowed_parameters: ClassVar[frozenset[str]] = frozenset({"state", "field"})

    def get_queryset(self) -> QuerySet[Project]:
        found = queries.visible_to(self.request.user).order_by("-created_at", "-pk")
        state, field = self.request.query_params.get("state"), self.request.query_params.get("field")
        if state is not None and state not in ProjectState.values:
            raise exceptions.ParseError(f"state: one of {', '.join(ProjectState.values)}")
        if state:
            found = found.filter(state=state)
        return found.filter(field=field) if field else found

    @extend_schema(
        operation_id="projects_list",
        responses=ProjectSerializer(many=True),
        parameters=[
            OpenApiParameter("state", str, enum=ProjectState.values),
            OpenApiParameter("field", str),
        ],
    )
    def get(self, request: Request) -> Response:
        page = self.paginate_queryset(self.get_queryset())
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class ProjectApi(OfProject):
    serializer_class = ProjectSerializer

    @extend_schema(operation_id="projects_read", responses=ProjectSerializer)
    def get(self, request: Request, slug: str) -> Response:
        return Response(self.get_serializer(self.project).data)
