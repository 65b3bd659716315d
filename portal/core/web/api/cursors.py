"""Pages of a list by opaque cursors. No total, so that nothing is counted that may not be seen."""

from __future__ import annotations

from collections import OrderedDict
from typing import Any

from django.conf import settings
from django.core import signing
from django.utils.translation import gettext as _
from rest_framework import pagination
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from portal.core.web.api.problems import Problem

_SALT = "portal.core.web.api.cursors"


class Cursor(pagination.CursorPagination):
    """50 rows. A cursor is signed for the list and order it was given with: nobody writes one of their own."""

    page_size = 50
    cursor_query_param = "cursor"

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        found: list[Any] | None = super().paginate_queryset(queryset, request, view)
        self.base_url = settings.CONCORD_BASE_URL.rstrip("/") + request.get_full_path()
        return found

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """The order of the query itself, which each room chooses: unique, so that no row is met twice."""
        self.place = self._place(request)
        return tuple(queryset.query.order_by or queryset.query.get_meta().ordering)

    def position(self, request: Request) -> str | None:
        """Where the page that is asked for begins, or ends; None at the beginning. For a room whose order the database
        does not know, and which gives it the rows around there alone."""
        self.place = self._place(request)
        cursor = self.decode_cursor(request)
        return None if cursor is None or cursor.position is None else str(cursor.position)

    def _place(self, request: Request) -> str:
        return f"{request.path}?{'&'.join(self._asked(request))}"

    def _asked(self, request: Request) -> list[str]:
        names = sorted(set(request.query_params) - {self.cursor_query_param})
        return [f"{name}={','.join(request.query_params.getlist(name))}" for name in names]

    def decode_cursor(self, request: Request) -> pagination.Cursor | None:
        asked = request.query_params.get(self.cursor_query_param)
        if asked is None:
            return None
        try:
            place, offset, reverse, position = signing.loads(asked, salt=_SALT)
        except (signing.BadSignature, ValueError, TypeError):
            raise _unknown() from None
        if place != self.place:
            raise _unknown()
        return pagination.Cursor(offset=offset, reverse=reverse, position=position)

    def encode_cursor(self, cursor: pagination.Cursor) -> str:
        told = [self.place, cursor.offset, cursor.reverse, cursor.position]
        return replace_query_param(str(self.base_url), self.cursor_query_param, signing.dumps(told, salt=_SALT))

    def _get_position_from_instance(self, instance: Any, ordering: Any) -> str:
        """No list is ordered by what may be empty."""
        found = instance
        for name in ordering[0].lstrip("-").split("__"):
            found = getattr(found, name)
        return str(found)

    def get_paginated_response(self, data: Any) -> Response:
        """`next` and `previous` stand in the body and in the header `Link` (RFC 8288)."""
        links = OrderedDict(next=self.get_next_link(), previous=self.get_previous_link())
        answer = Response({**links, "results": data})
        told = [
            f'<{address}>; rel="{"next" if name == "next" else "prev"}"' for name, address in links.items() if address
        ]
        if told:
            answer["Link"] = ", ".join(told)
        return answer

    def get_paginated_response_schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        link = {"type": ["string", "null"], "format": "uri"}
        return {
            "type": "object",
            "required": ["next", "previous", "results"],
            "properties": {"next": link, "previous": link, "results": schema},
        }


def _unknown() -> Problem:
    return Problem(400, "cursor", _("cursor: take it from `next` or `previous` of an answer."))
