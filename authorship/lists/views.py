"""The author lists of a project, each with the reason for every place."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from authorship.lists import locking, queries
from authorship.lists import page as pages
from authorship.lists.engine_file import engine_file
from authorship.lists.forms import LockForm
from authorship.lists.models import Output
from authorship.lists.reading import Listing
from portal.core.access.check import require
from portal.core.errors import Conflict, NotVisible, Refused
from projects.project.web import actor_of, get_project, reader_of


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
    """The current list, or the one of `?generation=`; `?show=` opens one of its parts alone, 50 a page, or the table of
    every list."""
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
    if request.GET.get("show") == "lists":
        return render(request, "authorship/lists/every.html", {**context, **pages.every(request, output)})
    listing = Listing(output, snapshot, request.user)
    context |= pages.context(request, listing, reader_of(request))
    return render(request, "authorship/lists/authors.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def author_list_lock(request: HttpRequest, slug: str, output_id: str) -> HttpResponse:
    """GET says what the next lock means; POST sets it, where the list stands as the page showed it."""
    project = get_project(request, slug)
    output, actor = queries.output(project, output_id), actor_of(request)
    if output is None:
        raise NotVisible
    require(actor, "output.lock", project, output)
    form = LockForm(request.POST or None, initial={"to": pages.next_lock(output)})
    reasons: object = ()
    status = 200
    if request.method == "POST":
        status = 422
        if form.is_valid():
            try:
                made = locking.lock(actor=actor, output=output, **form.cleaned_data)
            except (Refused, Conflict) as refused:
                reasons, status = refused.reasons, refused.status
                output.refresh_from_db()
            else:
                closed = made.state == Output.Lock.CLOSED
                messages.success(request, _("The list is closed.") if closed else _("Who is on the list is fixed."))
                return redirect("author_list", slug, output_id)
    context = pages.lock_context(output) | {"project": project, "tab": "authors", "form": form, "reasons": reasons}
    return render(request, "authorship/lists/lock.html", context, status=status)
