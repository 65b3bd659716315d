"""Entries of the ledger as the API gives them: the same sums as every page."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from authorship.engine.amounts import format_amount
from authorship.ledger import queries
from authorship.ledger.models import CreditEntry
from portal.core.errors import NotVisible
from portal.core.web.api.views import Filter
from projects.project.api import BrowserAct, OfProject


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
    paged = True
    filters = (Filter("subject", "A subject id."), Filter("kind"))
    orders = {"-seq": ("-seq",), "seq": ("seq",)}

    @extend_schema(operation_id="entries_list", responses=EntrySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        found = queries.entries(self.project, subject=self.asked["subject"], kind=self.asked["kind"])
        return self.pages(self.ordered(found.select_related("reverses")))


class OfEntry(OfProject):
    """An address of one entry."""

    entry: CreditEntry

    def find_below(self, **place: Any) -> None:
        found = queries.entries(self.project).select_related("reverses").filter(seq=place["seq"]).first()
        if found is None:
            raise NotVisible
        self.entry = found


class EntryApi(OfEntry):
    serializer_class = EntrySerializer

    @extend_schema(operation_id="entries_read", responses=EntrySerializer)
    def get(self, request: Request, slug: str, seq: int) -> Response:
        return self.told(self.entry)


class CorrectAct(OfEntry, BrowserAct):
    """Proposing to take an entry back."""

    page = "correction_propose"


class AgainAct(OfEntry, BrowserAct):
    """Proposing to post an entry again that was taken back."""

    page = "correction_again"


class ChoiceAct(BrowserAct):
    """Choosing how one's own credit is shown."""

    page = "credit_choice"
