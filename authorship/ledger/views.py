"""The public ledger of a project: pages, one address an entry, downloads, totals by person."""

from typing import Any

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from authorship.ledger import download, queries, reading
from portal.core.errors import NotVisible
from portal.core.web.pages import paginate
from portal.people import queries as people
from projects.project.web import get_project, reader_of


@require_safe
def credit_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Newest entries first, 50 a page, filtered by `person` (a handle or subject id) and `kind`."""
    project = get_project(request, slug)
    kinds = reading.kinds(project)
    chosen = reading.Filter.of(request.GET.get("person", ""), request.GET.get("kind", ""), kinds)
    page = paginate(request, queries.entries(project, subject=chosen.subject, kind=chosen.kind))
    context: dict[str, Any] = {
        "project": project,
        "tab": "credit",
        "page": page,
        "rows": reading.rows(list(page.object_list), project=project, reader=request.user, kinds=kinds),
        "kinds": kinds,
        "filter": chosen,
        "sums": reading.sums(project, chosen, kinds),
        "head": queries.head(project),
        "own": reader_of(request),
    }
    return render(request, "authorship/ledger/credit.html", context)


@require_safe
def credit_people(request: HttpRequest, slug: str) -> HttpResponse:
    """Totals by person, most points first, 50 a page."""
    project = get_project(request, slug)
    totals = queries.totals(project)
    order = sorted(totals, key=lambda subject: (-queries.total(totals[subject]), subject))
    page = paginate(request, order)
    shown = list(page.object_list)
    context = {
        "project": project,
        "tab": "credit",
        "page": page,
        "kinds": reading.kinds(project),
        "rows": reading.people_rows(project, shown, totals, people.profiles(shown)),
        "most": queries.total(totals[order[0]]) if order else None,
    }
    return render(request, "authorship/ledger/people.html", context)


@require_safe
def credit_entry(request: HttpRequest, slug: str, seq: int) -> HttpResponse:
    project = get_project(request, slug)
    return render(request, "authorship/ledger/entry.html", reading.entry_context(request, project, seq))


@require_safe
def credit_file(request: HttpRequest, slug: str, form: str) -> StreamingHttpResponse:
    """The whole ledger; what is visible of its project is public."""
    project = get_project(request, slug)
    makers = {"csv": (download.csv_lines, "text/csv"), "jsonl": (download.json_lines, "application/jsonl")}
    if form not in makers:
        raise NotVisible
    lines, media_type = makers[form]
    response = StreamingHttpResponse(lines(project), content_type=f"{media_type}; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{project.slug}.credit.{form}"'
    return response
