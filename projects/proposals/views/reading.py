"""The proposals of a project, one of them, and the answer to it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from portal.core import clock
from portal.core.access.check import check
from portal.core.errors import Conflict, Refused
from portal.core.web.pages import paginate
from projects.members import queries as members
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of
from projects.proposals import queries, services, texts
from projects.proposals.models import Proposal, ProposalText
from projects.proposals.states import MOVES, ProposalAnswerKind, ProposalState
from projects.runs.cleaning import FAILURES

_ANSWER = ("kind", "ground", "reasons", "cure")


@require_safe
def proposal_list(request: HttpRequest, slug: str) -> HttpResponse:
    """What waits for the reader and what is theirs; of all the others the number, the tags, the state and the day."""
    project = get_project(request, slug)
    subject = reader_of(request)
    powers = members.powers(project, subject) if subject else frozenset()
    own = queries.visible_to(request.user, project).filter(proposer=subject) if subject else Proposal.objects.none()
    begin = check(subject, "proposal.begin", project)
    context = {
        "project": project,
        "tab": "tasks",
        "asked": queries.asked(project),
        "verdict": begin,
        "is_member": subject is not None and members.is_member(project, subject),
        "answers": "triage" in powers,
        "to_answer": list(queries.to_answer(project, subject)[:50]) if subject and "triage" in powers else [],
        "own": list(own.order_by("-pk")[:50]),
        "reads": bool(powers & queries.READING),
        "page": paginate(request, queries.sent(project)),
        "now": clock.now(),
    }
    context["confidential"] = bool(context["own"] or context["to_answer"])
    return render(request, "projects/proposals/list.html", context)


@login_required
@require_safe
def proposal_page(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """One proposal with its answers, for its proposer, for those who answer, and for holders of `audit`."""
    project, proposal = _find(request, slug, public_id)
    return _page(request, project, proposal)


@login_required
@require_POST
def proposal_answer(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """What was typed stays on the page when it is refused, or when somebody else was first."""
    project, proposal = _find(request, slug, public_id)
    sent = {name: request.POST.get(name, "") for name in _ANSWER}
    text = request.POST.get("text", "")
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0
    try:
        services.answer(actor=actor_of(request), proposal=proposal, text=number, **sent)
    except (Refused, Conflict) as error:
        proposal = queries.get_visible(request.user, project, public_id)
        return _page(request, project, proposal, sent=sent, reasons=error.reasons, status=error.status)
    messages.success(request, _("Your answer is in. The proposer is told."))
    return redirect("proposal_page", slug, public_id)


def _find(request: HttpRequest, slug: str, public_id: str) -> tuple[Project, Proposal]:
    project = get_project(request, slug)
    return project, queries.get_visible(request.user, project, public_id)


def _page(
    request: HttpRequest,
    project: Project,
    proposal: Proposal,
    *,
    sent: dict[str, str] | None = None,
    reasons: object = (),
    status: int = 200,
) -> HttpResponse:
    subject = actor_of(request)
    own = proposal.proposer_id == subject.pk
    powers = members.powers(project, subject)
    rows = ProposalText.objects.filter(proposal=proposal).select_related("answer__by__profile").order_by("-number")
    grounds = texts.grounds(project)
    shown = [_shown(row, grounds) for row in rows]
    is_open = proposal.state == ProposalState.OPEN
    context: dict[str, Any] = {
        "project": project,
        "tab": "tasks",
        "proposal": proposal,
        "own": own,
        "title": proposal.title if own or not shown else shown[0]["text"].title,
        "names_proposer": queries.names_proposer(proposal, subject),
        "turn": queries.turn(proposal, subject, powers),
        "late": is_open and proposal.due_at is not None and proposal.due_at < clock.now(),
        "texts": shown,
        "last": shown[0]["text"] if shown else None,
        "may_answer": is_open and check(subject, "proposal.answer", project, proposal).allowed,
        "answers": [(one.value, one.label) for one in ProposalAnswerKind],
        "grounds": grounds,
        "may_withdraw": own and proposal.state in MOVES.table["withdraw"][0],
        "begin_task": check(subject, "proposal.begin_task", project, proposal),
        "sent": sent or {},
        "reasons": reasons,
        "confidential": True,
    }
    return render(request, "projects/proposals/page.html", context, status=status)


def _shown(text: ProposalText, grounds: list[dict[str, str]]) -> dict[str, Any]:
    """A text with its answer; the ground by its name, where the rubric still has it."""
    answer = getattr(text, "answer", None)
    names = {row["id"]: row["short"] for row in grounds}
    return {
        "text": text,
        "failures": [FAILURES[kind] for kind in text.failures if kind in FAILURES],
        "answer": answer,
        "ground": names.get(answer.ground, answer.ground) if answer else "",
    }
