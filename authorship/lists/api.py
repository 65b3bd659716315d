"""Author lists as the API gives them: the current snapshot of an output, and its history."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from authorship.lists import queries
from authorship.lists.models import ListSnapshot, Output, OutputLock
from portal.core.errors import NotVisible
from projects.project.api import BrowserAct, OfProject


class LockSerializer(serializers.Serializer[OutputLock]):
    """`generation` is the first list under the lock, `by` a subject id; the record tells the same."""

    state = serializers.ChoiceField(choices=OutputLock._meta.get_field("state").choices or ())
    generation = serializers.IntegerField()
    on = serializers.DateField()
    by = serializers.CharField(source="by_id")
    reason = serializers.CharField()


class OutputSerializer(serializers.Serializer[Output]):
    """`terms` is the version named when the output was made: its blocks, ties and marks bind. `locks` are the steps
    in which the list was locked, the first one first."""

    id = serializers.CharField(source="output_id")
    terms = serializers.IntegerField()
    lock = serializers.ChoiceField(choices=Output.Lock.choices)
    created_at = serializers.DateTimeField()
    locks = LockSerializer(many=True)


class HeadsSerializer(serializers.Serializer[Any]):
    ledger = serializers.CharField(source="ledger_head")
    choices = serializers.CharField(source="choices_head")
    rules = serializers.CharField(source="rules_hash")
    people = serializers.CharField(source="people_hash")


class SnapshotSerializer(serializers.Serializer[ListSnapshot]):
    """`result` is the `result` of bundle v1 without its steps; its SHA-256 over canonical JSON is `result_hash`."""

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
    paged = True

    @extend_schema(operation_id="lists_list", responses=OutputSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.pages(queries.outputs(self.project).prefetch_related("locks"))


class ListApi(OfProject):
    """The current list. One that was not computed is 404."""

    serializer_class = SnapshotSerializer
    snapshot: ListSnapshot

    def find_below(self, **place: Any) -> None:
        output = queries.output(self.project, place["output"])
        if output is None:
            raise NotVisible
        number = place.get("generation")
        found = queries.current(output) if number is None else queries.generation(output, number)
        if found is None:
            raise NotVisible
        self.snapshot = found

    @extend_schema(operation_id="lists_read", responses=SnapshotSerializer)
    def get(self, request: Request, slug: str, output: str) -> Response:
        return self.told(self.snapshot)


class GenerationApi(ListApi):
    """One stored list; it never changes."""

    @extend_schema(operation_id="lists_generation", responses=SnapshotSerializer)
    def get(self, request: Request, slug: str, output: str, generation: int) -> Response:  # type: ignore[override]
        return self.told(self.snapshot)


class LockAct(BrowserAct):
    """Locking a list: who is on it, or all of it."""

    page = "author_list_lock"

    def find_below(self, **place: Any) -> None:
        if queries.output(self.project, place["output"]) is None:
            raise NotVisible

    def page_arguments(self) -> dict[str, Any]:
        return {"slug": self.project.slug, "output_id": self.kwargs["output"]}
