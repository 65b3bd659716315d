"""Approvals that count on in a new round, since its revision corrects typos of the text they were given for."""

from __future__ import annotations

import datetime as dt

from portal.core.record.services import write
from projects.members import queries as members
from projects.reviews import letters, standing
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, Round
from projects.reviews.stages import Stage
from projects.reviews.states import AssignmentState


def keep(round_: Round, stage: Stage, at: dt.datetime, told: dt.datetime) -> list[Assignment]:
    """A place for each approval that is kept; of those who may still review, and have no interest by now.

    Where verdicts are counted one seat stays free: at least one person reads the revision itself, so that no mark
    of the contributors' decides a stage. The record tells it by letter, with the day alone.
    """
    if not round_.revision.typos_only:
        return []
    task = round_.task
    found = standing.to_keep(round_)
    able = {one.pk for one in members.holders(task.project, "review", at)} if found else set()
    interests = Interests(task.project, [task], [place.reviewer_id for place, _review in found])
    found = [one for one in found if one[0].reviewer_id in able and not interests.has(one[0].reviewer_id, task)]
    most = stage.seats if stage.decides == "lead" else stage.seats - 1
    kept = []
    for place, review in found[: max(most, 0)]:
        letter = letters.drawn(round_.revision)
        if letter is None:
            break
        kept.append(
            Assignment.objects.create(
                round=round_,
                reviewer=place.reviewer,
                letter=letter,
                state=AssignmentState.KEPT,
                offered_at=at,
                offered_by=place.offered_by,
                kept=review,
            )
        )
        write(
            project=task.project,
            kind="ApprovalKept",
            actor=None,
            at=told,
            data={
                "task": task.number,
                "stage": round_.stage,
                "revision": round_.revision.number,
                "letter": letter,
                "of": review.assignment.round.revision.number,
            },
        )
    return kept
