"""Home, health, robots."""

from typing import Any

from django.db import DatabaseError, connection
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.core.record.models import RecordEntry
from portal.site.record.queries import tell
from projects.catalogue.index import load
from projects.catalogue.rows import listings
from projects.project.queries import visible_to
from projects.project.states import ProjectState

RECRUITING_SHOWN = 3
LATELY_SHOWN = 6


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What Concord is, what recruits now, and what the public record took in last."""
    recruiting = visible_to(request.user).filter(state=ProjectState.RECRUITING).order_by("-created_at", "-pk")
    context = {
        "listings": listings(load(recruiting[:RECRUITING_SHOWN]), get_language() or "en"),
        "recruiting": recruiting.count(),
        "lately": _lately(request),
    }
    return render(request, "portal/site/home.html", context)


def _lately(request: HttpRequest) -> list[dict[str, Any]]:
    """The newest entries of projects that this reader may see."""
    projects = {project.public_id: project for project in visible_to(request.user).exclude(state=ProjectState.DRAFT)}
    entries = list(
        RecordEntry.objects.filter(project__in=projects).prefetch_related("texts").order_by("-at", "-pk")[:LATELY_SHOWN]
    )
    return [
        {
            "at": entry.at,
            "says": told.says,
            "title": projects[entry.project].title,
            "href": reverse("record_page", args=[projects[entry.project].slug]) + f"#e-{entry.seq}",
        }
        for entry, told in zip(entries, tell(entries), strict=True)
    ]


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
    lines = ("User-agent: *", "Disallow: /accounts/", "Disallow: /account/", "Disallow: /i18n/", "")
    return HttpResponse("\n".join(lines), content_type="text/plain")
