"""The record and its checkpoints as the API gives them."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.record import chain
from portal.core.record import queries as records
from portal.core.record.models import Checkpoint
from portal.core.web.api.views import Filter
from portal.site.record import queries
from projects.project.api import OfProject


class RecordSerializer(serializers.Serializer[Any]):
    """`hash` is the SHA-256 of the canonical JSON of {previous, project, seq, kind, at, actor, payload}, with `at` as
    it is written here and `previous_hash` as previous. `texts` stand beside the chain, null where erased; the payload
    commits to each with HMAC-SHA256 under its key in `salts`.
    """

    seq = serializers.IntegerField()
    project = serializers.SerializerMethodField()
    kind = serializers.CharField()
    at = serializers.SerializerMethodField()
    actor = serializers.CharField()
    says = serializers.CharField()
    payload = serializers.SerializerMethodField()
    texts = serializers.DictField(child=serializers.CharField(allow_null=True))
    salts = serializers.DictField(child=serializers.CharField())
    previous_hash = serializers.CharField()
    hash = serializers.CharField()

    def get_project(self, told: queries.Told) -> str:
        return str(self.context["project"].public_id)

    def get_at(self, told: queries.Told) -> str:
        return chain.instant(told.at)

    def get_payload(self, told: queries.Told) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(told.payload)
        return found


class CheckpointSerializer(serializers.Serializer[Checkpoint]):
    """`signature` is Ed25519 over the canonical JSON of {project, count, head, at}, with `at` as it is written here."""

    project = serializers.CharField()
    count = serializers.IntegerField()
    head = serializers.CharField()
    at = serializers.SerializerMethodField()
    public_key = serializers.CharField()
    signature = serializers.CharField()

    def get_at(self, checkpoint: Checkpoint) -> str:
        return chain.instant(checkpoint.at)


class RecordApi(OfProject):
    """Newest first. Links and counts are of the whole record, which is public wherever its project is."""

    serializer_class = RecordSerializer
    paged = True
    filters = (Filter("kind", choices=tuple(queries.GROUPS)),)
    orders = {"-seq": ("-seq",), "seq": ("seq",)}

    @extend_schema(operation_id="record_list", responses=RecordSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = records.entries(self.project, kinds=queries.kinds_of(self.asked["kind"]))
        return self.pages(self.ordered(rows), shown=queries.tell)

    def get_serializer_context(self) -> dict[str, Any]:
        return {**super().get_serializer_context(), "project": getattr(self, "project", None)}


class CheckpointApi(OfProject):
    """Newest first."""

    serializer_class = CheckpointSerializer
    paged = True

    @extend_schema(operation_id="checkpoints_list", responses=CheckpointSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.pages(records.checkpoints(self.project))
