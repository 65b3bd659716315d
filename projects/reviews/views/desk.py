"""What a reviewer works with: the revision beside the form, and the review as it will be read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from portal.core import clock
from projects.reviews import earlier, queries, reading, services
from projects.reviews.models import Assignment, ChangeRequest, Round
from projects.reviews.rail import round_name
from projects.reviews.typed import Typed
from projects.reviews.views.page import compared, decisions_for, frame
from projects.tasks import texts
from projects.tasks.differences.compare import changed_places
from projects.tasks.models import Task
from projects.tasks.queries import Viewer, placed_files


def beside(
    task: Task, viewer: Viewer, found: list[Round], round_: Round, requests: list[ChangeRequest]
) -> dict[str, Any]:
    """The revision with earlier requests in place and what changed since the one the reviewer knows, and earlier
    reviews with their scores."""
    revision, fields = round_.revision, viewer.fields(task)
    before = [one for one in found if one.revision.number < revision.number or one.pk == round_.pk]
    readable = [(one, queries.visible_reviews(viewer, task, one)) for one in before]
    shown = reading.shown_requests(viewer, requests, revision)
    own = reading.own_points(decisions_for(task, fields, before, revision))
    old = earlier.compared_with(found, round_, viewer.subject) if viewer.subject else revision.number - 1
    differences = compared(task, old, revision.number, fields) if old else []
    changed = {
        one["key"]: changed_places(getattr(revision, one["key"]), one["found"])
        for one in differences
        if one["key"] in texts.PARTS
    }
    return {
        "revision": revision,
        "attached": placed_files(revision),
        "parts": reading.parts_of(fields, revision, shown, decided=own, numbered=True, changed=changed),
        "shown": shown,
        "lost": [one for one in shown if one.gone],
        "reviews": [
            one
            for earlier_round, reviews in readable
            for one in reading.shown_reviews(viewer, earlier_round, reviews, named=False)
        ],
        "scored": earlier.scores([one for one in readable if one[0].pk != round_.pk], round_, viewer.subject),
        "since": old,
        "compared": differences,
        "criteria": round_.rubric.criteria,
    }


def preview(request: HttpRequest, task: Task, viewer: Viewer, assignment: Assignment, sent: Typed) -> HttpResponse:
    """Exactly what the task page shows the contributors of it afterwards. Refused where it could not be filed."""
    found = queries.rounds_of(task)
    round_ = next(one for one in found if one.pk == assignment.round_id)
    place = next(one for one in round_.assignments.all() if one.pk == assignment.pk)
    place.round = round_
    review, wanted = services.checked_review(
        round_, verdict=sent.verdict, text=sent.text, scores=sent.scores, requests=sent.requests
    )
    review.assignment, review.filed_at = place, clock.now()
    context = frame(task.project, task, viewer, found)
    asked = reading.shown_requests(viewer, services.wanted_requests(review, wanted), round_.revision)
    shown = [replace(one, mine=False, origin=round_name(round_)) for one in asked]
    told = reading.shown_reviews(viewer, round_, [review], named=context["anonymity"] == "open")
    everything = frozenset((*texts.PARTS, "reviews"))
    context |= {
        "round": round_,
        "assignment": assignment,
        "reviews": [replace(one, mine=False) for one in told],
        "shown": shown,
        "parts": reading.parts_of(everything, round_.revision, shown),
        "again": sent.fields(),
    }
    return render(request, "projects/reviews/preview.html", context)
