"""Answers that no cache may store: whoever is known gets none that outlives their session."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest
from django.http.response import HttpResponseBase

# Here a visitor's page may say what only they know: the address behind a mailed link, what they typed.
_ACCOUNTS = ("/accounts/", "/account/")
_SIGN_OUT = "/accounts/logout/"


class PrivateAnswersMiddleware:
    """Says `no-store` to everybody with a session and on every account page, unless the view says something itself.

    Whoever signs out leaves nothing in the browser that forms kept there for them.

    Stands inside what keeps pages for visitors, so that none of these is kept.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        response = self.get_response(request)
        known = settings.SESSION_COOKIE_NAME in request.COOKIES or request.session.modified
        if (known or request.path.startswith(_ACCOUNTS)) and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-store"
        if request.method == "POST" and request.path == _SIGN_OUT and response.status_code == 302:
            response["Clear-Site-Data"] = '"storage"'
        return response
