"""Which tasks a list holds and in which order: the same for its page, its export and the API."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import F, QuerySet
from django.db.models.functions import TruncDate
from django.utils.translation import gettext_lazy as _

from portal.core import clock
from projects.tasks import queries, tags, turn_rows
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState

# Whose turn it is: the keys of `turns.Turn`, and the reader's own.
YOURS = "yours"
TURNS: Mapping[str, Any] = {
    YOURS: _("You"),
    turn_rows.CONTRIBUTORS: _("The contributors"),
    turn_rows.ASSIGN: _("Whoever assigns reviewers"),
    turn_rows.REVIEWERS: _("Reviewers"),
    turn_rows.LEAD: _("The lead"),
    turn_rows.REPORT: _("Whoever decides a report"),
    turn_rows.CORRECTION: _("Whoever decides a correction"),
    turn_rows.NOBODY: _("Nobody"),
}
# Nothing waits for anybody in these.
ENDED = frozenset(
    {TaskState.ACCEPTED, TaskState.DECLINED, TaskState.WITHDRAWN, TaskState.NOT_REVIEWED, TaskState.REVOKED}
)
# Each name of an order with its words and fields. The day of a state, never its instant: that could tell who acted.
ORDERS: Mapping[str, tuple[Any, tuple[str, ...]]] = {
    "-number": (_("Newest first"), ("-number",)),
    "number": (_("Oldest first"), ("number",)),
    "-changed": (_("Last changed first"), ("-changed", "-number")),
    "changed": (_("Waiting longest"), ("changed", "number")),
    "due": (_("Nearest day first"), ("due", "number")),
}
FIRST = "-number"
FLAGS = ("mine", "reviewing", "open", "late")
_NUMBERS = {"-number": F("number").desc(nulls_first=True), "number": F("number").asc(nulls_last=True)}


@dataclass(frozen=True)
class Asked:
    """What a list is asked for; the default is all of it. `open` leaves out what has ended, `late` keeps those for
    which somebody has let a promised day pass.

    `turn` is one of TURNS; beside a `stage` it is that of the stage's open round, else the one told of the task.
    """

    states: Sequence[str] = ()
    tag: str = ""
    turn: str = ""
    stage: str = ""
    mine: bool = False
    reviewing: bool = False
    open: bool = False
    late: bool = False
    order: str = FIRST

    @property
    def narrows(self) -> bool:
        return replace(self, order=FIRST) != Asked()

    def address(self) -> list[tuple[str, str]]:
        """The parameters that ask for the same again, in one order."""
        words = [(name, getattr(self, name)) for name in ("tag", "turn", "stage") if getattr(self, name)]
        flags = [(name, "yes") for name in FLAGS if getattr(self, name)]
        order = [("order", self.order)] if self.order != FIRST else []
        return [("state", one) for one in sorted(self.states)] + words + flags + order


def chosen(rows: QuerySet[Task], viewer: Viewer, asked: Asked) -> QuerySet[Task]:
    """Those of `rows` that are asked for; what a reviewer was asked to do is known to themselves alone."""
    if asked.states:
        rows = rows.filter(state__in=asked.states)
    if asked.open:
        rows = rows.exclude(state__in=ENDED)
    if asked.tag:
        rows = tags.with_tag(rows, asked.tag)
    if asked.mine:
        rows = rows.filter(pk__in=viewer.contributed)
    if asked.reviewing:
        rows = rows.filter(pk__in=viewer.reviewing)
    if asked.turn or asked.stage or asked.late:
        rows = _by_turn(rows, viewer, asked)
    return rows


def _by_turn(rows: QuerySet[Task], viewer: Viewer, asked: Asked) -> QuerySet[Task]:
    stages = queries.stage_rows(viewer.project)
    if asked.late:
        rows = rows.filter(turn_rows.late(stages, clock.now()))
    if asked.turn == YOURS:
        rows = rows.filter(turn_rows.yours(stages, viewer.subject)) if viewer.subject else rows.none()
    elif asked.turn in turn_rows.OF_ROUNDS and asked.stage:
        return rows.filter(turn_rows.in_stage(stages, asked.stage, asked.turn))
    elif asked.turn:
        rows = turn_rows.of(rows, stages, asked.turn, viewer.subject)
    return rows.filter(turn_rows.in_stage(stages, asked.stage)) if asked.stage else rows


def in_order(rows: QuerySet[Task], order: str, viewer: Viewer) -> QuerySet[Task]:
    """Drafts, which have no number, stand where new tasks do."""
    fields = ORDERS[order][1]
    last = "-pk" if fields[-1].startswith("-") else "pk"
    rows = for_order(rows, order, viewer)
    return rows.order_by(*(_NUMBERS.get(name, name) for name in fields), last)


def for_order(rows: QuerySet[Task], order: str, viewer: Viewer) -> QuerySet[Task]:
    """Each with what the fields of the order name."""
    if order == "due":
        return turn_rows.by_due(rows, queries.stage_rows(viewer.project), viewer.subject)
    return with_days(rows)


def with_days(rows: QuerySet[Task]) -> QuerySet[Task]:
    """Each with `changed`, the day since which it is as it is."""
    return rows.annotate(changed=TruncDate("state_since", tzinfo=dt.UTC))
