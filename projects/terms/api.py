"""Published terms as the API gives them."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.errors import NotVisible
from projects.project.api import BrowserAct, OfProject
from projects.terms import cards, queries
from projects.terms.models import MarkReply, TermsVersion


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
    paged = True

    @extend_schema(operation_id="terms_list", responses=TermsSummarySerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        return self.pages(queries.versions(self.project).defer("document"))


class OfTerms(OfProject):
    """An address of one published version."""

    version: TermsVersion

    def find_below(self, **place: Any) -> None:
        found = queries.version(self.project, place["number"])
        if found is None:
            raise NotVisible
        self.version = found


class TermsApi(OfTerms):
    serializer_class = TermsSerializer

    @extend_schema(operation_id="terms_read", responses=TermsSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.told(self.version)


class ReplySerializer(serializers.Serializer[MarkReply]):
    """What the project answers to a line; it is no clause."""

    check = serializers.CharField(source="check_id")
    text = serializers.CharField()
    by = serializers.CharField(source="by_id")
    role = serializers.CharField()
    at = serializers.DateTimeField()


class SaidSerializer(serializers.Serializer[Any]):
    en = serializers.CharField()
    zh_hans = serializers.CharField()


class FindingSerializer(serializers.Serializer[Any]):
    """`finding` is fair, flag, observation or open (not stated); what does not apply is left out."""

    check = serializers.CharField()
    finding = serializers.CharField()
    paths = serializers.ListField(child=serializers.CharField())
    causes = serializers.ListField(child=serializers.CharField())
    quotes = serializers.ListField(child=serializers.CharField())
    sentence = SaidSerializer()
    check_set = serializers.CharField()
    terms = serializers.CharField()
    replies = ReplySerializer(many=True)
    contested = serializers.IntegerField()


class CardSerializer(serializers.Serializer[Any]):
    """The fairness card of one version: the same for everybody and on any day."""

    check_set = serializers.CharField()
    terms = serializers.CharField()
    counts = serializers.DictField(child=serializers.IntegerField())
    findings = FindingSerializer(many=True)


class CardApi(OfTerms):
    serializer_class = CardSerializer

    @extend_schema(operation_id="terms_card", responses=CardSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        return self.told(cards.as_told(self.version))


class ReplyAct(OfTerms, BrowserAct):
    """Replying for the project to a line of the card."""

    page = "card_page"

    def page_arguments(self) -> dict[str, Any]:
        return {"slug": self.project.slug}


class ContestAct(ReplyAct):
    """Saying that a line of the card misreads its clause."""


class AcceptAct(OfTerms, BrowserAct):
    """Accepting a version: joining, or agreeing to it for new work."""

    page = "project_join"

    def page_arguments(self) -> dict[str, Any]:
        return {"slug": self.project.slug}


class PublishAct(BrowserAct):
    page = "terms_publish"


class AgreeAct(BrowserAct):
    """Agreeing as a second core member to the next version, or saying no."""

    page = "terms_agree"
