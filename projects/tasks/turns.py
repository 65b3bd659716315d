"""Whose turn it is: the same four parts on every page, in lists, mails and the API."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.text.series import series
from portal.people.models import Subject
from projects.tasks.leading import reviews_before_lead
from projects.tasks.models import Task
from projects.tasks.states import ReportState, TaskState

# Rounds belong to the room above this one; their states are read here by their stored names.
ROUND_OPEN = "open"
ASSIGNMENT_WAITING = frozenset({"offered", "agreed"})
ASSIGNMENT_FILED = "filed"
# An approval of an earlier text that counts on in the round.
ASSIGNMENT_KEPT = "kept"

StageRow = Mapping[str, Any]
# (terms version, stage id) -> the stage as the terms write it
StageRows = Mapping[tuple[int, str], StageRow]


@dataclass(frozen=True)
class Turn:
    """`until` is None where no clock runs; `awaited` is no where nothing is to be done by anybody.

    Once submitted, `since` is the beginning of its day and `since_day` the day: the instant could tell who acted.
    """

    who: str
    since: dt.datetime | None
    until: dt.datetime | None
    otherwise: str
    why: str = ""
    yours: bool = False
    key: str = ""
    since_day: dt.date | None = None

    @property
    def awaited(self) -> bool:
        return self.key != "nobody"


def of(task: Task, stages: StageRows, reader: Subject | None = None) -> Turn:
    """`task` has its contributors, rounds and assignments loaded; `reader` is whoever looks, for "yours"."""
    turn = _exact(task, stages, reader)
    if turn.since is None or task.state == TaskState.DRAFT:
        return turn
    return replace(turn, since=_day(turn.since), since_day=_day(turn.since).date())


def _exact(task: Task, stages: StageRows, reader: Subject | None) -> Turn:
    state = TaskState(task.state)
    if task.reported:
        return _reported(task, reader)
    if state in (TaskState.DRAFT, TaskState.CHANGES_REQUESTED):
        return _contributors(task, state, reader)
    if state in (TaskState.SUBMITTED, TaskState.IN_REVIEW):
        rounds = [one for one in _related(task, "rounds") if one.state == ROUND_OPEN]
        turns = [_of_round(one, stages.get((task.terms or 0, one.stage)), reader) for one in rounds]
        if turns:
            return min(turns, key=lambda turn: (not turn.yours, turn.until or dt.datetime.max.replace(tzinfo=dt.UTC)))
    if state is TaskState.UNDER_CORRECTION:
        return Turn(
            who=_("A second person who may decide"),
            since=task.state_since,
            until=None,
            otherwise=_("The task stays under correction; its points stay until a decision."),
            key="correction",
        )
    return Turn(
        who=_("Nobody"), since=task.state_since, until=None, otherwise=_("Nothing more is awaited."), key="nobody"
    )


def _contributors(task: Task, state: TaskState, reader: Subject | None) -> Turn:
    mine = reader is not None and any(one.subject_id == reader.pk for one in _related(task, "contributors"))
    if state is TaskState.DRAFT:
        why, otherwise = _("the draft was begun"), _("The draft stays as it is; only its contributors see it.")
    else:
        why = _("changes were requested")
        otherwise = _("The task stays open; nothing is lost and nobody else takes it over.")
    return Turn(
        who=_("You") if mine else _("The contributors"),
        since=task.state_since,
        until=None,
        why=why,
        otherwise=otherwise,
        yours=mine,
        key="contributors",
    )


def _reported(task: Task, reader: Subject | None) -> Turn:
    """Of an accepted task, while a report of a defect in it is open. Its points stay until the decision."""
    if task.reported == ReportState.TO_DECIDE:
        return Turn(
            who=_("Somebody who may decide, and has no part in it"),
            since=task.reported_since,
            until=None,
            otherwise=_("The report stays open, and the task stays as it is with its points."),
            key="report",
        )
    mine = reader is not None and any(one.subject_id == reader.pk for one in _related(task, "contributors"))
    correcting = task.reported == ReportState.CORRECTING
    return Turn(
        who=_("You") if mine else _("The contributors"),
        since=task.reported_since,
        until=task.reported_until,
        otherwise=_("The report goes to those who decide without a correction.")
        if correcting
        else _("The report goes to those who decide without an answer."),
        why=_("they correct it") if correcting else _("a defect was reported"),
        yours=mine,
        key="contributors",
    )


def _of_round(one: Any, stage: StageRow | None, reader: Subject | None) -> Turn:
    assignments = list(one.assignments.all())
    waiting = [a for a in assignments if a.state in ASSIGNMENT_WAITING]
    filed = [a for a in assignments if a.state in (ASSIGNMENT_FILED, ASSIGNMENT_KEPT)]
    if waiting:
        return _reviewers(one, waiting, reader)
    if stage and stage["decides"] == "lead" and one.lead_id and len(filed) >= awaited(stage):
        mine = reader is not None and one.lead_id == reader.pk
        return Turn(
            who=_("You, as the lead") if mine else _("The lead"),
            since=max([a.ended_at for a in filed if a.ended_at], default=one.opened_at),
            until=one.decision_due,
            otherwise=_("The round shows as late, and the contributors may take the task back as not reviewed."),
            why=_("the reviews are in") if filed else _("the round was opened"),
            yours=mine,
            key="lead",
        )
    return Turn(
        who=_("Whoever assigns reviewers"),
        since=one.opened_at,
        until=one.first_answer_due,
        otherwise=_("The round shows as late, and the contributors may take the task back as not reviewed."),
        why=_("the revision came in"),
        key="assign",
    )


def _reviewers(one: Any, waiting: list[Any], reader: Subject | None) -> Turn:
    mine = reader is not None and any(a.reviewer_id == reader.pk for a in waiting)
    letters = series(sorted(a.letter for a in waiting))
    named = ngettext("Reviewer %(letters)s", "Reviewers %(letters)s", len(waiting))
    return Turn(
        who=_("You") if mine else named % {"letters": letters},
        since=one.opened_at,
        until=one.first_answer_due,
        otherwise=_("The review shows as late, and whoever assigns reviewers may ask somebody else."),
        why=_("the revision came in"),
        yours=mine,
        key="reviewers",
    )


def awaited(stage: StageRow) -> int:
    """How many reviews the lead of a stage waits for."""
    return reviews_before_lead(stage["kind"], int(stage["quorum"]))


def _related(task: Task, name: str) -> Iterable[Any]:
    related: Iterable[Any] = getattr(task, name).all()
    return related


def _day(instant: dt.datetime) -> dt.datetime:
    return instant.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
