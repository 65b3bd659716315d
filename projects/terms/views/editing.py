"""Writing the terms: ten steps, and a file there and back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core.access.check import require
from portal.core.errors import Conflict, NotVisible, Refused
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.terms import people, queries, services
from projects.terms.document.edit import steps
from projects.terms.document.sentences import strip
from projects.terms.document.yaml_source import MAX_BYTES
from projects.terms.people import handle_to_subject
from projects.terms.reading import place
from projects.terms.steps.controls import Tree
from projects.terms.steps.navigation import path_links, problem_links, step_links
from projects.terms.steps.state import State, state, stored, with_step
from projects.terms.steps.typed import Data, acted, overfull, typed
from projects.terms.views.reading import yaml_file
from projects.terms.web import language

LAST = len(steps())


def _editable(request: HttpRequest, slug: str) -> Project:
    project = get_project(request, slug)
    require(actor_of(request), "terms.edit", project)
    return project


def _handles(project: Project) -> Any:
    names = people.handles(people.subjects_in(queries.draft_document(project)))
    return lambda subject: names.get(subject, subject)


def _data(project: Project) -> Data:
    draft = queries.draft(project)
    return stored(queries.draft_document(project), draft.forms if draft else {}, _handles(project))


@login_required
@require_safe
def terms_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to the first step that needs something."""
    project = _editable(request, slug)
    now = state(_data(project), people=handle_to_subject)
    needed = (chapter for chapter in range(1, LAST + 1) if now.problems_of(chapter) or now.open_of(chapter))
    return redirect("terms_step", project.slug, next(needed, 1))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_step(request: HttpRequest, slug: str, chapter: int) -> HttpResponse:
    """GET shows the step as it was left; POST keeps all that was typed and stores what could be read."""
    project = _editable(request, slug)
    if not 1 <= chapter <= LAST:
        raise NotVisible
    if request.method != "POST":
        return _page(request, project, chapter, state(_data(project), people=handle_to_subject))
    action = request.POST.get("do", "save")
    sent = _sent(request, action)
    version = _number(request.POST.get("version", ""))
    after = state(with_step(_data(project), chapter, sent), people=handle_to_subject)
    try:
        _save(actor_of(request), project, after, version)
    except Conflict as conflict:
        return _conflict(request, project, chapter, sent, conflict)
    if action == "next" and not after.problems_of(chapter):
        return redirect(
            "terms_publish" if chapter == LAST else "terms_step",
            project.slug,
            *([] if chapter == LAST else [chapter + 1]),
        )
    return redirect(
        reverse("terms_step", args=[project.slug, chapter]) + _anchor(action, bool(after.problems_of(chapter)))
    )


def _sent(request: HttpRequest, action: str) -> Data:
    """What was typed, after the button. A full list takes no row more; one that no page could send is refused, since
    drawing it would take the site's time."""
    sent = typed(request.POST.lists())
    if full := overfull(sent):
        raise Refused(*(_too_many(path, most) for path, most in full.items()), code="too_many")
    after = acted(sent, action)
    full = overfull(after)
    for path, most in full.items():
        messages.error(request, _too_many(path, most))
    return sent if full else after


def _too_many(path: str, most: int) -> str:
    return _("%(list)s: at most %(most)s entries.") % {"list": place(path, language()), "most": most}


def _save(actor: Any, project: Project, after: State, version: int) -> None:
    names = people.handles(people.subjects_in(after.document))
    forms = after.forms(lambda subject: names.get(subject, subject))
    services.save_draft(actor=actor, project=project, document=after.document, forms=forms, version=version)


def _anchor(action: str, wrong: bool) -> str:
    """Back to the list whose rows changed, else to what is wrong, else to the top."""
    verb, _colon, path = action.partition(":")
    if verb in {"add", "remove", "up", "down"}:
        return f"#{path.rsplit('[', 1)[0] if path.endswith(']') else path}"
    return "#errors" if wrong else ""


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else 0


def _page(request: HttpRequest, project: Project, chapter: int, now: State) -> HttpResponse:
    lang = language()
    draft = queries.draft(project)
    links = step_links(project, now, chapter, lang)
    context = {
        "project": project,
        "tab": "terms",
        "chapter": chapter,
        "last": LAST,
        "title": links[chapter - 1].name,
        "before": links[chapter - 2] if chapter > 1 else None,
        "after": links[chapter] if chapter < LAST else None,
        "steps": links,
        "controls": Tree(now, lang).step(chapter),
        "problems": problem_links(project, now.problems_of(chapter), lang),
        "open_here": path_links(project, now.open_of(chapter), lang),
        "open_count": len(now.open_paths),
        "tiles": strip(now.document, lang),
        "draft": draft,
        "version": draft.version if draft else 0,
        "latest": queries.latest(project),
    }
    return render(request, "projects/terms/terms_step.html", context)


def _conflict(request: HttpRequest, project: Project, chapter: int, sent: Data, conflict: Conflict) -> HttpResponse:
    """Both texts, field by field where they differ; nothing was stored."""
    theirs = _data(project)
    draft = queries.draft(project)
    names = sorted({*sent, *theirs}, key=list({**theirs, **sent}).index)
    inside = [name for name in names if name in sent or name in with_only(theirs, chapter)]
    context = {
        "project": project,
        "tab": "terms",
        "chapter": chapter,
        "sent": sent,
        "rows": [
            (name, sent.get(name, ""), theirs.get(name, ""))
            for name in inside
            if sent.get(name, "") != theirs.get(name, "")
        ],
        "version": draft.version if draft else 0,
        "draft": draft,
        "reasons": conflict.reasons,
    }
    return render(request, "projects/terms/terms_conflict.html", context, status=409)


def with_only(data: Data, chapter: int) -> Data:
    return with_step({}, chapter, data)


@login_required
@require_safe
def terms_draft_yaml(request: HttpRequest, slug: str) -> HttpResponse:
    """What the document could read of the draft; values that it could not are in the form only."""
    project = _editable(request, slug)
    document = queries.draft_document(project)
    return yaml_file(document, f"{project.slug}-terms-draft.yaml")


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_upload(request: HttpRequest, slug: str) -> HttpResponse:
    """Replaces the draft by a file, or says with line and path why not; then the draft is as it was."""
    project = _editable(request, slug)
    draft = queries.draft(project)
    context = {
        "project": project,
        "tab": "terms",
        "version": draft.version if draft else 0,
        "draft": draft,
        "text": request.POST.get("text", ""),
    }
    if request.method != "POST":
        return render(request, "projects/terms/terms_upload.html", context)
    name, text = _sent_file(request)
    version = _number(request.POST.get("version", ""))
    try:
        services.upload(actor=actor_of(request), project=project, text=text, name=name, version=version)
    except (Refused, Conflict) as refused:
        context |= {"reasons": refused.reasons, "text": text.decode("utf-8", "replace")}
        return render(request, "projects/terms/terms_upload.html", context, status=refused.status)
    messages.success(request, _("The file is read. The form shows what it says."))
    return redirect("terms_edit", project.slug)


def _sent_file(request: HttpRequest) -> tuple[str, bytes]:
    """The file, or the text of the box; one byte more than is read at most, so that a larger one is refused as such."""
    file = request.FILES.get("file")
    if file is None:
        return "terms.yaml", request.POST.get("text", "").replace("\r\n", "\n").encode()
    return file.name or "terms.yaml", file.read(MAX_BYTES + 1)
