"""Whom to tell about rounds of review, and what each of these notices says to its reader."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.events import RevisionSubmitted, TaskDecided, TaskWithdrawn
from portal.notices import inbox, kinds, telling
from portal.notices.kinds import Told
from portal.notices.models import Notice, NoticePreference
from portal.people.models import User
from projects.members import queries as members
from projects.reviews import queries, rounds, stages
from projects.reviews.interests import Interests
from projects.reviews.models import Assignment, ChangeRequest, CorrectionStep, Round
from projects.reviews.states import WAITING, AssignmentState, Outcome, RequestState, RoundState
from projects.tasks.models import Task
from projects.tasks.notices import About, page_of
from projects.tasks.states import CLOSED, TaskState
from projects.terms import queries as terms

ASKED = "review_asked"
LEAD = "lead_appointed"
REVISION = "revision_in"
DECIDED = "task_decided"
ANSWERED = "requests_answered"
SETTLED = "request_settled"
DUE_SOON = "review_due_soon"
LATE = "review_late"
ENDED = "review_ended"
CORRECTION = "correction"

# How long before the end of their days a reviewer who has not filed is reminded.
SOON = dt.timedelta(days=3)


def review_asked(assignment: Assignment) -> None:
    task, at = assignment.round.task, assignment.offered_at
    _tell([assignment.reviewer_id], ASKED, task, f"{assignment.pk}", at, _place(assignment))


def _place(assignment: Assignment) -> dict[str, object]:
    """With the end of this reviewer's own days: somebody who is asked later has as many as the others had."""
    round_ = assignment.round
    days = rounds.stage_of(round_).first_answer_days
    due = stages.deadline(assignment.offered_at, days, terms.zone(round_.task.project))
    return {"place": assignment.pk, "due": due.isoformat() if due else None}


def _until(notice: Notice, round_: Round) -> dt.datetime | None:
    """Their own days, or the round's where it was given more."""
    own = notice.data.get("due")
    days = [day for day in (dt.datetime.fromisoformat(own) if own else None, round_.first_answer_due) if day]
    return max(days, default=None)


def review_answered(assignment: Assignment, at: dt.datetime) -> None:
    """Agreed, or stepped down: nothing is asked of them any more."""
    about = assignment.round.task.public_id
    inbox.done(assignment.reviewer_id, ASKED, about=about, at=at, place=assignment.pk)


def lead_appointed(round_: Round, at: dt.datetime) -> None:
    _tell([str(round_.lead_id)], LEAD, round_.task, f"{round_.pk}:{at.isoformat()}", at, {"round": round_.pk})


def revision_in(event: RevisionSubmitted) -> None:
    """Those who ask reviewers, but for whoever has an interest; and who asked for changes, that they are answered."""
    task = Task.objects.select_related("project").get(public_id=event.task)
    holders = [one.pk for one in members.holders(task.project, "assign", event.at)]
    interests = Interests(task.project, [task], holders)
    free = [one for one in holders if not interests.has(one, task)]
    _tell(free, REVISION, task, f"{task.public_id}:{event.revision}", event.at, {"revision": event.revision})
    if event.revision > 1:
        asked = Assignment.objects.filter(round__task=task, review__requests__isnull=False).distinct()
        people = asked.values_list("reviewer_id", flat=True)
        _tell(people, ANSWERED, task, f"{task.public_id}:{event.revision}", event.at, {"revision": event.revision})


def decided(event: TaskDecided) -> None:
    """The contributors, once a decision. One that a hidden reviewer's act brought about is told by the day."""
    round_ = Round.objects.select_related("task__project", "decision", "revision").get(pk=event.round)
    people = round_.task.contributors.values_list("subject_id", flat=True)
    data = {"round": round_.pk, "accepted": event.accepted}
    by_day = by_hidden_reviewer(round_)
    _tell(people, DECIDED, round_.task, f"{round_.pk}", event.at, data, by_day=by_day)
    _ended_with_the_round(round_.task, event.at, by_day=by_day)


def withdrawn(event: TaskWithdrawn) -> None:
    """Reviewers who had not filed: nothing is asked of them any more."""
    _ended_with_the_round(Task.objects.select_related("project").get(public_id=event.task), event.at)


def _ended_with_the_round(task: Task, at: dt.datetime, *, by_day: bool = False) -> None:
    for place in Assignment.objects.filter(round__task=task, state=AssignmentState.VOID, ended_at=at):
        _tell([place.reviewer_id], ENDED, task, f"{place.pk}", at, {"place": place.pk}, by_day=by_day)


def released(assignment: Assignment, at: dt.datetime) -> None:
    """By somebody who assigns; what they wrote stays theirs."""
    task = assignment.round.task
    _tell([assignment.reviewer_id], ENDED, task, f"{assignment.pk}", at, {"place": assignment.pk})


def settled(request: ChangeRequest, task: Task, at: dt.datetime) -> None:
    """The contributors, that a reviewer is satisfied or asks no more."""
    people = task.contributors.values_list("subject_id", flat=True)
    by_day = rounds.anonymity(task) != "open"
    _tell(people, SETTLED, task, f"{request.pk}:{request.state}", at, {"request": request.pk}, by_day=by_day)


def corrected(task: Task, step: CorrectionStep, *, by_day: bool) -> None:
    """The contributors, that a correction of their task was opened or decided."""
    people = task.contributors.values_list("subject_id", flat=True)
    _tell(people, CORRECTION, task, f"{step.pk}", step.at, {"step": step.pk}, by_day=by_day)


def remind(at: dt.datetime) -> None:
    """Reviewers who have not filed, once before the end of their days and once after it."""
    waiting = Assignment.objects.filter(state__in=WAITING, round__state=RoundState.OPEN)
    waiting = waiting.select_related("round__task__project").order_by("pk")
    for place in waiting.filter(round__first_answer_due__lte=at + SOON):
        data = _place(place)
        due = max(dt.datetime.fromisoformat(str(data["due"])), place.round.first_answer_due or at)
        if due <= at + SOON:
            kind = LATE if due < at else DUE_SOON
            _tell([place.reviewer_id], kind, place.round.task, f"{place.pk}", at, data)


def by_hidden_reviewer(round_: Round) -> bool:
    """Whether a reviewer who is hidden ended the round: by the verdict that settled it, or as its lead."""
    counted = round_.decision.by_id is None and rounds.anonymity(round_.task) != "open"
    return counted or rounds.lead_is_hidden(round_)


def _tell(
    people: Iterable[str],
    kind: str,
    task: Task,
    key: str,
    at: dt.datetime,
    data: Mapping[str, object],
    *,
    by_day: bool = False,
) -> None:
    telling.tell(
        people,
        kind,
        key=key,
        project=task.project.public_id,
        about=task.public_id,
        at=at,
        data=data,
        by_day=by_day,
    )


class _Rounds(About):
    """With the rounds and places that the notices name."""

    @cached_property
    def rounds(self) -> dict[int, Round]:
        wanted = {one.data["round"] for one in self.notices if "round" in one.data}
        rows = Round.objects.filter(pk__in=wanted).select_related("revision", "decision")
        return {row.pk: row for row in rows}

    @cached_property
    def places(self) -> dict[int, Assignment]:
        wanted = {one.data["place"] for one in self.notices if "place" in one.data}
        rows = Assignment.objects.filter(pk__in=wanted, reviewer=self.user.subject)
        return {row.pk: row for row in rows.select_related("round__revision")}

    @cached_property
    def requests(self) -> dict[int, ChangeRequest]:
        wanted = {one.data["request"] for one in self.notices if "request" in one.data}
        rows = ChangeRequest.objects.filter(pk__in=wanted)
        return {row.pk: row for row in rows.select_related("review__assignment__round__revision")}

    @cached_property
    def steps(self) -> dict[int, CorrectionStep]:
        wanted = {one.data["step"] for one in self.notices if "step" in one.data}
        return CorrectionStep.objects.in_bulk(wanted)


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    about = _Rounds(notices, user)
    said = {}
    for one in notices:
        task = about.tasks.get(one.about)
        if task is not None:
            said[one.pk] = _SAYS[one.kind](about, task, one) or about.lost(task)
    return said


def _asked(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    place = about.places.get(notice.data["place"])
    if place is None or "statement" not in about.viewer(task).fields(task):
        return None
    round_ = place.round
    what, waits = _("a review is asked of you"), False
    if place.state == AssignmentState.OFFERED and round_.state == RoundState.OPEN:
        waits = True
        sentence = _(
            "You are asked to review revision %(revision)s, stage “%(stage)s”. Agree, or step down so that somebody "
            "else is asked."
        )
    elif place.state == AssignmentState.AGREED and round_.state == RoundState.OPEN:
        sentence = _("You have agreed to review revision %(revision)s, stage “%(stage)s”.")
    elif place.state == AssignmentState.FILED:
        sentence = _("You have filed your review of revision %(revision)s, stage “%(stage)s”.")
    else:
        return None
    number, stage = round_.revision.number, round_.stage
    return about.told(
        task,
        what=what,
        sentence=sentence % {"revision": number, "stage": stage},
        href=reverse("review_form", args=[task.project.slug, task.number, number, stage]),
        until=_until(notice, round_),
        holds=waits,
    )


def _leads(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    round_ = about.rounds[notice.data["round"]]
    if round_.lead_id != about.user.subject_id or task.pk not in about.viewer(task).leading:
        return None
    if round_.state == RoundState.OPEN:
        sentence = _("You were appointed to lead the stage “%(stage)s” for revision %(revision)s.")
    else:
        sentence = _("You led the stage “%(stage)s” for revision %(revision)s. It is closed.")
    return about.told(
        task,
        what=_("you lead a round"),
        sentence=sentence % {"stage": round_.stage, "revision": round_.revision.number},
        href=page_of(task),
        until=round_.decision_due,
        holds=round_.state == RoundState.OPEN,
    )


def _came_in(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    viewer = about.viewer(task)
    if "assign" not in viewer.powers or "C" in viewer.persons(task):
        return None
    number = notice.data["revision"]
    under_way = task.revision_count == number and task.state in (TaskState.SUBMITTED, TaskState.IN_REVIEW)
    waits = under_way and task.state == TaskState.SUBMITTED
    if waits:
        sentence = _("Nobody was asked to review it yet.")
    else:
        sentence = _("It is in review.") if under_way else _("Its review is over.")
    return about.told(
        task,
        what=_("revision %(n)s is in") % {"n": number},
        sentence=sentence,
        href=reverse("task_assign", args=[task.project.slug, task.number]) if under_way else page_of(task),
        holds=waits,
    )


def _was_decided(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    if "C" not in about.viewer(task).persons(task):
        return None
    round_ = about.rounds[notice.data["round"]]
    what, sentence = _outcome(Outcome(round_.decision.outcome), accepted=notice.data["accepted"])
    words = {"stage": round_.stage, "revision": round_.revision.number}
    if round_.decision.outcome == Outcome.REVISE and task.state != TaskState.CHANGES_REQUESTED:
        sentence = _("The stage “%(stage)s” asked for changes to revision %(revision)s. They are no longer waited for.")
    return about.told(task, what=what, sentence=sentence % words, href=page_of(task))


def _outcome(outcome: Outcome, *, accepted: bool) -> tuple[str, str]:
    if outcome is Outcome.REVISE:
        return _("changes are requested"), _(
            "The stage “%(stage)s” asks for changes to revision %(revision)s. Answer each request, then submit the "
            "next revision."
        )
    if outcome is Outcome.DECLINE:
        return _("declined"), _(
            "The stage “%(stage)s” declined revision %(revision)s, and the task with it. Its page says why."
        )
    if accepted:
        return _("accepted"), _("Revision %(revision)s was accepted, and the task with it.")
    return _("a stage accepted it"), _(
        "The stage “%(stage)s” accepted revision %(revision)s. The task is decided once every stage is."
    )


def _answered(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    if "R" not in about.viewer(task).persons(task):
        return None
    sentence = _("Revision %(revision)s answers what you asked for. You may settle or drop each request.")
    if task.state in CLOSED:
        sentence = _("Revision %(revision)s answered what you asked for. The task is decided; nothing is waited for.")
    return about.told(
        task,
        what=_("your requests are answered"),
        sentence=sentence % {"revision": notice.data["revision"]},
        href=reverse("task_requests", args=[task.project.slug, task.number]),
    )


def _settled(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    if "C" not in about.viewer(task).persons(task):
        return None
    request = about.requests[notice.data["request"]]
    if request.state == RequestState.SETTLED:
        sentence = _("The reviewer is satisfied with what you did about request %(name)s.")
    else:
        sentence = _("The reviewer no longer asks for request %(name)s.")
    return about.told(
        task,
        what=_("request %(name)s is closed") % {"name": queries.name_of(request)},
        sentence=sentence % {"name": queries.name_of(request)},
        href=reverse("task_requests", args=[task.project.slug, task.number]),
    )


def _reminded(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    """Says what is true now, so an extended round is not told to be late."""
    place = about.places.get(notice.data["place"])
    if place is None or "statement" not in about.viewer(task).fields(task):
        return None
    round_ = place.round
    waits = place.state in WAITING and round_.state == RoundState.OPEN
    if not waits:
        sentence = _("Nothing is waited for any more.")
    elif notice.kind == LATE:
        sentence = _("The days for it are over. File it, or step down so that somebody else is asked.")
    else:
        sentence = _("The round waits for it. Step down if you cannot, so that somebody else is asked.")
    return about.told(
        task,
        what=_("your review is late") if notice.kind == LATE else _("your review is due soon"),
        sentence=sentence,
        href=reverse("review_form", args=[task.project.slug, task.number, round_.revision.number, round_.stage]),
        until=_until(notice, round_),
        holds=waits,
    )


def _over(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    """To who reviewed no more: the number and the page alone, as for everybody."""
    place = about.places.get(notice.data["place"])
    if place is None:
        return None
    return Told(
        headline=_("%(task)s: %(what)s")
        % {"task": _("Task %(n)s") % {"n": task.number}, "what": _("no review is asked of you any more")},
        sentence=_(
            "Your place in the stage “%(stage)s” of revision %(revision)s has ended: the round closed without it, or "
            "somebody else was asked. What you had written stays yours."
        )
        % {"stage": place.round.stage, "revision": place.round.revision.number},
        href=page_of(task),
        project=task.project.title,
    )


def _corrected(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    if "C" not in about.viewer(task).persons(task):
        return None
    step = about.steps[notice.data["step"]]
    what, sentence = {
        CorrectionStep.Step.OPEN: (
            _("a correction is open"),
            _("Somebody says that something in it is wrong. Its points stay until a second person has decided."),
        ),
        CorrectionStep.Step.KEEP: (_("it stays accepted"), _("The correction was closed: the task stays accepted.")),
        CorrectionStep.Step.REVOKE: (
            _("its acceptance is revoked"),
            _("The correction was closed: the task is no longer accepted. Its page says why."),
        ),
    }[CorrectionStep.Step(step.step)]
    return about.told(task, what=what, sentence=sentence, href=page_of(task))


_SAYS: Mapping[str, Callable[[_Rounds, Task, Notice], Told | None]] = {
    ASKED: _asked,
    LEAD: _leads,
    REVISION: _came_in,
    DECIDED: _was_decided,
    ANSWERED: _answered,
    SETTLED: _settled,
    DUE_SOON: _reminded,
    LATE: _reminded,
    ENDED: _over,
    CORRECTION: _corrected,
}

_DAILY = NoticePreference.Mail.DAILY

kinds.register(ASKED, gettext_lazy("A review is asked of you"), _present)
kinds.register(DUE_SOON, gettext_lazy("A review of yours is due soon"), _present)
kinds.register(LATE, gettext_lazy("A review of yours is late"), _present)
kinds.register(ENDED, gettext_lazy("A review is no longer asked of you"), _present)
kinds.register(ANSWERED, gettext_lazy("A revision answers what you asked for"), _present, mail=_DAILY)
kinds.register(LEAD, gettext_lazy("You are appointed to lead a round"), _present)
kinds.register(REVISION, gettext_lazy("A revision came in, and you ask reviewers"), _present)
kinds.register(DECIDED, gettext_lazy("A stage, or all, decided on your task"), _present)
kinds.register(SETTLED, gettext_lazy("A reviewer closed a request to you"), _present, mail=_DAILY)
kinds.register(CORRECTION, gettext_lazy("A correction of your task is opened or decided"), _present)
