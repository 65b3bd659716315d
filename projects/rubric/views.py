"""Pages of the rubric: a published version, the draft's form, publishing."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.core.access.check import check, require
from portal.core.errors import Conflict, NotVisible, Refused
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of
from projects.rubric import forms, queries, services


@require_safe
def rubric_read(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    version = queries.version(project, number)
    if version is None:
        raise NotVisible
    may_edit = check(reader_of(request), "rubric.edit", project).allowed
    context = {
        "project": project,
        "tab": "terms",
        "version": version,
        "versions": queries.versions(project).reverse(),
        "may_edit": may_edit,
    }
    return render(request, "projects/rubric/rubric_read.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rubric_edit(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    require(actor_of(request), "rubric.edit", project)
    if request.method != "POST":
        return _form(request, project, forms.of_draft(queries.draft(project)))
    typed = forms.typed(request.POST)
    try:
        services.save_draft(
            actor=actor_of(request),
            project=project,
            title=typed.title,
            criteria=typed.moved(),
            version=typed.version,
        )
    except Refused as refused:
        return _form(request, project, typed, reasons=refused.reasons, status=422)
    except Conflict as conflict:
        context = {
            "project": project,
            "tab": "terms",
            "typed": typed,
            "stored": queries.draft(project),
            "reasons": conflict.reasons,
        }
        return render(request, "projects/rubric/rubric_conflict.html", context, status=409)
    address = reverse("rubric_edit", args=[project.slug])
    return redirect(f"{address}?blank=1#criteria" if typed.action == "add" else f"{address}#criteria")


def _form(
    request: HttpRequest,
    project: Project,
    typed: forms.Typed,
    *,
    reasons: object = (),
    status: int = 200,
) -> HttpResponse:
    draft, last = queries.draft(project), queries.latest(project)
    context = {
        "project": project,
        "tab": "terms",
        "typed": typed,
        "rows": forms.rows(typed.criteria, blank=request.GET.get("blank", "")),
        "reasons": reasons,
        "draft": draft,
        "last": last,
        "why_not": services.why_not_publish(draft, last.hash if last else "") if draft else [],
    }
    return render(request, "projects/rubric/rubric_edit.html", context, status=status)


@login_required
@require_POST
def rubric_publish(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    typed = forms.typed(request.POST)
    try:
        version = services.publish(actor=actor_of(request), project=project, version=typed.version)
    except (Refused, Conflict) as refused:
        shown = forms.of_draft(queries.draft(project))
        return _form(request, project, shown, reasons=refused.reasons, status=refused.status)
    messages.success(request, _("Version %(number)s of the rubric is published.") % {"number": version.number})
    return redirect("rubric_read", project.slug, version.number)
