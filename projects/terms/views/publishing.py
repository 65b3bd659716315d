"""Publishing the terms: what is open, what refuses, what will happen; then the act."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.project.web import actor_of, get_project
from projects.rubric import queries as rubric
from projects.terms import agreed, agreeing, cards, changes, queries, services
from projects.terms.document.edit import once
from projects.terms.document.pointless import pointless
from projects.terms.document.sentences import strip
from projects.terms.models import TermsDraft, TermsVersion
from projects.terms.refused import refused, short_of_people
from projects.terms.steps.navigation import grouped_links, path_links, problem_links
from projects.terms.web import chapters_of, drafted, language, version_sent, waiting


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_publish(request: HttpRequest, slug: str) -> HttpResponse:
    """POST publishes exactly the draft that was shown (its version in the form), or puts it (its hash) before the
    other core members; a later one is a conflict."""
    project = get_project(request, slug)
    actor = actor_of(request)
    require(actor, "terms.publish", project)
    if request.method != "POST":
        return _preview(request, project)
    if request.POST.get("do") == "propose":
        return _propose(request, project)
    try:
        version = services.publish(actor=actor, project=project, draft_version=version_sent(request))
    except (Refused, Conflict) as refused:
        return _preview(request, project, reasons=refused.reasons, status=refused.status)
    messages.success(request, _published(project, version))
    return redirect("terms_version", project.slug, version.number)


def _published(project: Project, version: TermsVersion) -> str:
    """What the act did; while the project is a draft, also that it is not open, with the way to the button."""
    said = _("Version %(number)s of the terms is published.") % {"number": version.number}
    if version.number > 1:
        own = _("Publishing it is not accepting it: this page says whether you have to, and from when.")
        said = f"{said} {own}"
    if project.state != ProjectState.DRAFT:
        return said
    return format_html(
        '{} {} <a href="{}#prepare-h">{}</a>',
        said,
        _("Only those who prepare the project see it until it is opened to contributors."),
        reverse("project_page", args=[project.slug]),
        _("Open the project"),
    )


def _propose(request: HttpRequest, project: Project) -> HttpResponse:
    try:
        agreeing.propose(actor=actor_of(request), project=project, hash=request.POST.get("hash", ""))
    except (Refused, Conflict) as refused:
        return _preview(request, project, reasons=refused.reasons, status=refused.status)
    messages.success(request, _("The text is before the core team. One of the others has to agree."))
    return redirect("terms_publish", project.slug)


def _preview(request: HttpRequest, project: Project, *, reasons: object = (), status: int = 200) -> HttpResponse:
    lang = language()
    draft = queries.draft(project)
    document = queries.draft_document(project)
    open_paths = queries.open_paths(project)
    problems = once([*(services.unread(draft) if draft else []), *refused(project, document, actor_of(request))])
    # Publishing version 1 is accepting it.
    accepts = "" if queries.latest(project) else actor_of(request).id
    ready = draft is not None and not open_paths and not problems
    context = {
        "project": project,
        "tab": "terms",
        "reasons": reasons,
        "draft": draft,
        "open_links": path_links(project, open_paths, lang),
        "problem_links": problem_links(project, problems, lang),
        "short": grouped_links(project, short_of_people(project, document), lang),
        "pointless": grouped_links(project, pointless(document), lang),
        "tiles": strip(document, lang),
        "chapters": chapters_of(document),
        "waiting": waiting(project, document, besides=accepts),
        "own_language": document.get("language", ""),
        "rubrics": rubric.versions(project),
        "effect": _effect(project, draft, lang) if ready and draft else None,
    }
    return render(request, "projects/terms/terms_publish.html", context, status=status)


def _effect(project: Project, draft: TermsDraft, lang: str) -> dict[str, object]:
    """What publishing this draft does, in facts a page can say."""
    last = queries.latest(project)
    paths = changes.changed(last.document, draft.document) if last else []
    found = agreed.of_draft(project, draft, clock.deciding())
    foretold = cards.foretold(draft.document, lang)
    return {
        "found": found,
        "told": agreed.told(found) if found and found.needed else None,
        "number": last.number + 1 if last else 1,
        "hash": agreed.hash_of(draft),
        "in_force": services.in_force(project, draft.document, clock.deciding()),
        "same": last is not None and not paths,
        "foretold": foretold,
        "flags": [sentence for code, _word, sentence in foretold if code == "flag"],
        "klass": changes.class_of(paths) if last else "",
        "changed": drafted(last, draft.document) if last and paths else None,
        "founding": [] if last else _founding(draft),
    }


def _founding(draft: TermsDraft) -> list[tuple[str, list[str]]]:
    titles = {role["id"]: role["title"] for role in draft.document["roles"]}
    members = draft.document["core_team"]["members"]
    names = printed_names([member["person"] for member in members])
    return [
        (names.get(one["person"], one["person"]), [titles.get(role, role) for role in one.get("roles") or []])
        for one in members
    ]
