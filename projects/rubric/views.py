"""Pages of the rubric: a published version, the draft's form, publishing."""

from __future__ import annotations

from collections.abc import Sequence

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.core.access.check import check, require
from portal.core.errors import Conflict, NotVisible, Refused
from portal.core.web.whole import require_whole
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of
from projects.rubric import forms, offers, queries, services, topics


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
        "criteria": topics.shown(version.criteria),
        "unasked": topics.unasked(version.criteria),
    }
    return render(request, "projects/rubric/rubric_read.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rubric_edit(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    require(actor_of(request), "rubric.edit", project)
    if request.method != "POST":
        return _form(request, project, forms.of_draft(queries.draft(project)))
    require_whole(request)
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
            "again": forms.sent_again(typed),
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
        "topics": topics.TOPICS,
        "unasked": topics.unasked(draft.criteria) if draft else [],
    }
    return render(request, "projects/rubric/rubric_edit.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def rubric_templates(request: HttpRequest, slug: str) -> HttpResponse:
    """The templates in one language (`?in=`); POST adds what the draft lacks of one of them."""
    project = get_project(request, slug)
    actor = actor_of(request)
    require(actor, "rubric.edit", project)
    reasons: Sequence[object] = ()
    status = 200
    if request.method == "POST":
        template, lang = request.POST.get("template", ""), request.POST.get("in", "")
        try:
            services.start_from(actor=actor, project=project, template=template, lang=lang)
        except Refused as refused:
            reasons, status = refused.reasons, refused.status
        else:
            messages.success(request, _("The criteria are in the draft. Change what does not fit."))
            return redirect(f"{reverse('rubric_edit', args=[project.slug])}#criteria")
    lang = _language(request.POST.get("in", "") or request.GET.get("in", ""))
    draft = queries.draft(project)
    written = draft.criteria if draft else []
    left = {one.id for one in topics.uncovered(written)}
    context = {
        "project": project,
        "tab": "terms",
        "lang": lang,
        "languages": offers.LANGUAGES,
        "written": written,
        "offers": [
            (one, topics.shown(one.criteria), sum(row["topic"] in left for row in one.criteria))
            for one in offers.offers(lang)
        ],
        "reasons": reasons,
    }
    return render(request, "projects/rubric/rubric_templates.html", context, status=status)


def _language(asked: str) -> str:
    """The one asked for, else that of the page."""
    shown = get_language() or ""
    return next((one for one in (asked, shown) if one in offers.LANGUAGES), "en")


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
