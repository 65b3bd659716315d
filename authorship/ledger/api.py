"""Entries of the ledger as the API gives them: the same sums as every page."""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from authorship.engine.amounts import format_amount
from authorship.ledger import queries
from authorship.ledger.models import CreditEntry
from projects.project.api import OfProject


class EntrySerializer(serializers.Serializer[CreditEntry]):
    """`amount` is an exact fraction in lowest terms, as in bundle v1; `reverses` the seq of another entry or null."""

    seq = serializers.IntegerField()
    subject = serializers.CharField(source="subject_id")
    kind = serializers.CharField()
    amount = serializers.SerializerMethodField()
    origin = serializers.ChoiceField(choices=CreditEntry.Origin.choices)
    source = serializers.CharField()  # type: ignore[assignment]  # DRF names its own attribute so
    attempt = serializers.IntegerField()
    terms = serializers.IntegerField()
    on = serializers.DateField()
    posted_at = serializers.DateTimeField()
    reverses = serializers.IntegerField(source="reverses.seq", allow_null=True, default=None)
    previous_hash = serializers.CharField()
    hash = serializers.CharField()

    def get_amount(self, entry: CreditEntry) -> str:
        return format_amount(Fraction(entry.numerator, entry.denominator))


class EntryListApi(OfProject):
    serializer_class = EntrySerializer
    allowed_parameters: ClassVar[frozenset[str]] = frozenset({"subject", "kind"})

    @extend_schema(
        operation_id="entries_list",
        responses=EntrySerializer(many=True),
        parameters=[OpenApiParameter("subject", str), OpenApiParameter("kind", str)],
    )
    def get(self, request: Request, slug: str) -> Response:
        asked = request.query_params
        found = queries.entries(self.project, subject=asked.get("subject", ""), kind=asked.get("kind", ""))
        page = self.paginate_queryset(found.select_related("reverses"))
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
