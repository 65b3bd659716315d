"""Joining, the people of a project, appointments, and one's own agreements."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.core import clock
from portal.core.access.check import check, require
from portal.core.access.powers import POWERS
from portal.core.errors import Conflict, Forbidden, NotVisible, Refused
from portal.core.web import panels
from portal.core.web.pages import paginate
from portal.people import alike
from portal.people.models import Subject
from projects.members import leaving, queries, roster, services
from projects.members.forms import AppointForm, JoinForm
from projects.members.ladder import rungs
from projects.members.rights import rights
from projects.project.models import Project
from projects.project.policies import why_not_verified
from projects.project.states import ProjectState
from projects.project.web import actor_of, get_project, reader_of
from projects.terms import cards
from projects.terms import queries as terms
from projects.terms.document.fields import label
from projects.terms.models import TermsVersion
from projects.terms.web import chapters_read, coming, in_force, language, waiting, worded_since

MOST_FORMER = 20  # beside the members; all of them behind a link


@require_http_methods(["GET", "HEAD", "POST"])
def project_join(request: HttpRequest, slug: str) -> HttpResponse:
    """GET shows the text and accepts nothing; POST accepts the number and hash that were shown."""
    project = get_project(request, slug)
    version = in_force(request, project)
    if version is None:
        raise NotVisible
    if request.method != "POST":
        form = JoinForm(initial={"number": version.number, "hash": version.hash})
        return _join_page(request, project, version, form)
    actor = actor_of(request)
    form = JoinForm(request.POST)
    if not form.is_valid():
        fresh = JoinForm(data={**request.POST.dict(), "number": version.number, "hash": version.hash})
        return _join_page(request, project, version, fresh, status=422)
    try:
        _accept(project, actor, form)
    except Conflict as conflict:
        context = {
            "project": project,
            "tab": "terms",
            "version": version,
            "shown": form.cleaned_data["number"],
            "reasons": conflict.reasons,
        }
        return render(request, "projects/members/join_stale.html", context, status=409)
    messages.success(
        request,
        _("You accepted version %(number)s. Your receipt stands under My agreements.") % {"number": version.number},
    )
    return redirect("project_page", project.slug)


def _accept(project: Project, actor: Subject, form: JoinForm) -> None:
    """Joins; a member accepts the version for new work."""
    shown = {"number": form.cleaned_data["number"], "hash": form.cleaned_data["hash"]}
    if queries.is_member(project, actor):
        services.renew(actor=actor, project=project, **shown)
    else:
        services.join(actor=actor, project=project, **shown)


def _join_page(
    request: HttpRequest, project: Project, version: TermsVersion, form: JoinForm, *, status: int = 200
) -> HttpResponse:
    reader = reader_of(request)
    context = {
        "project": project,
        "tab": "terms",
        "version": version,
        "form": form,
        "coming": coming(project, version),
        "tiles": cards.tiles(version, language()),
        "chapters": chapters_read(version),
        "waiting": waiting(project, version.document),
        "open_roles": [role for role in queries.defined(version) if role.get("granted") == "open"],
        "is_member": reader is not None and queries.is_member(project, reader),
        "accepted": reader is not None and terms.has_accepted(version, reader),
        "worded": worded_since(version, reader),
        "unverified": why_not_verified(reader) if reader else None,
        "closed": not _takes(project, reader),
    }
    return render(request, "projects/members/join.html", context, status=status)


def _takes(project: Project, reader: Subject | None) -> bool:
    if project.state == ProjectState.RECRUITING:
        return True
    return reader is not None and (
        queries.is_member(project, reader) or queries.grants(project).filter(subject=reader).exists()
    )


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def project_leave(request: HttpRequest, slug: str) -> HttpResponse:
    """GET says what ends and what stays; POST leaves."""
    project = get_project(request, slug)
    actor, version = actor_of(request), in_force(request, project)
    reasons: object = ()
    status = 200
    if request.method == "POST":
        try:
            services.leave(actor=actor, project=project)
        except (Forbidden, Conflict) as refused:
            reasons, status = refused.reasons, refused.status
        else:
            messages.success(request, _("You left the project. Your credit and your places stay."))
            return redirect("project_people", project.slug)
    zone = terms.zone(project)
    context = {
        "project": project,
        "tab": "people",
        "takes_part": queries.takes_part(project, actor),
        "reasons": reasons,
        "today": clock.today(zone),
        "zone": zone,
        "ending": panels.render("leaving_ends", request, project),
        "staying": panels.render("leaving_stays", request, project),
        **leaving.context(project, actor, version, language()),
    }
    return render(request, "projects/members/leave.html", context, status=status)


@require_safe
def project_people(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    return _people_page(request, project)


def _people_page(
    request: HttpRequest, project: Project, *, form: AppointForm | None = None, reasons: object = (), status: int = 200
) -> HttpResponse:
    version, reader = in_force(request, project), reader_of(request)
    grants = list(queries.grants(project))
    left = request.GET.get("show") == "former"
    page = paginate(request, queries.former(project) if left else queries.members(project))
    gone = [] if left else list(queries.former(project)[: MOST_FORMER + 1])
    may_appoint = version is not None and check(reader, "members.appoint", project, Subject(pk="")).allowed
    context: dict[str, Any] = {
        "project": project,
        "tab": "people",
        "version": version,
        "page": page,
        "left": left,
        "rows": roster.former(list(page), project, version)
        if left
        else roster.members(list(page), project, grants, version),
        "former": roster.former(gone[:MOST_FORMER], project, version),
        "more_former": len(gone) > MOST_FORMER,
        "takes_part": reader is not None and queries.takes_part(project, reader),
        "more": [] if left else panels.render("project_people", request, project),
        "waiting": roster.waiting(project, grants, version),
        "rungs": rungs(version, grants, language()) if version else [],
        "form": (form or AppointForm(version)) if version and may_appoint else None,
        "reasons": reasons,
    }
    shown = [row.subject for name in ("rows", "former", "waiting") for row in context[name]]
    alike.mark(shown, queries.any_part(project))
    return render(request, "projects/members/people.html", context, status=status)


@require_POST
@login_required
def project_appoint(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    actor, version = actor_of(request), in_force(request, project)
    if version is None:
        raise NotVisible
    require(actor, "members.appoint", project, Subject(pk=""))
    form = AppointForm(version, request.POST)
    if not form.is_valid():
        return _people_page(request, project, form=form, status=422)
    try:
        granted = services.appoint(actor=actor, project=project, **form.cleaned_data)
    except Refused as refused:
        return _people_page(request, project, form=form, reasons=refused.reasons, status=422)
    title = queries.title_of(version, granted.role)
    messages.success(
        request, _("%(handle)s holds the role %(role)s.") % {"handle": granted.subject.handle, "role": title}
    )
    return redirect("project_people", project.slug)


@require_safe
def project_rights(request: HttpRequest, slug: str) -> HttpResponse:
    """Who may do what, from the one table of permissions."""
    project = get_project(request, slug)
    version = in_force(request, project)
    powers = [(power, label("roles[].powers", power, language()), does) for power, does in POWERS.items()]
    context = {"project": project, "tab": "people", "version": version, "rights": rights(version), "powers": powers}
    return render(request, "projects/members/rights.html", context)


@login_required
@require_safe
def my_agreements(request: HttpRequest) -> HttpResponse:
    """Every version somebody accepted, with the exact text behind it."""
    page = paginate(request, terms.acceptances_of(actor_of(request)))
    return render(request, "projects/members/agreements.html", {"page": page})
