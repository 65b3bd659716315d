"""Published terms as the API gives them."""

from __future__ import annotations

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.errors import NotVisible
from projects.project.api import OfProject
from projects.terms import queries
from projects.terms.models import TermsVersion


class TermsSummarySerializer(serializers.Serializer[TermsVersion]):
    number = serializers.IntegerField()
    hash = serializers.CharField()
    in_force = serializers.DateField()
    published_at = serializers.DateTimeField()
    published_by = serializers.CharField(source="published_by_id")


class TermsSerializer(TermsSummarySerializer):
    """`document` is the stored form of concord-terms/1, the text that `hash` is made of."""

    document = serializers.DictField()


class TermsListApi(OfProject):
    serializer_class = TermsSummarySerializer

    @extend_schema(operation_id="terms_list", responses=TermsSummarySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        page = self.paginate_queryset(queries.versions(self.project).defer("document"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class TermsApi(OfProject):
    serializer_class = TermsSerializer

    @extend_schema(operation_id="terms_read", responses=TermsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        found = queries.version(self.project, number)
        if found is None:
            raise NotVisible
        return Response(self.get_serializer(found).data)
