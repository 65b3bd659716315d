"""The way back from an end: somebody who did not decide it gives a task back to its contributors."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Refused
from portal.core.record.services import write
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import approval_notices, rounds, texts
from projects.reviews.models import Assignment, Reopening, ReviewDecision
from projects.reviews.states import AssignmentState, Outcome
from projects.tasks.models import Task
from projects.tasks.services import locked, rounds_used
from projects.tasks.states import MOVES


def deciders(task: Task) -> frozenset[str]:
    """By whom the task was declined: the lead who did, or all whose verdicts were counted. Nobody, where it ended
    without a decision."""
    last = ReviewDecision.objects.filter(round__task=task).order_by("-pk").first()
    if last is None or last.outcome != Outcome.DECLINE:
        return frozenset()
    if last.by_id:
        return frozenset({last.by_id})
    counted = (AssignmentState.FILED, AssignmentState.KEPT)
    rows = Assignment.objects.filter(round=last.round_id, state__in=counted)
    return frozenset(rows.values_list("reviewer_id", flat=True))


@transaction.atomic
def reopen(*, actor: Subject, task: Task, reasons: str) -> Reopening:
    """A declined task, or one that nobody reviewed in time, goes back to where its contributors revise it. Its history
    and what was decided stay; a stage is passed again only by a new decision, or by an approval that still holds.

    Refused where the terms allow no further round; Conflict in every other state.
    """
    task = locked(task)  # first: who decided may be decided in this moment
    require(actor, "task.reopen", task.project, task, deciders=deciders(task))
    said, after, at = texts.reasons(reasons, name=_("Reasons")), task.state, clock.deciding()
    perform(task, MOVES, "reopen", at=at)
    used = rounds_used(task, rounds.binding(task))
    if used:
        more = _("A new task may name this one as the one it goes on from.")
        raise Refused(*used, more, code="no_rounds")
    made = Reopening.objects.create(task=task, after=after, by=actor, reasons=said, at=at)
    data = {"task": task.number, "after": after}
    write(project=task.project, kind="TaskReopened", actor=actor, at=at, data=data, texts={"reasons": said})
    approval_notices.reopened(task, made)
    return made
