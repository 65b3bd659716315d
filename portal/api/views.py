"""The page of one's own API tokens. Whoever opens it has just given their password or second factor."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from portal.api import tokens
from portal.api.forms import TokenForm
from portal.api.models import ApiToken
from portal.core import clock
from portal.core.errors import Forbidden, Refused
from portal.core.web.absolute import absolute
from portal.people.models import User

_MOST_ENDED = 20


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@reauthentication_required(app="portal")  # type: ignore[untyped-decorator]
def account_tokens(request: HttpRequest) -> HttpResponse:
    """GET lists; POST makes a token and shows its secret, in this answer and never again."""
    user = _account(request)
    places = tokens.places(user.subject)
    form = TokenForm(places, request.POST or None)
    if request.method != "POST":
        return _page(request, user, form)
    if not form.is_valid():
        return _page(request, user, form, status=422)
    try:
        token, secret = tokens.make(actor=user, **form.cleaned_data)
    except Refused as refused:
        return _page(request, user, form, reasons=refused.reasons, status=422)
    return _page(request, user, TokenForm(places), made=token, secret=secret)


@login_required
@require_POST
@reauthentication_required(app="portal")  # type: ignore[untyped-decorator]
def account_token_end(request: HttpRequest, token: int) -> HttpResponse:
    tokens.end(actor=_account(request), token=token)
    messages.success(request, _("The token has ended. A program that uses it is refused from now on."))
    return redirect("account_tokens")


@login_required
@require_POST
@reauthentication_required(app="portal")  # type: ignore[untyped-decorator]
def account_tokens_end(request: HttpRequest) -> HttpResponse:
    ended = tokens.end_all(actor=_account(request))
    messages.success(request, ngettext("%(n)s token has ended.", "%(n)s tokens have ended.", ended) % {"n": ended})
    return redirect("account_tokens")


def _account(request: HttpRequest) -> User:
    if not isinstance(request.user, User):
        raise Forbidden(_("Sign in to do this."))
    return request.user


def _page(
    request: HttpRequest,
    user: User,
    form: TokenForm,
    *,
    reasons: object = (),
    made: ApiToken | None = None,
    secret: str = "",
    status: int = 200,
) -> HttpResponse:
    at = clock.now()
    living = tokens.living(user, at).order_by("-created_at", "-pk")
    ended = ApiToken.objects.filter(user=user).exclude(pk__in=living.values("pk")).order_by("-created_at", "-pk")
    places = {place.id: place for place in tokens.places(user.subject)}
    context = {
        "form": form,
        "reasons": reasons,
        "made": made,
        "secret": secret,
        "living": [_row(one, places) for one in living],
        "ended": [_row(one, places) for one in ended[:_MOST_ENDED]],
        "places": places,
        "address": absolute("api_projects"),
    }
    return render(request, "portal/api/tokens.html", context, status=status)


def _row(token: ApiToken, places: dict[str, tokens.Place]) -> dict[str, Any]:
    """With the project's title, while it is one of theirs, and what it may do in words."""
    place = places.get(token.project)
    return {
        "token": token,
        "place": place,
        "verbs": [tokens.VERBS[verb] for verb in token.verbs if verb in tokens.VERBS],
    }
