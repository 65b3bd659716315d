"""Decisions of leads, and the logged look behind the letters."""

from __future__ import annotations

from collections.abc import Sequence

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import NotVisible, Refused
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import rounds, texts
from projects.reviews.models import Assignment, ReviewDecision, Round
from projects.reviews.services.asking import open_round
from projects.reviews.states import ROUND_MOVES, Outcome
from projects.tasks import queries as tasks
from projects.tasks.models import Task


@transaction.atomic
def decide(*, actor: Subject, round: Round, outcome: str, criteria: Sequence[str], reasons: str) -> ReviewDecision:
    """The lead's decision. Of two at once one stands and the other gets Conflict.

    Refused: no reasons, "revise" or "decline" without a criterion of the frozen rubric, too few reviews filed by
    people who have no interest by now.
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
    chosen, named, said = checked_decision(round_, outcome=outcome, criteria=criteria, reasons=reasons)
    return rounds.conclude(round_, outcome=chosen, rule="lead", by=actor, criteria=named, reasons=said, at=at)


def checked_decision(
    round_: Round, *, outcome: str, criteria: Sequence[str], reasons: str
) -> tuple[Outcome, list[str], str]:
    """What a decision would be kept as; the preview shows exactly this. Raises Refused with every reason."""
    problems: list[object] = []
    chosen, said = None, ""
    try:
        chosen = texts.outcome(outcome)
    except Refused as refused:
        problems += refused.reasons
    try:
        said = texts.reasons(reasons, name=_("Reasons"))
    except Refused as refused:
        problems += refused.reasons
    known = texts.criteria_of(round_)
    if set(criteria) - set(known):
        problems.append(_("A decision names criteria of the rubric that was frozen for its round."))
    if chosen in (Outcome.REVISE, Outcome.DECLINE) and not criteria:
        problems.append(_("“Revise” and “decline” name the criteria they rest on."))
    if problems or chosen is None:
        raise Refused(*problems, code="incomplete")
    return chosen, [one for one in known if one in criteria], said


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
