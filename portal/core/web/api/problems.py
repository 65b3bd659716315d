"""Every refusal of the API as problem JSON (RFC 9457), with our members `code` (stable) and `reasons` (sentences).

An error says what was asked and why it was refused, and nothing of an object: who may not read a thing learns
nothing of it by failing to write it. The one exception is a stale version, told to somebody who reads the object.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import ceil
from typing import Any

from django.core.exceptions import PermissionDenied, RequestDataTooBig
from django.http import Http404, HttpResponse
from django.http.request import UnreadablePostError
from django.utils.translation import gettext as _
from rest_framework import exceptions

from portal.core.errors import DomainError
from portal.core.web import errors


class Problem(Exception):
    """A refusal that no service makes: of the request's form, its headers or its address. `members` stand beside."""

    def __init__(
        self, status: int, code: str, *reasons: object, headers: Mapping[str, str] | None = None, **members: Any
    ):
        self.status, self.code, self.reasons = status, code, reasons
        self.headers, self.members = dict(headers or {}), members
        super().__init__(code)


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse | None:
    """Ours, Django's and DRF's own errors as one shape. Anything else stays a 500 of the error page."""
    request = context["request"]
    if isinstance(error, Problem):
        answer = errors.answer(request, error.status, error.reasons, code=error.code, members=error.members)
        for name, value in error.headers.items():
            answer[name] = value
        return answer
    if isinstance(error, DomainError):
        return errors.answer(request, error.status, error.reasons, code=error.code)
    if isinstance(error, Http404):
        return errors.not_found(request)
    if isinstance(error, PermissionDenied):
        return errors.forbidden(request)
    if isinstance(error, RequestDataTooBig):
        return errors.too_large(request)
    if isinstance(error, UnreadablePostError):
        return errors.answer(request, 400, [_("The body ended before its announced length.")], code="unreadable")
    if isinstance(error, exceptions.ValidationError):
        reasons = [f"{path}: {sentence}" if path else sentence for path, sentence in _refused(error.detail)]
        return errors.answer(request, 422, reasons, code="invalid", members={"fields": _paths(error.detail)})
    if isinstance(error, exceptions.APIException):
        return _of_framework(request, error)
    return None


def _of_framework(request: Any, error: exceptions.APIException) -> HttpResponse:
    codes = error.get_codes()
    code = codes if isinstance(codes, str) else "refused"
    answer = errors.answer(request, error.status_code, [str(error.detail)], code=code)
    if challenge := getattr(error, "auth_header", None):
        answer["WWW-Authenticate"] = challenge
    if wait := getattr(error, "wait", None):
        answer["Retry-After"] = str(ceil(wait))
    return answer


def _refused(detail: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Each sentence with the place it is about, as `requests[0].part`."""
    if isinstance(detail, Mapping):
        for name, inner in detail.items():
            if isinstance(name, int):  # DRF names the place in a list by its number
                yield from _refused(inner, f"{path}[{name}]")
            else:
                yield from _refused(inner, path if name == "non_field_errors" else f"{path}.{name}".lstrip("."))
    elif isinstance(detail, list) and any(isinstance(one, (Mapping, list)) for one in detail):
        for place, inner in enumerate(detail):
            yield from _refused(inner, f"{path}[{place}]")
    elif isinstance(detail, list):
        yield from ((path, str(sentence)) for sentence in detail)
    else:
        yield path, str(detail)


def _paths(detail: Any) -> list[str]:
    return list(dict.fromkeys(path for path, _sentence in _refused(detail) if path))
