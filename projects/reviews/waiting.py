"""What a task's page says about its days: moved on, passed, asked about; and a stage that nobody can decide."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from portal.core import clock
from projects.reviews import clocks, deciders, rounds
from projects.reviews.choosing import Choosing
from projects.reviews.deciders import Stuck
from projects.reviews.models import Round, RoundStep
from projects.reviews.states import RoundState
from projects.tasks.models import Task
from projects.tasks.queries import Viewer

_JUDGING = frozenset({"review", "decide", "chair", "assign"})


@dataclass(frozen=True)
class Waiting:
    """`moved` and `passed`: days of open rounds. `asks`: the reader may ask for somebody else now. `judges`: they may
    declare an interest. `stuck` is told to those whom it stops: contributors, chairs and those who assign."""

    moved: bool
    passed: bool
    asks: bool
    judges: bool
    chairs: bool
    stuck: Stuck | None


def of(task: Task, viewer: Viewer, found: Sequence[Round]) -> Waiting:
    """`found` are the task's rounds with their assignments."""
    opened = [one for one in found if one.state == RoundState.OPEN]
    steps = list(RoundStep.objects.filter(round__in=opened)) if opened else []
    zone, at = clocks.zone_of(task), clock.now()
    over = [(one, day) for one in opened for day in clocks.passed(one, zone, at)]
    mine = task.pk in viewer.contributed
    asked = {(step.round_id, step.clock, step.before) for step in steps if step.kind == clocks.Kind.ASKED}
    return Waiting(
        moved=any(step.kind == clocks.Kind.EXTENDED for step in steps),
        passed=bool(over),
        asks=mine and any((one.pk, day.clock, day.day) not in asked for one, day in over),
        judges=not mine and bool(viewer.powers & _JUDGING),
        chairs=not mine and (task.pk in viewer.chairing or "assign" in viewer.powers),
        stuck=_stuck(task, viewer, opened),
    )


def _stuck(task: Task, viewer: Viewer, opened: Sequence[Round]) -> Stuck | None:
    if not viewer.persons(task) & frozenset("CAK") and "assign" not in viewer.powers:
        return None
    for one in opened:
        one.task = task
        if rounds.stage_of(one).decides == "lead" and (found := deciders.stuck(one, Choosing("", one, task))):
            return found
    return None
