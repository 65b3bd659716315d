"""What becomes of a day that a round has: passed on when it is over, asked about, moved on."""

from __future__ import annotations

import datetime as dt
from contextlib import suppress

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock as time
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.people.models import Subject
from projects.reviews import clocks, rounds, telling_clocks, texts
from projects.reviews.clocks import Clock, Kind, Passed
from projects.reviews.models import Round, RoundStep
from projects.reviews.services.asking import open_round
from projects.tasks import days
from projects.tasks.services import is_public

# A day is moved on by no more than this, so that a slip of the hand does not stop a clock for good.
_MOST_DAYS = 366
_MOST_BYTES = 4_000


def pass_on_due(at: dt.datetime) -> int:
    """Passes on every open round with a day over, each by itself; how many. Who was passed on for it is not again."""
    count = 0
    zones: dict[int, str] = {}
    for one in clocks.may_have_passed(at):
        project = one.task.project_id
        if project not in zones:
            zones[project] = clocks.zone_of(one.task, at)
        if any(not clocks.is_taken(one, Kind.PASSED_ON, day) for day in clocks.passed(one, zones[project], at)):
            # Decided meanwhile, or passed on by another worker.
            with suppress(Conflict):
                count += bool(pass_on(round=one, at=at))
    return count


@transaction.atomic
def pass_on(*, round: Round, at: dt.datetime) -> list[RoundStep]:
    """By the clock alone: for each day that is over somebody else is told, once, and the contributors that it is so.

    Nothing is decided by it. Conflict where the round is closed.
    """
    round = open_round(round)
    found = []
    for one in clocks.passed(round, clocks.zone_of(round.task), at):
        if not clocks.is_taken(round, Kind.PASSED_ON, one):
            step = _kept(round, Kind.PASSED_ON, one, at=at)
            _tell_passed(step, actor=None)
            telling_clocks.passed_on(step, clocks.who_sees_to(round, further=False))
            telling_clocks.late(step)
            found.append(step)
    return found


@transaction.atomic
def ask_for_somebody_else(*, actor: Subject, round: Round, reason: str) -> RoundStep:
    """A contributor, once a day of the round is over: all others who may assign or chair are told, beyond the chairs of
    the task. Once for one day.

    Refused without a reason; Conflict while no day is over, and a second time.
    """
    round = open_round(round)
    task = round.task
    require(actor, "clock.ask", task.project, task)
    said = texts.reasons(reason, name=_("Reason"), least=20, most=_MOST_BYTES)
    at = time.deciding()
    over = clocks.passed(round, clocks.zone_of(task), at)
    if not over:
        raise Conflict(
            _("No day of this round is over without an answer, so there is nobody to ask yet."), code="early"
        )
    new = [one for one in over if not clocks.is_taken(round, Kind.ASKED, one)]
    if not new:
        raise _done_already()
    step = _kept(round, Kind.ASKED, new[0], by=actor, reason=said, at=at)
    _tell_passed(step, actor=actor)
    telling_clocks.passed_on(step, clocks.who_sees_to(round, further=True))
    return step


@transaction.atomic
def extend(*, actor: Subject, round: Round, clock: str, day: dt.date, reason: str) -> RoundStep:
    """Moves one day of the round on to `day`, for everybody at once. The old day stays on the record with the reason;
    the contributors and reviewers of the task are told.

    Refused: no public reason, a day that is not later than the one that counts, over a year ahead, a first answer after
    the decision. Conflict where the terms promise no such day.
    """
    round = open_round(round)
    task = round.task
    require(actor, "clock.extend", task.project, task, round=round)
    said = texts.reasons(reason, name=_("Reason"), least=20, most=_MOST_BYTES)
    at = time.deciding()
    zone = clocks.zone_of(task, at)
    kind = _clock(clock)
    before = round.first_answer_due if kind == Clock.FIRST_ANSWER else round.decision_due
    if before is None:
        raise Conflict(_("The terms promise no day for this, so there is none to move."), code="no_day")
    _check_day(round, kind, before, day, zone, at)
    until = days.end_of(day, zone)
    step = _kept(round, Kind.EXTENDED, Passed(kind, before), by=actor, reason=said, until=until, at=at)
    Round.objects.filter(pk=round.pk).update(**{f"{kind}_due": until})
    setattr(round, f"{kind}_due", until)
    _tell_extended(actor, step, zone)
    telling_clocks.moved(step)
    return step


def _check_day(round: Round, kind: str, before: dt.datetime, day: dt.date, zone: str, at: dt.datetime) -> None:
    today = days.day_of(at, zone)
    if day <= days.day_of(before, zone):
        raise Refused(_("Choose a later day: a day is moved on, and never back."), code="not_later")
    if day < today:
        raise Refused(_("That day is over already. Choose today or a later one."), code="over")
    if day > today + dt.timedelta(days=_MOST_DAYS):
        raise Refused(_("A day is moved on by no more than a year."), code="too_far")
    last = round.decision_due
    if kind == Clock.FIRST_ANSWER and last is not None and day > days.day_of(last, zone):
        raise Refused(_("The decision is due before that day. Move the decision on first."), code="after_decision")


def _clock(value: str) -> str:
    try:
        return Clock(value).value
    except ValueError:
        raise Refused(_("Choose which day to move: that of the first answer or that of the decision.")) from None


def _kept(
    round: Round,
    kind: str,
    one: Passed,
    *,
    at: dt.datetime,
    by: Subject | None = None,
    reason: str = "",
    until: dt.datetime | None = None,
) -> RoundStep:
    try:
        with transaction.atomic():
            return RoundStep.objects.create(
                round=round, kind=kind, clock=one.clock, before=one.day, until=until, by=by, reason=reason, at=at
            )
    except IntegrityError as error:
        raise _done_already() from error


def _done_already() -> Conflict:
    return Conflict(_("This was done for that day already."), code="done_already")


def _place(step: RoundStep) -> dict[str, object]:
    round_ = step.round
    return {
        "task": round_.task.number,
        "stage": round_.stage,
        "revision": round_.revision.number,
        "clock": str(step.clock),
    }


def _tell_passed(step: RoundStep, *, actor: Subject | None) -> None:
    """Why somebody was asked for stays with the task: it may speak of what is in it."""
    task = step.round.task
    named = actor is not None and is_public(task, rounds.binding(task), "contributors")
    data = (
        _place(step)
        | {"before": days.day_of(step.before, clocks.zone_of(task)).isoformat()}
        | ({} if actor is None else {"asked": "yes"})
    )
    write(project=task.project, kind="RoundPassedOn", actor=actor if named else None, at=step.at, data=data)


def _tell_extended(actor: Subject, step: RoundStep, zone: str) -> None:
    """Whoever leads a stage whose reviewers are hidden is one of them, and is not named."""
    round_ = step.round
    days_ = {"before": days.day_of(step.before, zone).isoformat()}
    if step.until is not None:
        days_["until"] = days.day_of(step.until, zone).isoformat()
    rounds.write_act(
        task=round_.task,
        kind="RoundExtended",
        actor=actor,
        at=step.at,
        data=_place(step) | days_,
        hidden=rounds.is_hidden_lead(round_, actor.pk),
        texts={"reason": step.reason},
    )
