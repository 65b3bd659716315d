"""Who asks the API: a program with a token, or a person's browser by its session."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from rest_framework import authentication, exceptions, throttling
from rest_framework.request import Request

from portal.api import tokens
from portal.api.models import ApiToken
from portal.core.web.api.problems import Problem
from portal.people.models import User

SCHEME = "Bearer"


class BadTokens(throttling.AnonRateThrottle):
    """Counts tokens that do not hold, by address."""

    scope = "bad_token"

    def get_cache_key(self, request: Request, view: Any) -> str:
        return self.cache_format % {"scope": self.scope, "ident": self.get_ident(request)}


class NoToken(exceptions.AuthenticationFailed):
    default_detail = gettext_lazy("This token does not hold: it is unknown, has ended, or its time is over.")
    default_code = "token"


class Grant:
    """What a token that holds lets its program do: `verbs` in `project`, a public id."""

    def __init__(self, token: ApiToken) -> None:
        self.project = token.project
        self.verbs = frozenset(token.verbs)

    def allows(self, verbs: frozenset[str]) -> bool:
        """Any one of them is enough."""
        return bool(self.verbs & verbs)


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer …`, in the header only. With this header cookies are not looked at, right or wrong."""

    def authenticate(self, request: Request) -> tuple[User, Grant] | None:
        said = request.META.get("HTTP_AUTHORIZATION")
        if said is None:
            return None
        scheme, _space, secret = str(said).partition(" ")
        token = tokens.find(secret.strip()) if scheme.lower() == SCHEME.lower() else None
        if token is None:
            self._count(request)
            raise NoToken
        return token.user, Grant(token)

    def _count(self, request: Request) -> None:
        counter = BadTokens()
        if not counter.allow_request(request, None):  # type: ignore[arg-type]  # the view is not looked at
            raise exceptions.Throttled(counter.wait())

    def authenticate_header(self, request: Request) -> str:
        return f'{SCHEME} realm="api"'


class SessionAuthentication(authentication.SessionAuthentication):
    """As pages: whoever signed in, and every write with the CSRF token."""

    def authenticate(self, request: Request) -> tuple[Any, None] | None:
        user = getattr(request._request, "user", None)
        if user is None or not user.is_active or user.closed_at is not None:
            return None
        self.enforce_csrf(request)
        return user, None

    def enforce_csrf(self, request: Request) -> None:
        try:
            super().enforce_csrf(request)
        except exceptions.PermissionDenied:
            raise Problem(
                403,
                "csrf",
                _("A write by a session needs the CSRF token of the site, in the header X-CSRFToken."),
                _("Nothing was saved."),
            ) from None
