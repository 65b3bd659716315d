"""Times are shown in the reader's own zone; without an account, in UTC."""

from collections.abc import Callable
from zoneinfo import ZoneInfo

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
