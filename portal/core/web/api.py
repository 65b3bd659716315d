"""What every API view shares: read-only public views, strict query parameters, cursors, problem JSON.

Problem JSON follows RFC 9457, with our members `code` (stable) and `reasons` (sentences).
"""

from collections.abc import Mapping
from math import ceil
from typing import Any, ClassVar

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions, generics, pagination, permissions
from rest_framework.request import Request

from portal.core.errors import DomainError
from portal.core.web import errors


class Cursor(pagination.CursorPagination):
    """Opaque cursors over 50 rows; no total, so that nothing is counted that may not be seen."""

    page_size = 50
    cursor_query_param = "cursor"

    def decode_cursor(self, request: Request) -> Any:
        try:
            return super().decode_cursor(request)
        except exceptions.NotFound as error:
            raise exceptions.ParseError(_("cursor: take it from `next` or `previous` of an answer.")) from error

    def get_ordering(self, request: Request, queryset: Any, view: Any) -> tuple[str, ...]:
        """The order of the query itself, which each room chooses: unique, so that no row is met twice."""
        return tuple(queryset.query.order_by or queryset.query.get_meta().ordering)


class PublicRead(generics.GenericAPIView[Any]):
    """GET and HEAD only. Query parameters outside `allowed_parameters` are refused, never ignored."""

    http_method_names = ["get", "head", "options"]
    permission_classes = [permissions.AllowAny]
    pagination_class = Cursor
    allowed_parameters: ClassVar[frozenset[str]] = frozenset()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        allowed = self.allowed_parameters | {"cursor"}
        unknown = sorted(set(request.query_params) - allowed)
        if unknown:
            raise exceptions.ParseError(
                _("Unknown parameter: %(names)s. Known here: %(known)s.")
                % {"names": ", ".join(unknown), "known": ", ".join(sorted(allowed))}
            )


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Domain errors, Django's and DRF's own, as one shape. Anything else stays a 500 of the error page."""
    request = context["request"]
    if isinstance(error, DomainError):
        return errors.answer(request, error.status, error.reasons, code=error.code)
    if isinstance(error, Http404):
        return errors.not_found(request)
    if isinstance(error, PermissionDenied):
        return errors.forbidden(request)
    if isinstance(error, exceptions.APIException):
        answer = errors.answer(request, error.status_code, _sentences(error.detail), code=_code(error))
        if challenge := getattr(error, "auth_header", None):
            answer["WWW-Authenticate"] = challenge
        if wait := getattr(error, "wait", None):
            answer["Retry-After"] = str(ceil(wait))
        return answer
    return None


def _code(error: exceptions.APIException) -> str:
    codes = error.get_codes()
    return codes if isinstance(codes, str) else "invalid"


def _sentences(detail: Any) -> list[str]:
    if isinstance(detail, Mapping):
        return [f"{name}: {sentence}" for name, inner in detail.items() for sentence in _sentences(inner)]
    if isinstance(detail, list):
        return [sentence for inner in detail for sentence in _sentences(inner)]
    return [str(detail)]
