"""What every request of a session does: its reader's zone for times, and when it was last seen."""

import time
from collections.abc import Callable
from zoneinfo import ZoneInfo

from allauth.usersessions.internal.usersessionkit import track_activity
from django.http import HttpRequest, HttpResponseBase
from django.utils import timezone


class ZoneMiddleware:
    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if not request.user.is_authenticated:
            timezone.deactivate()
            return self.get_response(request)
        with timezone.override(ZoneInfo(request.user.subject.profile.zone)):
            return self.get_response(request)


class LastSeenMiddleware:
    """Notes once a minute, in each process, that a session is in use; to note every request is a write a page."""

    EVERY = 60.0  # seconds
    MOST = 10_000

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response
        self.noted: dict[str, float] = {}

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        key = request.session.session_key
        if key and time.monotonic() - self.noted.get(key, -self.EVERY) >= self.EVERY and request.user.is_authenticated:
            if len(self.noted) >= self.MOST:
                self.noted.clear()
            self.noted[key] = time.monotonic()
            track_activity(request, user=request.user, session=request.session)
        return self.get_response(request)
