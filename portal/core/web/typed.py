"""Nothing typed is lost: a form that cannot be taken comes back as text to copy."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase, UnreadablePostError
from django.http.multipartparser import MultiPartParserError
from django.shortcuts import render, resolve_url

# What a form sends besides what a person wrote into it.
_NOT_TYPED = frozenset({"csrfmiddlewaretoken", "version", "do", "next", "whole"})


def typed(request: HttpRequest) -> list[tuple[str, str]]:
    """(field, text) of everything typed into the form that was sent, passwords left out; nothing of other requests."""
    if request.method != "POST":
        return []
    try:
        fields = list(request.POST.lists())
    except (UnreadablePostError, MultiPartParserError):
        return []
    return [
        (name, text)
        for name, texts in fields
        for text in texts
        if isinstance(text, str) and text.strip() and name not in _NOT_TYPED and "password" not in name
    ]


def unstored(response: HttpResponse) -> HttpResponse:
    """A page that gives text back is for whoever sent it: no cache on the way stores it."""
    response["Cache-Control"] = "private, no-store"
    return response


class SessionEndedMiddleware:
    """A form sent after the session ended is answered with its own text (403) instead of a bare sign-in page."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.sign_in = resolve_url(settings.LOGIN_URL)

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        turned_away = response.status_code == 302 and response.get("Location", "").startswith(self.sign_in)
        if not turned_away or request.user.is_authenticated or request.path.startswith("/accounts/"):
            return response
        text = typed(request)
        if not text:
            return response
        return unstored(render(request, "errors/session_ended.html", {"typed": text}, status=403))
