"""One's own proposal: begun, written, sent in, withdrawn, and gone on from."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from portal.core.access.check import check
from portal.core.errors import Conflict, Refused
from portal.core.web.whole import require_whole
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.proposals import queries, services, texts
from projects.proposals.forms import ProposalForm
from projects.proposals.models import Proposal
from projects.proposals.states import WRITABLE


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def proposal_new(request: HttpRequest, slug: str) -> HttpResponse:
    """The form of a proposal that is not kept yet. What was typed stays on the page when it is refused."""
    project = get_project(request, slug)
    form = ProposalForm(request.POST or None)
    reasons: list[object] = []
    if request.method == "POST" and form.is_valid():
        try:
            made = services.begin(actor=actor_of(request), project=project, given=form.given())
        except Refused as refused:
            reasons = list(refused.reasons)
        else:
            messages.success(request, _("Saved. The proposal is yours alone until you send it in."))
            return redirect("proposal_draft", slug, made.public_id)
    context = {
        "project": project,
        "tab": "tasks",
        "form": form,
        "reasons": reasons,
        "verdict": check(actor_of(request), "proposal.begin", project),
    }
    return render(request, "projects/proposals/new.html", context, status=422 if request.method == "POST" else 200)


def _own(request: HttpRequest, slug: str, public_id: str) -> tuple[Project, Proposal]:
    project = get_project(request, slug)
    return project, queries.get_own(request.user, project, public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def proposal_draft(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """GET shows the proposal as it was saved, POST saves it. A stale save is answered with both texts."""
    project, proposal = _own(request, slug, public_id)
    if proposal.state not in WRITABLE:
        return redirect("proposal_page", slug, public_id)
    if request.method != "POST":
        return _page(request, project, proposal, ProposalForm.of(proposal))
    require_whole(request)
    form = ProposalForm(request.POST)
    if not form.is_valid():
        return _page(request, project, proposal, form, status=422)
    try:
        _save(request, proposal, form)
    except Conflict as conflict:
        return _page(request, project, proposal, form, reasons=conflict.reasons, theirs=_theirs(conflict), status=409)
    except Refused as refused:
        return _page(request, project, proposal, form, reasons=refused.reasons, status=422)
    messages.success(request, _("Saved."))
    return redirect("proposal_draft", slug, public_id)


@login_required
@require_POST
def proposal_draft_beside(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """For `static/js/keep.js`: saves like the button does. 409 with both texts, 422 where it is refused or cut off."""
    project, proposal = _own(request, slug, public_id)
    form = ProposalForm(request.POST)
    try:
        require_whole(request)
        if not form.is_valid():
            raise Refused(*(str(error) for errors in form.errors.values() for error in errors), code="invalid")
        kept = texts.cleaned(form.given())
        if any(getattr(proposal, name) != value for name, value in kept.items()):
            proposal = _save(request, proposal, form)
    except Refused as refused:
        return render(request, "components/kept_cut.html", {"reasons": refused.reasons}, status=refused.status)
    except Conflict as conflict:
        context = {"reasons": conflict.reasons, "rows": _rows(form, _theirs(conflict)), "project": project}
        return render(request, "projects/proposals/draft_conflict.html", context | {"proposal": proposal}, status=409)
    context = {"project": project, "proposal": proposal, "missing": texts.missing(proposal)}
    return render(request, "projects/proposals/draft_saved.html", context)


@login_required
@require_POST
def proposal_send(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Sends it in as it was last saved and shown."""
    project, proposal = _own(request, slug, public_id)
    try:
        services.send(actor=actor_of(request), proposal=proposal, version=_whole(request.POST.get("version", "")))
    except Refused as refused:
        proposal = queries.get_own(request.user, project, public_id)
        form = ProposalForm.of(proposal)
        return _page(request, project, proposal, form, reasons=refused.reasons, status=422)
    messages.success(request, _("Your proposal is in. The page says by which day it is answered."))
    return redirect("proposal_page", slug, public_id)


@login_required
@require_POST
def proposal_withdraw(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    _project, proposal = _own(request, slug, public_id)
    services.withdraw(actor=actor_of(request), proposal=proposal)
    messages.success(request, _("Your proposal is withdrawn."))
    return redirect("proposal_list", slug)


@login_required
@require_POST
def proposal_task(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Begins the draft of the task."""
    _project, proposal = _own(request, slug, public_id)
    task = services.begin_task(actor=actor_of(request), proposal=proposal)
    messages.success(request, _("The draft is yours alone until you add others or submit it."))
    return redirect("task_draft", slug, task.public_id)


def _save(request: HttpRequest, proposal: Proposal, form: ProposalForm) -> Proposal:
    version = form.cleaned_data["version"]
    version = -1 if version is None else version
    return services.save(actor=actor_of(request), proposal=proposal, version=version, given=form.given())


def _theirs(conflict: Conflict) -> Proposal:
    theirs = conflict.context.get("theirs")
    if not isinstance(theirs, Proposal):
        raise conflict
    return theirs


def _rows(form: ProposalForm, theirs: Proposal) -> list[dict[str, Any]]:
    """Both texts, field by field where they differ."""
    mine = texts.cleaned(form.given())
    said = {name: (_line(mine[name]), _line(getattr(theirs, name))) for name in texts.FIELDS}
    return [
        {"name": texts.NAMES[name], "mine": yours, "theirs": saved}
        for name, (yours, saved) in said.items()
        if yours != saved
    ]


def _line(value: Any) -> str:
    return ", ".join(value) if isinstance(value, list) else str(value)


def _page(
    request: HttpRequest,
    project: Project,
    proposal: Proposal,
    form: ProposalForm,
    *,
    reasons: object = (),
    theirs: Proposal | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {
        "project": project,
        "tab": "tasks",
        "proposal": proposal,
        "form": form,
        "reasons": reasons,
        # Saved again, what was typed takes the place of what was saved meanwhile: by then both were shown.
        "version": theirs.version if theirs else form["version"].value(),
        "rows": _rows(form, theirs) if theirs else [],
        "missing": texts.missing(proposal),
        "may_send": check(actor_of(request), "proposal.send", project, proposal),
        "account": actor_of(request).pk,
        "confidential": True,
    }
    return render(request, "projects/proposals/draft.html", context, status=status)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 10 else -1
