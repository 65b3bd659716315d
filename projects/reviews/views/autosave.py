"""The review as it is typed: saved, and answered with the parts of the page that follow from it."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST

from portal.core.errors import Conflict, Refused
from portal.core.web.whole import require_whole
from projects.reviews import queries, typed
from projects.reviews.models import Assignment, ReviewDraft
from projects.reviews.typed import Typed
from projects.reviews.views import writing
from projects.reviews.views.page import find_task
from projects.tasks.models import Task


@login_required
@require_POST
def review_beside(request: HttpRequest, slug: str, number: int, revision: int, stage: str) -> HttpResponse:
    """For `static/js/keep.js`: saves the review like its button does.

    409 with both texts where another window has saved, 422 where the form did not arrive whole or is refused.
    """
    _project, task, viewer = find_task(request, slug, number)
    assignment = queries.own_assignment(viewer.subject, queries.get_round(task, revision, stage))
    sent = typed.read(request.POST)
    try:
        require_whole(request)
        draft = writing.save(request, assignment, sent, by_itself=True)
    except Refused as refused:
        return render(request, "components/kept_cut.html", {"reasons": refused.reasons}, status=refused.status)
    except Conflict as conflict:
        theirs = conflict.context.get("theirs")
        if conflict.code != "stale" or not isinstance(theirs, ReviewDraft):
            raise
        return _two_texts(request, task, assignment, sent, theirs)
    context = {"version": draft.version, "saved_at": draft.updated_at}
    return render(request, "projects/reviews/review_saved.html", context)


def _two_texts(
    request: HttpRequest, task: Task, assignment: Assignment, sent: Typed, theirs: ReviewDraft
) -> HttpResponse:
    context = {
        "project": task.project,
        "task": task,
        "round": assignment.round,
        "rows": typed.differing(sent, typed.of_row(theirs), assignment.round),
        "hidden": sent.at_version(theirs.version).fields(),
    }
    return render(request, "projects/reviews/review_conflict.html", context, status=409)
