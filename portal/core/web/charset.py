"""UTF-8 and nothing else, said before Django reads a request.

Django takes whatever codec the request names while it makes the request object; one that is none for text, as
`bz2_codec`, ends there in a failure that no middleware sees. So the name is taken off first and kept aside, and
`portal.core.web.input` refuses the request.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from django.http import HttpRequest
from django.utils.http import parse_header_parameters

KEY = "concord.charset"
Application = Callable[[dict[str, Any], Callable[..., Any]], Iterable[bytes]]


class Utf8Only:
    """Around the WSGI application."""

    def __init__(self, application: Application) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        said = str(environ.get("CONTENT_TYPE") or "")
        if "charset" in said.lower():
            media_type, parameters = _read(said)
            if not is_utf8(parameters.get("charset", "")):
                environ = {**environ, "CONTENT_TYPE": media_type, KEY: parameters["charset"]}
        return self.application(environ, start_response)


def is_utf8(charset: str) -> bool:
    """Whether nothing else is named."""
    return charset.strip().strip('"').lower() in ("", "utf-8", "utf8")


def of(request: HttpRequest) -> str:
    """As the request said it; "" where it said nothing."""
    return str(request.META.get(KEY) or (request.content_params or {}).get("charset", ""))


def _read(said: str) -> tuple[str, dict[str, str]]:
    try:
        media_type, parameters = parse_header_parameters(said)
    except ValueError:
        return "", {"charset": "unknown"}
    return media_type, dict(parameters)
