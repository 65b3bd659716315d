"""Pages kept for visitors: the same page is not made twice while nothing in the database has changed.

A page for somebody who sent no cookie is a function of its address, the language, the database and the minute. The
database tells by itself whether anything was committed since; so nothing has to be forgotten by hand, and whatever is
erased, hidden or corrected is gone from the next answer on.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from hashlib import sha256

from django.conf import settings
from django.core.cache import caches
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.middleware.csrf import get_token
from django.utils.cache import patch_vary_headers
from django.utils.translation import get_language

# What a page says of time ("3 days left") may be as old as this.
SECONDS = 30
# As the element, which no text of people can write: its angle brackets are escaped.
_FIELD = b'<input type="hidden" name="csrfmiddlewaretoken" value="%b">'
_TOKEN = re.compile(_FIELD % b"[A-Za-z0-9]{64}")
_MARK = _FIELD % b""
# Cookies that change nothing on a page of a visitor, or that the key covers.
_HARMLESS = frozenset({settings.LANGUAGE_COOKIE_NAME, settings.CSRF_COOKIE_NAME})


def stamp() -> str | None:
    """What the database shows to a reader who comes now: equal stamps, equal data. None where it cannot be told.

    PostgreSQL names the transactions that a snapshot sees. SQLite tells changes to one connection only, and each
    request there has its own; inside a transaction a reader sees what nobody else does.
    """
    if connection.vendor != "postgresql" or connection.in_atomic_block:
        return None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_current_snapshot()::text")
        found: str = cursor.fetchone()[0]
    return found


class KeptPagesMiddleware:
    """After those of language and forms. Keeps complete HTML answers of GET that set no cookie of their own and bring
    no policy of their own (which its middleware reads off the answer); the token of the forms on the page is each
    visitor's."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        key = _key(request)
        if key is None:
            return self.get_response(request)
        kept = caches["pages"].get(key)
        if kept is not None:
            return _answer(request, *kept)
        response = self.get_response(request)
        if isinstance(response, HttpResponse) and _whole(response) and request.session.is_empty():
            content = _TOKEN.sub(_MARK, response.content)
            caches["pages"].set(key, (content, dict(response.items())), SECONDS)
        return response


def _answer(request: HttpRequest, content: bytes, headers: dict[str, str]) -> HttpResponse:
    if _MARK in content:
        content = content.replace(_MARK, _FIELD % get_token(request).encode())
    response = HttpResponse(content, headers=headers)
    patch_vary_headers(response, ("Cookie",))
    return response


def _key(request: HttpRequest) -> str | None:
    """None for everybody who may be known, or who asks for a part of a page."""
    if request.method != "GET" or not request.COOKIES.keys() <= _HARMLESS:
        return None
    if "Authorization" in request.headers or "HX-Request" in request.headers:
        return None
    state = stamp()
    if state is None:
        return None
    parts = (state, get_language() or "", request.scheme or "", request.get_host(), request.get_full_path())
    return sha256("\n".join(parts).encode()).hexdigest()


def _whole(response: HttpResponse) -> bool:
    return (
        response.status_code == 200
        and not response.cookies
        and not any(name.startswith("_csp_") for name in vars(response))
        and response.headers.get("Content-Type", "").startswith("text/html")
        and "no-store" not in response.headers.get("Cache-Control", "")
    )
