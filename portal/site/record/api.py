"""The record and its checkpoints as the API gives them."""

from __future__ import annotations

import json
from typing import Any, ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import exceptions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.record import queries as records
from portal.core.record.models import Checkpoint
from portal.site.record import queries
from projects.project.api import OfProject


class RecordSerializer(serializers.Serializer[Any]):
    """`payload` is what the hash covers; `texts` are free texts beside the chain, null where erased."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    at = serializers.DateTimeField()
    says = serializers.CharField()
    payload = serializers.SerializerMethodField()
    texts = serializers.DictField(child=serializers.CharField(allow_null=True))
    previous_hash = serializers.CharField()
    hash = serializers.CharField()

    def get_payload(self, told: queries.Told) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(told.payload)
        return found


class CheckpointSerializer(serializers.Serializer[Checkpoint]):
    count = serializers.IntegerField()
    head = serializers.CharField()
    at = serializers.DateTimeField()
    public_key = serializers.CharField()
    signature = serializers.CharField()


class RecordApi(OfProject):
    """Newest first."""

    serializer_class = RecordSerializer
    allowed_parameters: ClassVar[frozenset[str]] = frozenset({"kind"})

    @extend_schema(
        operation_id="record_list",
        responses=RecordSerializer(many=True),
        parameters=[OpenApiParameter("kind", str, enum=list(queries.GROUPS))],
    )
    def get(self, request: Request, slug: str) -> Response:
        group = request.query_params.get("kind", "")
        if group and group not in queries.GROUPS:
            raise exceptions.ParseError(f"kind: one of {', '.join(queries.GROUPS)}")
        page = self.paginate_queryset(records.entries(self.project, kinds=queries.kinds_of(group))) or []
        return self.get_paginated_response(RecordSerializer(queries.tell(page), many=True).data)


class CheckpointApi(OfProject):
    """Newest first."""

    serializer_class = CheckpointSerializer

    @extend_schema(operation_id="checkpoints_list", responses=CheckpointSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        page = self.paginate_queryset(records.checkpoints(self.project))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
