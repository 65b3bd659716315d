"""Requests that only read."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest
from django.http.response import HttpResponseBase

from portal.core.once import while_reading


class ReadingMiddleware:
    """GET and HEAD change nothing a page is made of, so each thing is read once for them. What is streamed is made
    after this and reads anew."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method not in ("GET", "HEAD"):
            return self.get_response(request)
        with while_reading():
            return self.get_response(request)
