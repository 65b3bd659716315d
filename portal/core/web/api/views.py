"""What every address of the API shares: JSON only, strict parameters, tags, and no answer that tells of what is hidden.

The order is fixed: form of the request, who asks, parameters, then `find`, which looks for what the address names and
raises NotVisible; whatever a handler says comes after. So a hidden object and none are answered by the same steps.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from django.contrib.auth.models import AnonymousUser
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _
from rest_framework import generics, permissions, serializers
from rest_framework.request import Request
from rest_framework.response import Response

from portal.core.errors import NotVisible
from portal.core.text.series import series
from portal.core.web.api import body, etags, fields
from portal.core.web.api.cursors import Cursor
from portal.core.web.api.problems import Problem

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_LONGEST = 200


@dataclass(frozen=True)
class Filter:
    """A parameter of a list. `choices` are all it may be; `many`: it may stand several times."""

    name: str
    about: str = ""
    choices: Sequence[str] = ()
    many: bool = False


class Endpoint(generics.GenericAPIView[Any]):
    """One address. Rooms declare `filters` and `orders`, override `find`, and answer with explicit fields.

    `orders` gives each name of `order=` the fields it stands for; the first is the order without the parameter.
    """

    http_method_names = ["get", "head", "post", "put", "options"]
    permission_classes = [permissions.AllowAny]
    pagination_class = Cursor
    filters: ClassVar[tuple[Filter, ...]] = ()
    orders: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    paged: ClassVar[bool] = False
    # Whether a write names the version it started from, and whether an object's tag begins with its version.
    versioned: ClassVar[bool] = False
    # Whether it is for signed-in people alone, whatever the method.
    private: ClassVar[bool] = False

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Instants are told in UTC, whatever zone the caller reads pages in."""
        with timezone.override(dt.UTC):
            answer = super().dispatch(request, *args, **kwargs)
            return etags.finish(self.request, answer)

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if request.method not in SAFE:
            body.refuse_form(request._request)
        self.asked = self._asked(request)
        self.find(**kwargs)

    def find(self, **place: Any) -> None:
        """Loads what the address names, for this reader, or raises NotVisible. Here: an address outside projects,
        where a token, which is for one project, reads what anybody reads."""
        if request_token(self.request) is not None:
            self.as_anybody()

    @property
    def handled(self) -> bool:
        """Whether the address takes this method at all."""
        name = str(self.request.method).lower()
        return name in self.http_method_names and hasattr(self, name)

    def as_anybody(self) -> None:
        """From here on the caller is a visitor to everything below."""
        self.request.user = AnonymousUser()

    def options(self, request: Any, *args: Any, **kwargs: Any) -> Response:
        """Says which methods there are and nothing else."""
        return Response(status=204)

    def received(self, serializer: type[serializers.Serializer[Any]]) -> dict[str, Any]:
        """The body, by the fields of `serializer`: Problem 400 for others, 422 for what a field does not take."""
        read = serializer(data=self.request.data)
        fields.refuse_unknown(read, self.request.data)
        read.is_valid(raise_exception=True)
        return dict(read.validated_data)

    def ordered(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        name = self.asked.get("order") or next(iter(self.orders))
        return rows.order_by(*self.orders[name])

    def pages(self, rows: QuerySet[Any], shown: Any = None) -> Response:
        """A page of `rows` as the view's serializer tells it; `shown` prepares the rows of the page."""
        page = self.paginate_queryset(rows) or []
        told = shown(page) if shown else page
        return self.get_paginated_response(self.get_serializer(told, many=True).data)

    def told(self, found: Any, *, version: int | None = None, status: int = 200, **headers: str) -> Response:
        """One object. `version` begins its tag."""
        answer = Response(self.get_serializer(found).data, status=status, headers=headers)
        if version is not None:
            answer.version = version  # type: ignore[attr-defined]  # read by `etags.finish`
        return answer

    def _asked(self, request: Request) -> dict[str, Any]:
        """The parameters by name; Problem 400 for one that is not known here, or stands twice, or is none."""
        known = {one.name: one for one in self._parameters()} if request.method in SAFE else {}
        paging = {"cursor"} if self.paged and request.method in SAFE else set()
        unknown = sorted(set(request.query_params) - set(known) - paging)
        if unknown:
            names = series(sorted({*known, *paging})) or _("none")
            raise Problem(
                400,
                "unknown_parameter",
                _("Unknown parameter: %(names)s. Known here: %(known)s.")
                % {"names": series(name[:_LONGEST] for name in unknown[:20]), "known": names},
            )
        for name in request.query_params:
            values = request.query_params.getlist(name)
            if len(values) > 1 and not (name in known and known[name].many):
                raise Problem(400, "parameter", _("%(name)s: say it once.") % {"name": name})
        return {name: _value(one, request.query_params.getlist(name)) for name, one in known.items()}

    def _parameters(self) -> tuple[Filter, ...]:
        if len(self.orders) < 2:
            return self.filters
        return (*self.filters, Filter("order", choices=tuple(self.orders)))


def _value(one: Filter, values: list[str]) -> Any:
    for value in values:
        if one.choices and value not in one.choices:
            choices = series(one.choices)
            raise Problem(400, "parameter", _("%(name)s: one of %(choices)s.") % {"name": one.name, "choices": choices})
        if not value or len(value) > _LONGEST:
            raise Problem(
                400,
                "parameter",
                _("%(name)s: between 1 and %(most)s characters.") % {"name": one.name, "most": _LONGEST},
            )
    if one.many:
        return values
    return values[0] if values else ""


def request_token(request: Request) -> Any:
    """What lets a program act, None for a visitor and for a session. It knows `project` and `allows(verbs)`."""
    return request.auth


class Nothing(Endpoint):
    """Every other address under the API."""

    http_method_names = ["get", "head", "post", "put", "patch", "delete", "options"]
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super(Endpoint, self).initial(request, *args, **kwargs)
        raise NotVisible
