"""The page on which a second core member reads the next version of the terms, and agrees or says no."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core import clock
from portal.core.access.check import check, require
from portal.core.errors import Conflict, NotVisible, Refused
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.terms import agreed, agreeing, changes, queries, services
from projects.terms.models import TermsDraft
from projects.terms.views.reading import download
from projects.terms.web import chapters_of, drafted, waiting

_SOMEBODY_ELSE = "-"  # the id of nobody


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_agree(request: HttpRequest, slug: str) -> HttpResponse:
    """POST agrees to, or declines, exactly the text of the hash in the form; a later one is a conflict."""
    project = get_project(request, slug)
    actor = actor_of(request)
    draft = queries.draft(project)
    found = agreed.of_draft(project, draft, clock.deciding())
    given, reason = request.POST.get("hash", ""), request.POST.get("reason", "")
    if request.method == "POST" and found and not found.rows and given != found.hash and _may_agree(actor, project):
        said = _("The text was changed after you opened it, so nothing was agreed to and nothing refused.")
        raise Conflict(said, _("Whoever puts the new text before the core team asks again."), code="stale")
    _require_reader(actor, project, found)
    if request.method != "POST":
        return _page(request, project, draft, found)
    try:
        if request.POST.get("do") == "decline":
            agreeing.decline(actor=actor, project=project, hash=given, reason=reason)
            messages.success(request, _("Your refusal and its reason are on the record."))
        else:
            agreeing.agree(actor=actor, project=project, hash=given)
            messages.success(request, _("You agreed to this text. It can be published now."))
    except (Refused, Conflict) as refused:
        return _page(request, project, draft, found, refused.reasons, refused.status)
    return redirect("terms_agree", project.slug)


@login_required
@require_safe
def terms_draft_file(request: HttpRequest, slug: str) -> HttpResponse:
    """The file the draft was read from, byte for byte: it is published with the version, its comments too."""
    project = get_project(request, slug)
    draft = queries.draft(project)
    _require_reader(actor_of(request), project, agreed.of_draft(project, draft, clock.deciding()))
    if draft is None or draft.file is None or not draft.file.text:
        raise NotVisible
    return download(draft.file.text, "application/octet-stream", f"{project.slug}-terms-draft-as-uploaded")


def _may_agree(actor: Subject, project: Project) -> bool:
    """To a text that somebody else puts forward."""
    return check(actor, "terms.agree", project, first=_SOMEBODY_ELSE).allowed


def _require_reader(actor: Subject, project: Project, found: agreed.Agreement | None) -> None:
    """Whoever may write the draft reads it, and the core members before whom it was put."""
    if not check(actor, "terms.edit", project).allowed:
        first = found.proposer.id if found and found.proposer else ""
        require(actor, "terms.agree", project, first=first)


def _page(
    request: HttpRequest,
    project: Project,
    draft: TermsDraft | None,
    found: agreed.Agreement | None,
    reasons: object = (),
    status: int = 200,
) -> HttpResponse:
    actor = actor_of(request)
    last = queries.latest(project)
    first = found.proposer.id if found and found.proposer else ""
    verdict = check(actor, "terms.agree", project, first=first)
    paths = changes.changed(last.document, draft.document) if last and draft else []
    context = {
        "project": project,
        "tab": "terms",
        "draft": draft,
        "latest": last,
        "found": found,
        "told": agreed.told(found) if found else None,
        "may_agree": verdict.allowed and actor.id not in {row.by_id for row in found.rows} if found else False,
        "may_publish": check(actor, "terms.publish", project).allowed,
        "why_not": verdict.reasons,
        "changed": drafted(last, draft.document) if last and draft and paths else None,
        "klass": changes.class_of(paths) if paths else "",
        "in_force": services.in_force(project, draft.document, clock.deciding()) if paths and draft else None,
        "chapters": chapters_of(draft.document) if draft else [],
        "waiting": waiting(project, draft.document) if draft else [],
        "own_language": draft.document.get("language", "") if draft else "",
        "reasons": reasons,
        "reason": request.POST.get("reason", ""),
    }
    return render(request, "projects/terms/terms_agree.html", context, status=status)
