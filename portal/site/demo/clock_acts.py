"""Acts about days, chairs and interests."""

from __future__ import annotations

import datetime as dt

from portal.core import clock as time
from portal.people.models import Subject
from portal.site.demo.stage import Stage, person
from projects.reviews import services as reviews
from projects.reviews.models import Round
from projects.reviews.states import RoundState
from projects.tasks.models import DeclaredInterest


def pass_on(stage: Stage, actor: Subject) -> None:
    """What the site does by itself every hour; nobody acts, whoever the step names."""
    reviews.pass_on_due(time.deciding())


def chair(stage: Stage, actor: Subject, task: str, who: str) -> None:
    reviews.assign_chair(actor=actor, task=stage.task(task), chair=person(who))


def ask_for_somebody_else(stage: Stage, actor: Subject, task: str, reason: str) -> None:
    reviews.ask_for_somebody_else(actor=actor, round=_round(stage, task), reason=reason)


def extend(stage: Stage, actor: Subject, task: str, clock: str, until: int, reason: str) -> None:
    """`until` counts from the founding, as `day` does."""
    day = stage.founded + dt.timedelta(days=until)
    reviews.extend(actor=actor, round=_round(stage, task), clock=clock, day=day, reason=reason)


def declare_interest(stage: Stage, actor: Subject, task: str, kind: str, text: str) -> None:
    reviews.declare_interest(actor=actor, task=stage.task(task), kind=kind, text=text)


def waive_interest(stage: Stage, actor: Subject, task: str, of: str, reason: str) -> None:
    interest = DeclaredInterest.objects.get(task=stage.tasks[task], subject=person(of), waiver=None)
    reviews.waive_interest(actor=actor, interest=interest, reason=reason)


def _round(stage: Stage, task: str) -> Round:
    return Round.objects.select_related("task__project").get(task=stage.tasks[task], state=RoundState.OPEN)
