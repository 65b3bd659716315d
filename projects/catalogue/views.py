"""The list of projects."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from portal.core.web.pages import paginate
from projects.catalogue import queries
from projects.catalogue.forms import CatalogueForm
from projects.project.states import ProjectState

ORDER_TITLES = {"newest": _("Newest first"), "title": _("By title")}


@require_safe
def project_list(request: HttpRequest) -> HttpResponse:
    form = CatalogueForm(request.GET)
    form.is_valid()  # what is not valid is left out of cleaned_data and so not asked for
    asked = form.cleaned_data
    order = asked.get("order") or "newest"
    projects = queries.found(
        request.user,
        words=asked.get("q", ""),
        states=asked.get("state", []),
        field=asked.get("field", ""),
        order=order,
    )
    page = paginate(request, projects)
    labels = dict(ProjectState.choices)
    context = {
        "asked": {**asked, "order": order},
        "errors": form.errors,
        "page": page,
        "listings": queries.listings(page, get_language() or "en"),
        "states": [
            {"value": value, "label": labels[value], "count": count, "on": value in asked.get("state", [])}
            for value, count in queries.state_counts(request.user).items()
        ],
        "fields": queries.fields(request.user),
        "orders": ORDER_TITLES.items(),
        "filtered": any((asked.get("q"), asked.get("state"), asked.get("field"))),
    }
    return render(request, "projects/catalogue/project_list.html", context)
