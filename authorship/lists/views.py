"""The author lists of a project, each with the reason for every place."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from authorship.lists import page as pages
from authorship.lists import queries
from authorship.lists.engine_file import engine_file
from authorship.lists.reading import Listing
from portal.core.errors import NotVisible
from projects.project.web import get_project, reader_of


@require_safe
def author_lists(request: HttpRequest, slug: str) -> HttpResponse:
    """The outputs; a project with one leads straight to its list."""
    project = get_project(request, slug)
    outputs = list(queries.outputs(project))
    if len(outputs) == 1:
        return redirect("author_list", slug, outputs[0].output_id)
    context = {"project": project, "tab": "authors", "rows": pages.overview(outputs)}
    return render(request, "authorship/lists/outputs.html", context)


@require_safe
def author_list(request: HttpRequest, slug: str, output_id: str) -> HttpResponse:
    """The current list, or the one of `?generation=`; `?show=` opens one of its parts alone, 50 a page."""
    project = get_project(request, slug)
    output = queries.output(project, output_id)
    if output is None:
        raise NotVisible
    context: dict[str, Any] = {"project": project, "tab": "authors", "output": output, "engine": engine_file()}
    asked = request.GET.get("generation", "")
    snapshot = queries.asked(output, asked)
    if snapshot is None:
        if asked:
            raise NotVisible
        return render(request, "authorship/lists/no_list.html", {**context, "declared": pages.declared(output)})
    listing = Listing(output, snapshot, request.user)
    context |= pages.context(request, listing, reader_of(request))
    return render(request, "authorship/lists/authors.html", context)
