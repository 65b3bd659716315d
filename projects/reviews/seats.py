"""The seats of a round: who holds one, when it is free again, when its reviewer may be released."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from portal.people.queries import here
from projects.reviews import rounds, stages
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, Round
from projects.reviews.stages import Stage
from projects.reviews.states import REVIEWING, WAITING
from projects.terms import queries as terms


@dataclass(frozen=True)
class Seats:
    """`standing`: the reviewers of the round who filed or may still file, none with an interest; a closed account
    files nothing more."""

    stage: Stage
    zone: str
    standing: Sequence[Assignment]
    until: dt.datetime | None = None

    def free(self, at: dt.datetime) -> int:
        """How many people may be asked now. Whoever let their days pass keeps the right to file, and no seat."""
        taken = [one for one in self.standing if not self._is_overdue(one, at)]
        return max(self.stage.seats - len(taken), 0)

    def due(self, assignment: Assignment) -> dt.datetime | None:
        """The end of a reviewer's days, counted from when they were asked, or of the round's where it was given more;
        None where the terms promise none."""
        own = stages.deadline(assignment.offered_at, self.stage.first_answer_days, self.zone)
        if own is None or self.until is None:
            return own
        return max(own, self.until)

    def why_not_released(self, assignment: Assignment, at: dt.datetime) -> str | None:
        """None for whoever waits overdue while enough others stand, or can no longer file: for an interest, or since
        their account is closed."""
        others = [one for one in self.standing if one.pk != assignment.pk]
        if len(others) == len(self.standing):
            return None
        if self.due(assignment) is None:
            return _("The terms give reviewers no last day, so nobody is released. They may step down themselves.")
        if not self._is_overdue(assignment, at):
            return _("The days that the terms give this reviewer are not over yet.")
        if len(others) < self.stage.least:
            return _("Fewer reviewers than the stage needs would be left. Ask somebody else first, then release.")
        return None

    def _is_overdue(self, assignment: Assignment, at: dt.datetime) -> bool:
        due = self.due(assignment)
        return assignment.state in WAITING and due is not None and due < at


def _able(places: Sequence[Assignment]) -> set[int]:
    """Of `places`, by row: whoever has filed, and whoever can."""
    waiting = [one.pk for one in places if one.state in WAITING]
    found = {one.pk for one in places} - set(waiting)
    if waiting:
        found |= set(Assignment.objects.filter(here("reviewer__"), pk__in=waiting).values_list("pk", flat=True))
    return found


def of(round_: Round) -> Seats:
    """`round_` has its task and its project."""
    task = round_.task
    places = [one for one in round_.assignments.all() if one.state in REVIEWING]
    interests = Interests(task.project, [task], [one.reviewer_id for one in places])
    able = _able(places)
    standing = [one for one in places if one.pk in able and not interests.has(one.reviewer_id, task)]
    return Seats(rounds.stage_of(round_), terms.zone(task.project), standing, round_.first_answer_due)
