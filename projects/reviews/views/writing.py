"""The review form: agreeing, drafting, beginning a request, filing, stepping down."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import Conflict, DomainError, Forbidden, Refused
from portal.core.web import panels
from portal.core.web.whole import require_whole
from projects.project.web import actor_of
from projects.reviews import beginning, meaning, queries, rounds, services, typed
from projects.reviews.models import Assignment, ReviewDraft
from projects.reviews.rail import round_name
from projects.reviews.states import AssignmentState, Outcome, RoundState
from projects.reviews.typed import Typed
from projects.reviews.views.desk import beside, preview
from projects.reviews.views.page import find_task, frame
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
            return _written(request, task, viewer, assignment, "here" if "here" in request.POST else act)
    except Refused as refused:
        return _page(request, task, viewer, assignment, reasons=refused.reasons, status=422)
    return redirect("review_form", slug, number, revision, stage)


def _written(request: HttpRequest, task: Task, viewer: Viewer, assignment: Assignment, act: str) -> HttpResponse:
    """Saves, and with it begins another request (`add`, or at the block that `here` names), previews or files.
    Whatever is refused stays in the form."""
    sent = typed.read(request.POST)
    place = (task.project.slug, task.number, assignment.round.revision.number, assignment.round.stage)
    try:
        require_whole(request)
        if act == "here":
            sent = sent.with_request(beginning.at(assignment.round.revision, request.POST["here"]))
        draft = save(request, assignment, sent)
        if act == "preview":
            return preview(request, task, viewer, assignment, sent.at_version(draft.version))
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
    return HttpResponseRedirect(reverse("review_form", args=place) + _next_field(act, len(sent.requests)))


def _next_field(act: str, requests: int) -> str:
    """Where writing goes on: a field that an address names has the focus, without a script as well."""
    return {"here": f"#r{requests}-text", "add": f"#r{requests + 1}-exact"}.get(act, "")


def save(request: HttpRequest, assignment: Assignment, sent: Typed, *, by_itself: bool = False) -> ReviewDraft:
    """Conflict (code "stale", with `theirs`) where it was saved elsewhere after `sent` was opened."""
    return services.save_review_draft(
        actor=actor_of(request),
        assignment=assignment,
        version=sent.version,
        verdict=sent.verdict,
        text=sent.text,
        scores=sent.scores,
        requests=sent.requests,
        by_itself=by_itself,
    )


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
        "ids": typed.ids(sent, round_) if sent else {},
        "conflicted": interest(assignment.reviewer_id, task),
    }
    gone = assignment.state in (AssignmentState.STEPPED_DOWN, AssignmentState.VOID)
    if gone or not {"statement", "answer"} <= context["fields"]:
        return render(request, "projects/reviews/not_yours.html", context, status=status)
    context |= beside(task, viewer, found, round_, context["requests"])
    writing = assignment.state == AssignmentState.AGREED and round_.state == RoundState.OPEN
    context |= {
        "writing": writing,
        "form": typed.rows(sent or typed.of_draft(assignment), round_, context["scored"]) if writing else None,
        "outcomes": list(Outcome),
        "least": meaning.REASONS,
        "stage": rounds.stage_of(round_),
        "account": assignment.reviewer_id,
        "panels": panels.render("review_form", request, (task, viewer)),
        "saved_at": ReviewDraft.objects.filter(assignment=assignment).values_list("updated_at", flat=True).first(),
    }
    return render(request, "projects/reviews/review.html", context, status=status)


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
        "rows": typed.differing(sent, typed.of_row(theirs), assignment.round),
        "hidden": sent.at_version(theirs.version).fields(),
        "reasons": conflict.reasons,
    }
    return render(request, "projects/reviews/conflict.html", context, status=409)
