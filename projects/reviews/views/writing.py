"""The review form beside the revision: agreeing, drafting, filing, stepping down."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import Conflict, DomainError, Forbidden, Refused
from projects.project.web import actor_of
from projects.reviews import queries, reading, rounds, services, typed
from projects.reviews.models import Assignment, ReviewDraft, Round
from projects.reviews.rail import round_name
from projects.reviews.states import AssignmentState, Outcome, RoundState
from projects.reviews.typed import Typed
from projects.reviews.views.page import compared, find_task, frame
from projects.tasks.models import Task
from projects.tasks.policies import interest
from projects.tasks.queries import Viewer

_KEPT = (Refused, Forbidden)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def review_form(request: HttpRequest, slug: str, number: int, revision: int, stage: str) -> HttpResponse:
    """One's own place in a round. Says who has the review now where it is no longer the reader's."""
    _project, task, viewer = find_task(request, slug, number)
    round_ = queries.get_round(task, revision, stage)
    assignment = queries.own_assignment(viewer.subject, round_)
    if request.method != "POST":
        return _page(request, task, viewer, assignment)
    act = request.POST.get("do", "save")
    try:
        if act == "agree":
            services.agree(actor=actor_of(request), assignment=assignment)
            messages.success(request, _("You review this round. The draft is kept as you write."))
        elif act == "step_down":
            services.step_down(actor=actor_of(request), assignment=assignment)
            messages.success(request, _("You stepped down. Somebody else will be asked."))
            return redirect("review_queue", slug)
        else:
            return _written(request, task, viewer, assignment, act)
    except Refused as refused:
        return _page(request, task, viewer, assignment, reasons=refused.reasons, status=422)
    return redirect("review_form", slug, number, revision, stage)


def _written(request: HttpRequest, task: Task, viewer: Viewer, assignment: Assignment, act: str) -> HttpResponse:
    """Saves, adds a row for another request, or files. Whatever is refused stays in the form."""
    sent = typed.read(request.POST)
    place = (task.project.slug, task.number, assignment.round.revision.number, assignment.round.stage)
    try:
        draft = services.save_review_draft(
            actor=actor_of(request),
            assignment=assignment,
            version=sent.version,
            verdict=sent.verdict,
            text=sent.text,
            scores=sent.scores,
            requests=sent.requests,
        )
        if act == "file":
            services.file_review(
                actor=actor_of(request),
                assignment=assignment,
                verdict=sent.verdict,
                text=sent.text,
                scores=sent.scores,
                requests=sent.requests,
                version=draft.version,
            )
            messages.success(request, _("Your review is filed."))
            return redirect("task_page", *place[:2])
    except Conflict as conflict:
        theirs = conflict.context.get("theirs")
        if conflict.code != "stale" or not isinstance(theirs, ReviewDraft):
            raise
        return _conflict(request, task, viewer, assignment, sent, theirs, conflict)
    except DomainError as error:
        if not isinstance(error, _KEPT):
            raise
        # The draft may have been saved before the filing was refused, and the refused step is undone.
        assignment.refresh_from_db(fields=["state"])
        now = ReviewDraft.objects.filter(assignment=assignment).values_list("version", flat=True).first()
        return _page(
            request,
            task,
            viewer,
            assignment,
            sent=sent.at_version(now or 0),
            reasons=error.reasons,
            status=error.status,
        )
    messages.success(request, _("Draft saved."))
    return redirect("review_form", *place)


def _page(
    request: HttpRequest,
    task: Task,
    viewer: Viewer,
    assignment: Assignment,
    *,
    sent: Typed | None = None,
    reasons: object = (),
    status: int = 200,
) -> HttpResponse:
    found = queries.rounds_of(task)
    round_ = next(one for one in found if one.pk == assignment.round_id)
    context = frame(task.project, task, viewer, found)
    context |= {
        "round": round_,
        "round_name": round_name(round_),
        "assignment": assignment,
        "reasons": reasons,
        "conflicted": interest(assignment.reviewer_id, task),
    }
    gone = assignment.state in (AssignmentState.STEPPED_DOWN, AssignmentState.VOID)
    if gone or not {"statement", "answer"} <= context["fields"]:
        return render(request, "projects/reviews/not_yours.html", context, status=status)
    context |= _desk(task, viewer, found, round_, context["requests"])
    writing = assignment.state == AssignmentState.AGREED and round_.state == RoundState.OPEN
    context |= {
        "writing": writing,
        "form": typed.rows(sent or typed.of_draft(assignment), round_) if writing else None,
        "outcomes": list(Outcome),
        "stage": rounds.stage_of(round_),
        "saved_at": ReviewDraft.objects.filter(assignment=assignment).values_list("updated_at", flat=True).first(),
    }
    return render(request, "projects/reviews/review.html", context, status=status)


def _desk(task: Task, viewer: Viewer, found: list[Round], round_: Round, requests: Any) -> dict[str, Any]:
    """The revision with earlier requests in place, what changed since the last one, and earlier reviews."""
    revision = round_.revision
    fields = viewer.fields(task)
    earlier = [one for one in found if one.revision.number < revision.number or one.pk == round_.pk]
    shown = reading.shown_requests(viewer, requests, revision)
    reviews = [
        shown_review
        for one in earlier
        for shown_review in reading.shown_reviews(viewer, one, queries.visible_reviews(viewer, task, one), named=False)
    ]
    return {
        "revision": revision,
        "parts": reading.parts_of(fields, revision, shown, numbered=True),
        "shown": shown,
        "lost": [one for one in shown if one.gone],
        "reviews": reviews,
        "compared": compared(task, revision.number - 1, revision.number, fields) if revision.number > 1 else [],
        "criteria": round_.rubric.criteria,
    }


def _conflict(
    request: HttpRequest,
    task: Task,
    viewer: Viewer,
    assignment: Assignment,
    sent: Typed,
    theirs: ReviewDraft,
    conflict: Conflict,
) -> HttpResponse:
    context = frame(task.project, task, viewer, queries.rounds_of(task))
    context |= {
        "assignment": assignment,
        "round": assignment.round,
        "round_name": round_name(assignment.round),
        "theirs": theirs,
        "sent": sent,
        "hidden": sent.at_version(theirs.version).fields(),
        "reasons": conflict.reasons,
    }
    return render(request, "projects/reviews/conflict.html", context, status=409)
