"""Pages of a project: beginning one, its front page, and the moves of its state."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.core.errors import Refused
from portal.core.web import panels
from projects.project import queries, services
from projects.project.forms import ProjectForm
from projects.project.policies import why_not_verified
from projects.project.web import actor_of, get_project


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def project_new(request: HttpRequest) -> HttpResponse:
    actor = actor_of(request)
    form = ProjectForm(request.POST or None)
    blocked = why_not_verified(actor)
    reasons: list[object] = []
    if request.method == "POST" and form.is_valid():
        try:
            project = services.create(actor=actor, **form.cleaned_data)
        except Refused as refused:
            reasons = list(refused.reasons)
        else:
            messages.success(request, _("The project is a draft that you alone see. Rubric and terms come next."))
            return redirect("project_page", project.slug)
    status = 422 if request.method == "POST" else 200
    context = {"form": form, "reasons": reasons, "blocked": blocked}
    return render(request, "projects/project/project_new.html", context, status=status)


@login_required
@require_safe
def my_projects(request: HttpRequest) -> HttpResponse:
    return render(request, "projects/project/my_projects.html", {"projects": queries.of(actor_of(request))})


@require_safe
def project_page(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    context = {
        "project": project,
        "tab": "overview",
        "facts": panels.render("project_facts", request, project),
        "acts": panels.render("project_act", request, project),
        "panels": panels.render("project", request, project),
    }
    return render(request, "projects/project/project_page.html", context)


@login_required
@require_POST
def project_recruit(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    services.recruit(actor=actor_of(request), project=project)
    messages.success(request, _("The project is recruiting. Anybody can read it and join."))
    return redirect("project_page", project.slug)


@login_required
@require_POST
def project_close(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    services.close(actor=actor_of(request), project=project)
    messages.success(request, _("The project is closed to new contributors. Open work goes on."))
    return redirect("project_page", project.slug)
