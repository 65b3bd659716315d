"""The list of projects."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from portal.core.web.pages import paginate
from projects.catalogue import asked, index, queries
from projects.catalogue.asked import Asked
from projects.catalogue.facets import BY_NAME
from projects.catalogue.hits import hits, in_tasks
from projects.catalogue.rows import filters, listings
from projects.project.queries import visible_to

ORDER_TITLES = {
    "newest": _("Newest first"),
    "active": _("Latest activity first"),
    "title": _("By title"),
    "flags": _("Fewest red flags first"),
    "threshold": _("Lowest threshold for authors first"),
    "tasks": _("Most accepted tasks first"),
}


@require_safe
def project_list(request: HttpRequest) -> HttpResponse:
    rows = index.load(visible_to(request.user))
    question = asked.read(request.GET, rows)
    found = queries.found(rows, question, request.user)
    page = paginate(request, found.rows)
    language = get_language() or "en"
    shown = list(page.object_list)
    in_terms = [row for row in shown if row.pk in found.in_terms]
    clauses = hits(in_terms, question.words, language)
    tasks = {row.pk: in_tasks(found.in_tasks[row.pk]) for row in shown if row.pk in found.in_tasks}
    applied = _applied(question)
    context = {
        "asked": question,
        "page": page,
        "listings": listings(shown, language, pick=True, hits=clauses, tasks=tasks),
        "choices": found.choices,
        "filters": filters(question, found.choices, len(applied)),
        "applied": applied,
        "drop": _drop(question, found),
        "orders": ORDER_TITLES.items(),
        "any": bool(rows),
    }
    return render(request, "projects/catalogue/project_list.html", context)


def _applied(question: Asked) -> list[dict[str, Any]]:
    """Each filter in use, with the address of the list without it."""
    found = [{"label": f"“{question.typed}”", "title": "", "href": question.without("q").address}]
    chosen = [
        {"label": facet.label(value), "title": facet.title, "href": question.without(name, value).address}
        for name, facet in BY_NAME.items()
        for value in sorted(question.chosen.get(name, ()))
    ]
    return [*(found if question.words else []), *chosen]


def _drop(question: Asked, found: queries.Found) -> list[dict[str, Any]]:
    """Where nothing fits: which filter to drop, and how many would fit then; the most first."""
    if found.rows:
        return []
    helps = sorted(((count, name) for name, count in found.dropped.items() if count), key=lambda one: -one[0])
    return [
        {
            "title": _("The words") if name == "q" else BY_NAME[name].title,
            "count": count,
            "href": question.without(name).address,
        }
        for count, name in helps
    ]
