"""What each notice about a round of review says to its reader. `telling` says whom it goes to."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.notices import kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice, NoticePreference
from portal.people.models import User
from projects.reviews import queries
from projects.reviews.models import Assignment, ChangeRequest, CorrectionStep, Round
from projects.reviews.states import WAITING, AssignmentState, Outcome, RequestState, RoundState
from projects.tasks.models import Task
from projects.tasks.notices import About, Says, page_of
from projects.tasks.states import CLOSED, TaskState

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


class _Rounds(About):
    """With the rounds, places, requests and steps that the notices name."""

    @cached_property
    def rounds(self) -> dict[int, Round]:
        rows = Round.objects.filter(pk__in=self.named("round")).select_related("revision", "decision")
        return {row.pk: row for row in rows}

    @cached_property
    def places(self) -> dict[int, Assignment]:
        rows = Assignment.objects.filter(pk__in=self.named("place"), reviewer=self.user.subject)
        return {row.pk: row for row in rows.select_related("round__revision")}

    @cached_property
    def requests(self) -> dict[int, ChangeRequest]:
        rows = ChangeRequest.objects.filter(pk__in=self.named("request"))
        return {row.pk: row for row in rows.select_related("review__assignment__round__revision")}

    @cached_property
    def steps(self) -> dict[int, CorrectionStep]:
        return CorrectionStep.objects.in_bulk(self.named("step"))


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    return _Rounds(notices, user).say(_SAYS)


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


def _until(notice: Notice, round_: Round) -> dt.datetime | None:
    """Their own days, or the round's where it was given more."""
    own = notice.data.get("due")
    days = [day for day in (dt.datetime.fromisoformat(own) if own else None, round_.first_answer_due) if day]
    return max(days, default=None)


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
    if "assign" not in viewer.powers or about.contributes(task):
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
    if not about.contributes(task):
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
    if not about.contributes(task):
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
    sentence = _(
        "Your place in the stage “%(stage)s” of revision %(revision)s has ended: the round closed without it, or "
        "somebody else was asked. What you had written stays yours."
    )
    return about.untitled(
        task,
        what=_("no review is asked of you any more"),
        sentence=sentence % {"stage": place.round.stage, "revision": place.round.revision.number},
    )


def _corrected(about: _Rounds, task: Task, notice: Notice) -> Told | None:
    if not about.contributes(task):
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


_SAYS: Mapping[str, Says[_Rounds]] = {
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
