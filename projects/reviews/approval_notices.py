"""Whom to tell that an approval was kept or taken back, or that a task is open again, and what these notices say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.events import RevisionSubmitted
from portal.notices import kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import User
from projects.reviews import rounds
from projects.reviews.held import Held, held, own
from projects.reviews.models import ApprovalObjection, Reopening
from projects.tasks.models import Task
from projects.tasks.notices import About, Says, contributors, page_of, tell
from projects.tasks.states import TaskState

KEPT = "approval_kept"
OBJECTED = "approval_objected"
REOPENED = "task_reopened"


def kept(event: RevisionSubmitted) -> None:
    """Everybody whose approval counts for a revision that corrects typos only, once a stage: they may object."""
    task = Task.objects.select_related("project").get(public_id=event.task)
    for one in held(task):
        data = {"revision": event.revision, "stage": one.round.stage, "of": one.of}
        key = f"{task.public_id}:{event.revision}:{one.round.stage}"
        tell([one.subject_id], KEPT, task, key=key, at=event.at, data=data)


def objected(task: Task, objection: ApprovalObjection) -> None:
    """The contributors; by the day where reviewers are hidden."""
    data = {"revision": objection.revision.number, "stage": objection.round.stage}
    by_day = rounds.reviewers_are_hidden(task)
    tell(contributors(task), OBJECTED, task, key=objection.pk, at=objection.at, data=data, by_day=by_day)


def reopened(task: Task, made: Reopening) -> None:
    tell(contributors(task), REOPENED, task, key=made.pk, at=made.at)


class _Approvals(About):
    """With the approvals of the reader that count for the tasks."""

    def __init__(self, notices: Sequence[Notice], user: User) -> None:
        super().__init__(notices, user)
        self._held: dict[int, list[Held]] = {}

    def held(self, task: Task) -> list[Held]:
        if task.pk not in self._held:
            self._held[task.pk] = own(task, self.user.subject)
        return self._held[task.pk]


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    return _Approvals(notices, user).say(_SAYS)


def _kept(about: _Approvals, task: Task, notice: Notice) -> Told | None:
    if "statement" not in about.viewer(task).fields(task):
        return None
    revision, stage = notice.data["revision"], notice.data["stage"]
    mine = [one for one in about.held(task) if (one.revision.number, one.round.stage) == (revision, stage)]
    if mine:
        sentence = _(
            "Its contributors say that revision %(revision)s corrects typos only. Your approval of revision %(of)s "
            "counts on in the stage “%(stage)s”, unless you object once and say why."
        )
        href = reverse("approval_object", args=[task.project.slug, task.number, revision, stage])
    else:
        sentence = _(
            "Its contributors say that revision %(revision)s corrects typos only. Nothing is asked of you about it "
            "any more."
        )
        href = page_of(task)
    return about.told(
        task,
        what=_("your approval counts on"),
        sentence=sentence % {"revision": revision, "of": notice.data["of"], "stage": stage},
        href=href,
        until=mine[0].until if mine else None,
        holds=bool(mine),
    )


def _objected(about: _Approvals, task: Task, notice: Notice) -> Told | None:
    if not about.contributes(task):
        return None
    return about.told(
        task,
        what=_("a reviewer objects"),
        sentence=_(
            "Somebody who had approved it says that revision %(revision)s does more than correct typos. The stage "
            "“%(stage)s” reads the revision anew."
        )
        % {"revision": notice.data["revision"], "stage": notice.data["stage"]},
        href=page_of(task),
    )


def _reopened(about: _Approvals, task: Task, notice: Notice) -> Told | None:
    if not about.contributes(task):
        return None
    waits = task.state == TaskState.CHANGES_REQUESTED
    if waits:
        sentence = _("It is your turn again: answer the requests, then submit the next revision. Its page says why.")
    else:
        sentence = _("It was reopened. Its page says why, and whose turn it is.")
    return about.told(task, what=_("it is open again"), sentence=sentence, href=page_of(task), holds=waits)


_SAYS: Mapping[str, Says[_Approvals]] = {
    KEPT: _kept,
    OBJECTED: _objected,
    REOPENED: _reopened,
}

kinds.register(KEPT, gettext_lazy("A revision corrects typos, and your approval counts on"), _present)
kinds.register(OBJECTED, gettext_lazy("A reviewer objects that a revision of yours is more than typos"), _present)
kinds.register(REOPENED, gettext_lazy("A task of yours is open again"), _present)
