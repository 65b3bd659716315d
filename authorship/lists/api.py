"""Author lists as the API gives them: the current snapshot of an output, and its history."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from authorship.lists import queries
from authorship.lists.models import ListSnapshot, Output
from portal.core.errors import NotVisible
from projects.project.api import OfProject


class OutputSerializer(serializers.Serializer[Output]):
    """`terms` is the version named when the output was made: its blocks, ties and marks bind."""

    id = serializers.CharField(source="output_id")
    terms = serializers.IntegerField()
    lock = serializers.ChoiceField(choices=Output.Lock.choices)
    created_at = serializers.DateTimeField()


class HeadsSerializer(serializers.Serializer[Any]):
    ledger = serializers.CharField(source="ledger_head")
    choices = serializers.CharField(source="choices_head")
    rules = serializers.CharField(source="rules_hash")
    people = serializers.CharField(source="people_hash")


class SnapshotSerializer(serializers.Serializer[ListSnapshot]):
    """`result` is the `result` of bundle v1; its SHA-256 over canonical JSON is `result_hash`."""

    output = serializers.CharField(source="output.output_id")
    generation = serializers.IntegerField()
    as_of = serializers.DateField()
    computed_at = serializers.DateTimeField()
    engine = serializers.CharField()
    heads = HeadsSerializer(source="*")
    result_hash = serializers.CharField()
    result = serializers.SerializerMethodField()

    def get_result(self, snapshot: ListSnapshot) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(snapshot.result)
        return found


class OutputListApi(OfProject):
    serializer_class = OutputSerializer

    @extend_schema(operation_id="lists_list", responses=OutputSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        page = self.paginate_queryset(queries.outputs(self.project))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)


class OfList(OfProject):
    """A view of one stored list. A list that was not computed is 404."""

    serializer_class = SnapshotSerializer

    def snapshot(self, output_id: str, generation: int | None = None) -> ListSnapshot:
        output = queries.output(self.project, output_id)
        if output is None:
            raise NotVisible
        found = queries.current(output) if generation is None else queries.generation(output, generation)
        if found is None:
            raise NotVisible
        return found


class ListApi(OfList):
    """The current list."""

    @extend_schema(operation_id="lists_read", responses=SnapshotSerializer)
    def get(self, request: Request, slug: str, output: str) -> Response:
        return Response(self.get_serializer(self.snapshot(output)).data)


class GenerationApi(OfList):
    """One stored list; it never changes."""

    @extend_schema(operation_id="lists_generation", responses=SnapshotSerializer)
    def get(self, request: Request, slug: str, output: str, generation: int) -> Response:
        return Response(self.get_serializer(self.snapshot(output, generation)).data)
