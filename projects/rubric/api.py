"""Published rubrics as the API gives them: what reviews are scored by."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.errors import NotVisible
from projects.project.api import BrowserAct, OfProject
from projects.rubric import queries, topics
from projects.rubric.models import RubricVersion


class CriterionSerializer(serializers.Serializer[Any]):
    """As it was published: what was not said is not there. `levels` are the words of the scale, the least first.

    A score counts them from 1, and goes from 1 to 5 where there are none."""

    id = serializers.CharField()
    sentence = serializers.CharField()
    label = serializers.CharField(required=False)  # type: ignore[assignment]  # a field of that name
    hint = serializers.CharField(required=False)
    levels = serializers.ListField(child=serializers.CharField(), required=False)
    topic = serializers.ChoiceField(choices=topics.IDS, required=False)


class RubricSerializer(serializers.Serializer[RubricVersion]):
    """`hash` is the SHA-256 of the canonical JSON of {title, criteria}, both as they stand here."""

    number = serializers.IntegerField()
    title = serializers.CharField()
    criteria = CriterionSerializer(many=True)
    hash = serializers.CharField()
    published_at = serializers.DateTimeField()
    published_by = serializers.CharField(source="published_by_id")


class RubricListApi(OfProject):
    serializer_class = RubricSerializer
    paged = True

    @extend_schema(operation_id="rubrics_list", responses=RubricSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.pages(queries.versions(self.project))


class RubricApi(OfProject):
    serializer_class = RubricSerializer
    version: RubricVersion

    def find_below(self, **place: Any) -> None:
        found = queries.version(self.project, place["number"])
        if found is None:
            raise NotVisible
        self.version = found

    @extend_schema(operation_id="rubrics_read", responses=RubricSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.told(self.version)


class PublishRubricAct(BrowserAct):
    page = "rubric_publish"
