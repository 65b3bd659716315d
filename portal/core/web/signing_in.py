"""Long forms outlive a session: what was typed is shown again instead of being thrown away by a redirect."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

View = Callable[..., HttpResponse]
_NOT_TYPED = frozenset({"csrfmiddlewaretoken", "version", "do", "next"})


def text_kept(view: View) -> View:
    """As `login_required`, but a form sent after the session ended comes back as text to copy (403)."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        typed = [
            (name, value)
            for name, values in request.POST.lists()
            for value in values
            if isinstance(value, str) and value.strip() and name not in _NOT_TYPED
        ]
        if request.method != "POST" or not typed:
            return redirect_to_login(request.get_full_path())
        return render(request, "errors/session_ended.html", {"typed": typed}, status=403)

    return guarded
