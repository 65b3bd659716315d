"""Home, health, robots."""

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/site/home.html")


@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """The process answers."""
    return HttpResponse("ok", content_type="text/plain")


@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """The process answers and so does its database."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return HttpResponse("the database does not answer", status=503, content_type="text/plain")
    return HttpResponse("ready", content_type="text/plain")


@require_safe
def robots(request: HttpRequest) -> HttpResponse:
    """Public pages may be indexed; forms of the account may not."""
    return HttpResponse("User-agent: *\nDisallow: /accounts/\nDisallow: /account/\nDisallow: /i18n/\n", content_type="text/plain")
