"""Lists in pages."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import QuerySet
from django.http import HttpRequest


def paginate(request: HttpRequest, rows: "QuerySet[Any] | Sequence[Any]", per: int = 50) -> Page[Any]:
    """The page that `?page=` asks for; a number that is none, or too large, gives the nearest page."""
    return Paginator(rows, per).get_page(request.GET.get("page"))
