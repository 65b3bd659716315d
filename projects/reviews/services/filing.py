"""A review: its draft, and its filing for good."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock, events
from portal.core.access.check import require
from portal.core.errors import Conflict, Reason, Refused, within
from portal.core.text.input import clean_text
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import rounds, texts
from projects.reviews.models import Assignment, ChangeRequest, Review, ReviewDraft, Round
from projects.reviews.services.asking import place_now, tell
from projects.reviews.states import ASSIGNMENT_MOVES, Outcome
from projects.reviews.texts import RequestInput


@transaction.atomic
def save_review_draft(
    *,
    actor: Subject,
    assignment: Assignment,
    version: int,
    verdict: str,
    text: str,
    scores: Mapping[str, int],
    requests: Sequence[RequestInput],
    by_itself: bool = False,
) -> ReviewDraft:
    """Keeps what was written so far. `version` is the one the writer started from, 0 for the first save. `by_itself`:
    nobody asked for it to be saved, so that what is stored already is no new version, whichever it was written from.

    Conflict (code "stale", with `theirs`) when another window saved in between.
    """
    assignment = place_now(assignment)
    task = assignment.round.task
    require(actor, "review.file", task.project, task, assignment=assignment)
    if len(requests) > texts.MOST_REQUESTS:
        raise Refused(_("At most %(most)s requests a review.") % {"most": texts.MOST_REQUESTS}, code="too_many")
    values = {
        "verdict": verdict if verdict in Outcome.values else "",
        "text": clean_text(text, max_bytes=texts.MOST_REVIEW_BYTES, multiline=True),
        "scores": {key: value for key, value in scores.items() if key in texts.criteria_of(assignment.round)},
        "requests": [_kept(one) for one in requests],
    }
    at = clock.deciding()
    kept = ReviewDraft.objects.filter(assignment=assignment).first()
    if kept is None and version == 0:
        return ReviewDraft.objects.create(assignment=assignment, updated_at=at, **values)
    if by_itself and kept is not None and all(getattr(kept, name) == value for name, value in values.items()):
        return kept
    rows = ReviewDraft.objects.filter(assignment=assignment, version=version)
    if not rows.update(version=version + 1, updated_at=at, **values):
        raise _stale(assignment)
    return ReviewDraft.objects.get(assignment=assignment)


def _kept(given: RequestInput) -> dict[str, str]:
    fields = ("part", "exact", "prefix", "suffix", "line", "criterion", "text", "cure", "no_cure")
    most = texts.MOST_REQUEST_BYTES
    return {name: clean_text(str(given.get(name) or ""), max_bytes=most, multiline=True) for name in fields}


def _stale(assignment: Assignment) -> Conflict:
    return Conflict(
        _("This review was saved in another window after you opened it. Both texts are kept: yours is below."),
        code="stale",
        theirs=ReviewDraft.objects.filter(assignment=assignment).first(),
    )


@transaction.atomic
def file_review(
    *,
    actor: Subject,
    assignment: Assignment,
    verdict: str,
    text: str,
    scores: Mapping[str, Any],
    requests: Sequence[RequestInput] = (),
    version: int | None = None,
) -> Review:
    """Files the review for good; decides the round where this verdict settles it.

    Every criterion is scored; "revise" and "decline" name at least one request. Refused with every reason at once;
    Forbidden with an interest in the task; Conflict where the round has closed or `version` of the draft is stale.
    """
    assignment = place_now(assignment)
    round_ = assignment.round
    task = round_.task
    require(actor, "review.file", task.project, task, assignment=assignment)
    at = clock.deciding()
    perform(assignment, ASSIGNMENT_MOVES, "file", at=at, ended_at=at)
    draft = ReviewDraft.objects.filter(assignment=assignment).first()
    if version is not None and version != (draft.version if draft else 0):
        raise _stale(assignment)
    review, wanted = checked_review(round_, verdict=verdict, text=text, scores=scores, requests=requests)
    review.assignment, review.filed_at = assignment, at
    review.save(force_insert=True)
    ChangeRequest.objects.bulk_create(wanted_requests(review, wanted))
    tell(assignment, "ReviewFiled", actor=None, at=at)
    events.emit(
        events.ReviewFiled(
            project=task.project.public_id,
            actor=actor.id,
            at=at,
            task=task.public_id,
            round=round_.pk,
            review=review.pk,
        )
    )
    rounds.settle(round_, at)
    return review


def wanted_requests(review: Review, wanted: Sequence[texts.Wanted]) -> list[ChangeRequest]:
    """As they are kept, numbered from 1; not saved."""
    return [
        ChangeRequest(
            review=review,
            number=number,
            part=one.part,
            exact=one.anchor.exact,
            prefix=one.anchor.prefix,
            suffix=one.anchor.suffix,
            criterion=one.criterion,
            text=one.text,
            cure=one.cure,
            no_cure=one.no_cure,
        )
        for number, one in enumerate(wanted, start=1)
    ]


def checked_review(
    round_: Round, *, verdict: str, text: str, scores: Mapping[str, Any], requests: Sequence[RequestInput]
) -> tuple[Review, list[texts.Wanted]]:
    """What a review would be kept as, not saved; the preview shows exactly this.

    Reads all parts before it refuses, so that one answer names everything that is missing.
    """
    review = Review()
    wanted: list[texts.Wanted] = []
    problems: list[object] = []
    try:
        review.verdict = texts.outcome(verdict)
    except Refused as refused:
        problems += refused.reasons
    try:
        review.text = texts.reasons(text, name=_("Review"))
    except Refused as refused:
        problems += within("text", refused.reasons)
    try:
        review.scores = texts.scores(round_, scores)
    except Refused as refused:
        problems += refused.reasons
    try:
        wanted = texts.requests(round_, requests)
    except Refused as refused:
        problems += within("requests", refused.reasons)
    if review.verdict in (Outcome.REVISE, Outcome.DECLINE) and not requests:
        said = _("“Revise” and “decline” name at least one request: what to change, and where.")
        problems.append(Reason(said, "requests.1.exact"))
    if review.verdict == Outcome.REVISE and wanted and not any(one.cure for one in wanted):
        said = _("“Revise” asks for what can be cured. Where nothing can cure it, the verdict is “decline”.")
        problems.append(Reason(said, "requests.1.cure"))
    if problems:
        raise Refused(*problems, code="incomplete")
    return review, wanted
