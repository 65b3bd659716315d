"""A long form whose session ended while somebody wrote: what was typed waits until they have signed in again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict

_MOST_BYTES = 500_000
_PREFIX = "kept:"
View = Callable[..., HttpResponse]


def keeps_text(view: View) -> View:
    """As `login_required`, but a POST without a session is kept in the new one and given back by `take`."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        if request.method == "POST":
            text = request.POST.urlencode()
            if len(text) <= _MOST_BYTES:
                request.session[_PREFIX + request.path] = text
        return redirect_to_login(request.path)

    return guarded


def take(request: HttpRequest) -> QueryDict | None:
    """What waits for this page, once."""
    text = request.session.pop(_PREFIX + request.path, None)
    return QueryDict(text) if isinstance(text, str) else None
