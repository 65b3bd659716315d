"""Publishing the terms: what is open, what refuses, what will happen; then the act."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.rubric import queries as rubric
from projects.terms import changes, queries, reading, services
from projects.terms.document.sentences import strip
from projects.terms.models import TermsDraft
from projects.terms.steps.navigation import path_links, problem_links
from projects.terms.web import chapters_of, language


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_publish(request: HttpRequest, slug: str) -> HttpResponse:
    """POST publishes exactly the draft that was shown (its version in the form); a later one is a conflict."""
    project = get_project(request, slug)
    actor = actor_of(request)
    require(actor, "terms.publish", project)
    if request.method != "POST":
        return _preview(request, project)
    shown = request.POST.get("version", "")
    number = int(shown) if shown.isascii() and shown.isdigit() and len(shown) < 10 else 0
    try:
        version = services.publish(actor=actor, project=project, draft_version=number)
    except (Refused, Conflict) as refused:
        return _preview(request, project, reasons=refused.reasons, status=refused.status)
    messages.success(request, _("Version %(number)s of the terms is published.") % {"number": version.number})
    return redirect("terms_version", project.slug, version.number)


def _preview(request: HttpRequest, project: Project, *, reasons: object = (), status: int = 200) -> HttpResponse:
    lang = language()
    draft = queries.draft(project)
    document = queries.draft_document(project)
    open_paths = queries.open_paths(project)
    problems = services.unread(draft) if draft else []
    if not open_paths:
        problems += queries.refused(project)
    ready = draft is not None and not open_paths and not problems
    context = {
        "project": project,
        "tab": "terms",
        "reasons": reasons,
        "draft": draft,
        "open_links": path_links(project, open_paths, lang),
        "problem_links": problem_links(project, problems, lang),
        "tiles": strip(document, lang),
        "chapters": chapters_of(document),
        "own_language": document.get("language", ""),
        "rubrics": rubric.versions(project),
        "effect": _effect(project, draft, lang) if ready and draft else None,
    }
    return render(request, "projects/terms/terms_publish.html", context, status=status)


def _effect(project: Project, draft: TermsDraft, lang: str) -> dict[str, object]:
    """What publishing this draft does, in facts a page can say."""
    last = queries.latest(project)
    paths = changes.changed(last.document, draft.document) if last else []
    return {
        "number": last.number + 1 if last else 1,
        "hash": services.hash_of(draft),
        "in_force": services.in_force(project, draft.document, clock.deciding()),
        "same": last is not None and not paths,
        "klass": changes.class_of(paths) if last else "",
        "changed": [(path, reading.place(path, lang)) for path in paths],
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
