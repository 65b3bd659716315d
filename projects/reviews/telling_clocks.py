"""Whom to tell about chairs, days and interests, and what each of these notices says to its reader."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.notices import kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import User
from projects.members import queries as members
from projects.reviews import clocks, rounds
from projects.reviews.interests import without_interest
from projects.reviews.models import Assignment, RoundStep, TaskChair
from projects.reviews.states import REVIEWING, RoundState
from projects.tasks.models import DeclaredInterest, InterestWaiver, Task
from projects.tasks.notices import About, Says, contributors, page_of, tell

PASSED_ON = "round_passed_on"
ROUND_LATE = "round_late"
MOVED = "day_moved"
CHAIR = "chair_assigned"
DECLARED = "interest_declared"
WAIVED = "interest_waived"


def passed_on(step: RoundStep, people: Iterable[str]) -> None:
    """Those who see to it now, but for whoever asked."""
    _tell_step(set(people) - {step.by_id}, PASSED_ON, step)


def late(step: RoundStep) -> None:
    """The contributors, that a day has passed and what they may do."""
    _tell_step(contributors(step.round.task), ROUND_LATE, step)


def moved(step: RoundStep) -> None:
    """Contributors and reviewers of the task and the leads of its open rounds, but for whoever moved it."""
    task = step.round.task
    places = Assignment.objects.filter(round__task=task, round__state=RoundState.OPEN, state__in=REVIEWING)
    reviewers = places.values_list("reviewer_id", flat=True)
    leads = task.rounds.filter(state=RoundState.OPEN).exclude(lead=None).values_list("lead_id", flat=True)
    # Of a lead who is one of hidden reviewers the hour would tell something, as with their other acts.
    by_day = rounds.is_hidden_lead(step.round, step.by_id)
    _tell_step({*contributors(task), *reviewers, *map(str, leads)} - {step.by_id}, MOVED, step, by_day=by_day)


def _tell_step(people: Iterable[str], kind: str, step: RoundStep, *, by_day: bool = False) -> None:
    tell(people, kind, step.round.task, key=step.pk, at=step.at, data={"step": step.pk}, by_day=by_day)


def chair_assigned(chair: TaskChair) -> None:
    tell([chair.chair_id], CHAIR, chair.task, key=chair.pk, at=chair.assigned_at, data={"chair": chair.pk})


def declared(interest: DeclaredInterest) -> None:
    """Those who may waive it."""
    task = interest.task
    holders = {one.pk for power in ("assign", "chair") for one in members.holders(task.project, power)}
    people = without_interest(task, holders - {interest.subject_id})
    tell(people, DECLARED, task, key=interest.pk, at=interest.at, data={"interest": interest.pk})


def waived(waiver: InterestWaiver) -> None:
    """Whoever declared it."""
    interest = waiver.interest
    data = {"interest": interest.pk}
    tell([interest.subject_id], WAIVED, interest.task, key=interest.pk, at=waiver.at, data=data)


class _Steps(About):
    """With the steps, chairs and interests that the notices name."""

    @cached_property
    def steps(self) -> dict[int, RoundStep]:
        rows = RoundStep.objects.filter(pk__in=self.named("step")).select_related("round__revision", "round__lead")
        return {row.pk: row for row in rows.prefetch_related("round__assignments")}

    @cached_property
    def chairs(self) -> dict[int, TaskChair]:
        return TaskChair.objects.filter(chair=self.user.subject).in_bulk(self.named("chair"))

    @cached_property
    def interests(self) -> dict[int, DeclaredInterest]:
        rows = DeclaredInterest.objects.filter(pk__in=self.named("interest")).select_related("waiver")
        return {row.pk: row for row in rows}


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    return _Steps(notices, user).say(_SAYS)


def _passed_on(about: _Steps, task: Task, notice: Notice) -> Told | None:
    viewer = about.viewer(task)
    if not viewer.powers & {"assign", "chair"} or about.contributes(task):
        return None
    step = about.steps[notice.data["step"]]
    waits = clocks.is_waited_for(step, clocks.zone_of(task))
    if not waits:
        sentence = _("It was answered, was given more time, or is closed.")
    elif step.kind == RoundStep.Kind.ASKED:
        sentence = _(
            "The contributors ask for somebody else: the day of the stage “%(stage)s” for revision %(revision)s passed "
            "without an answer. See that somebody takes it up."
        )
    elif step.clock == RoundStep.Clock.DECISION:
        sentence = _(
            "The day for deciding the stage “%(stage)s” for revision %(revision)s passed without a decision. See that "
            "somebody takes it, or that the day is moved on with a public reason."
        )
    else:
        sentence = _(
            "Nobody has answered the stage “%(stage)s” for revision %(revision)s by its day. See that reviewers are "
            "asked, or that the day is moved on with a public reason."
        )
    page = "task_assign" if "assign" in viewer.powers and waits else "task_clock"
    return about.told(
        task,
        what=_("a round is passed on to you"),
        sentence=sentence % {"stage": step.round.stage, "revision": step.round.revision.number},
        href=reverse(page, args=[task.project.slug, task.number]),
        holds=waits,
    )


def _late(about: _Steps, task: Task, notice: Notice) -> Told | None:
    if not about.contributes(task):
        return None
    step = about.steps[notice.data["step"]]
    if step.clock == RoundStep.Clock.DECISION:
        sentence = _(
            "The stage “%(stage)s” was to be decided by now. Others were told. You may ask for somebody else, or take "
            "the task back as not reviewed."
        )
    else:
        sentence = _(
            "Nobody has answered in the stage “%(stage)s” by its day. Others were told. You may ask for somebody else; "
            "the page says from when you may take the task back as not reviewed."
        )
    return about.told(
        task,
        what=_("a day passed without an answer"),
        sentence=sentence % {"stage": step.round.stage},
        href=_clock_page(task),
    )


def _moved(about: _Steps, task: Task, notice: Notice) -> Told | None:
    """The new day itself stands on the page, since it may have been moved again."""
    viewer = about.viewer(task)
    if not viewer.persons(task) & frozenset("CRAK"):
        return None
    step = about.steps[notice.data["step"]]
    sentence = {
        RoundStep.Clock.FIRST_ANSWER: _(
            "The day of the first answer in the stage “%(stage)s” is later now. The old day, the new one and the "
            "reason stand on its page, for everybody."
        ),
        RoundStep.Clock.DECISION: _(
            "The day of the decision in the stage “%(stage)s” is later now. The old day, the new one and the "
            "reason stand on its page, for everybody."
        ),
    }[RoundStep.Clock(step.clock)]
    return about.told(
        task,
        what=_("a day was moved on"),
        sentence=sentence % {"stage": step.round.stage},
        href=_clock_page(task),
    )


def _chair(about: _Steps, task: Task, notice: Notice) -> Told | None:
    chair = about.chairs.get(notice.data["chair"])
    if chair is None or chair.ended_at is not None or task.pk not in about.viewer(task).chairing:
        return None
    return about.told(
        task,
        what=_("you chair it"),
        sentence=_("You see everything of it, see that its rounds go on, and may move their days on."),
        href=page_of(task),
    )


def _declared(about: _Steps, task: Task, notice: Notice) -> Told | None:
    viewer = about.viewer(task)
    if not viewer.powers & {"assign", "chair"} or about.contributes(task):
        return None
    waits = not hasattr(about.interests[notice.data["interest"]], "waiver")
    return about.told(
        task,
        what=_("an interest was declared"),
        sentence=_("Somebody declared an interest. They judge nothing of it until you or another waive it.")
        if waits
        else _("Somebody declared an interest. It was waived."),
        href=reverse("task_interests", args=[task.project.slug, task.number]),
        holds=waits,
    )


def _waived(about: _Steps, task: Task, notice: Notice) -> Told | None:
    if about.interests[notice.data["interest"]].subject_id != about.user.subject_id:
        return None
    return about.told(
        task,
        what=_("your interest was waived"),
        sentence=_("A second person found that the interest you declared does not keep you from judging it."),
        href=reverse("task_interests", args=[task.project.slug, task.number]),
    )


def _clock_page(task: Task) -> str:
    return reverse("task_clock", args=[task.project.slug, task.number])


_SAYS: Mapping[str, Says[_Steps]] = {
    PASSED_ON: _passed_on,
    ROUND_LATE: _late,
    MOVED: _moved,
    CHAIR: _chair,
    DECLARED: _declared,
    WAIVED: _waived,
}

kinds.register(PASSED_ON, gettext_lazy("A round is passed on to you"), _present)
kinds.register(ROUND_LATE, gettext_lazy("A day in a task of yours passed without an answer"), _present)
kinds.register(MOVED, gettext_lazy("A day in a task of yours, or one you review, was moved on"), _present)
kinds.register(CHAIR, gettext_lazy("You are assigned to chair a task"), _present)
kinds.register(DECLARED, gettext_lazy("An interest was declared that you may waive"), _present)
kinds.register(WAIVED, gettext_lazy("An interest that you declared was waived"), _present)
