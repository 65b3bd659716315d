"""Decisions of leads, and the logged look behind the letters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import NotVisible, Refused, within
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import points as pointing
from projects.reviews import queries, rounds, texts
from projects.reviews.models import Assignment, ChangeRequest, ReviewDecision, Round
from projects.reviews.points import Point
from projects.reviews.services.asking import open_round
from projects.reviews.states import ROUND_MOVES, Outcome
from projects.tasks import queries as tasks
from projects.tasks.models import Task


@dataclass(frozen=True)
class Decided:
    """What a decision is kept as."""

    outcome: Outcome
    criteria: list[str]
    reasons: str
    points: list[Point]


@transaction.atomic
def decide(
    *,
    actor: Subject,
    round: Round,
    outcome: str,
    criteria: Sequence[str],
    reasons: str,
    requests: Sequence[str] = (),
    points: Sequence[Mapping[str, Any]] = (),
) -> ReviewDecision:
    """The lead's decision. Of two at once one stands and the other gets Conflict.

    Refused: no reasons, "revise" or "decline" without a request or a point of the lead's own, criteria of another
    rubric, too few reviews filed by people who have no interest by now.
    """
    round_ = open_round(round)
    task = round_.task
    require(actor, "round.decide", task.project, task, round=round_)
    at = clock.deciding()
    perform(round_, ROUND_MOVES, "decide", at=at, closed_at=at)
    round_.task = task
    stage = rounds.stage_of(round_)
    if stage.decides != "lead":
        raise Refused(_("This stage is decided by counting the verdicts of its reviewers."), code="counted")
    filed = len(rounds.reviews_that_count(round_))
    if filed < stage.filed_before_lead:
        raise Refused(
            _("%(filed)s of %(awaited)s reviews are filed; the terms wait for all of them.")
            % {"filed": filed, "awaited": stage.filed_before_lead},
            code="no_quorum",
        )
    kept = checked_decision(
        round_,
        actor=actor,
        outcome=outcome,
        criteria=criteria,
        reasons=reasons,
        requests=requests,
        points=points,
    )
    return rounds.conclude(
        round_,
        outcome=kept.outcome,
        rule="lead",
        by=actor,
        criteria=kept.criteria,
        reasons=kept.reasons,
        points=kept.points,
        at=at,
    )


def checked_decision(
    round_: Round,
    *,
    actor: Subject,
    outcome: str,
    criteria: Sequence[str],
    reasons: str,
    requests: Sequence[str] = (),
    points: Sequence[Mapping[str, Any]] = (),
) -> Decided:
    """What a decision would be kept as; the preview shows exactly this. Its criteria are those that were named and
    those of its points. Raises Refused with every reason."""
    problems: list[object] = []
    chosen, said, kept = None, "", []
    try:
        chosen = texts.outcome(outcome)
    except Refused as refused:
        problems += refused.reasons
    try:
        said = texts.reasons(reasons, name=_("Reasons"))
    except Refused as refused:
        problems += within("reasons", refused.reasons)
    known = texts.criteria_of(round_)
    if set(criteria) - set(known):
        problems.append(_("A decision names criteria of the rubric that was frozen for its round."))
    try:
        visible = _readable(actor, round_.task) if requests else []
        kept = pointing.checked(round_, chosen, requests=requests, points=points, visible=visible)
    except Refused as refused:
        problems += refused.reasons
    if problems or chosen is None:
        raise Refused(*problems, code="incomplete")
    named = {*criteria, *(one["criterion"] for one in kept)}
    return Decided(chosen, [one for one in known if one in named], said, kept)


def _readable(actor: Subject, task: Task) -> list[ChangeRequest]:
    return queries.visible_requests(tasks.Viewer(actor.user, task.project), task)


@transaction.atomic
def reveal_reviewers(*, actor: Subject, viewer: tasks.Viewer, task: Task) -> list[Assignment]:
    """The names behind the letters, for those who may open them; each look is a line of the record.

    NotVisible to everybody else.
    """
    require(actor, "review.reveal", task.project, task)
    if "reviewers" not in viewer.fields(task):
        raise NotVisible
    write(project=task.project, kind="ReviewersRevealed", actor=actor, at=clock.deciding(), data={"task": task.number})
    found = Assignment.objects.filter(round__task=task).select_related("reviewer__profile", "round__revision")
    return list(found.order_by("round__revision__number", "letter"))
