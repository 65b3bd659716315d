"""The caller's notices about one project, as their inbox says them."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.api.keeping import once
from portal.core.web.api import fields
from portal.core.web.api.views import Filter
from portal.notices import inbox, kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import User
from projects.project.api import OfProject

MOST = 100


class NoticeSerializer(serializers.Serializer[Any]):
    """What a notice says now, in the language asked for. `page` is where it leads, null where the caller sees nothing
    of it any more; `holds` is false once it is done or no longer theirs. `at` is the start of a morning where the hour
    would tell whose act it was."""

    id = serializers.CharField()
    kind = serializers.CharField()
    headline = serializers.CharField()
    sentence = serializers.CharField()
    title = serializers.CharField(required=False)
    page = serializers.URLField(allow_null=True)
    until = serializers.DateTimeField(allow_null=True)
    holds = serializers.BooleanField()
    at = serializers.DateTimeField()
    read_at = serializers.DateTimeField(allow_null=True)


class ReadSerializer(serializers.Serializer[Any]):
    """`ids` as the list gives them; what is read already, or not the caller's in this project, is passed over."""

    ids = serializers.ListField(child=fields.Text(max_length=24), min_length=1, max_length=MOST)


class CountSerializer(serializers.Serializer[Any]):
    """How many were unread before."""

    read = serializers.IntegerField()


class InboxApi(OfProject):
    """Newest first."""

    serializer_class = NoticeSerializer
    private = True
    paged = True
    filters = (Filter("show", choices=("unread",)),)

    @extend_schema(operation_id="inbox_list", responses=NoticeSerializer(many=True))
    def get(self, request: Request, slug: str) -> Response:
        rows = inbox.of(self.actor).filter(project=self.project.public_id)
        if self.asked["show"]:
            rows = rows.filter(read_at=None)
        return self.pages(rows, self._said)

    def _said(self, page: list[Notice]) -> list[dict[str, Any]]:
        user: User = self.actor.user
        return [shown_notice(row, said) for row, said in kinds.told(page, user)]


class InboxReadApi(OfProject):
    """Marks notices as read."""

    serializer_class = CountSerializer
    http_method_names = ["post", "options"]
    private = True
    write_verbs = frozenset({"draft", "submit", "answer", "review"})

    @extend_schema(operation_id="inbox_read", request=ReadSerializer, responses=CountSerializer)
    @once
    def post(self, request: Request, slug: str) -> Response:
        sent = self.received(ReadSerializer)
        rows = inbox.of(self.actor).filter(project=self.project.public_id, public_id__in=sent["ids"])
        read = inbox.mark_read(actor=self.actor, subject=self.actor, ids=rows.values_list("public_id", flat=True))
        return self.told({"read": read})


def shown_notice(row: Notice, said: Told) -> dict[str, Any]:
    shown: dict[str, Any] = {
        "id": row.public_id,
        "kind": row.kind,
        "headline": said.headline,
        "sentence": said.sentence,
        "page": f"{settings.CONCORD_BASE_URL.rstrip('/')}{said.href}" if said.href else None,
        "until": said.until,
        "holds": said.holds,
        "at": row.at,
        "read_at": row.read_at,
    }
    return shown | ({"title": said.title} if said.title else {})
