"""Whom to tell about reports of defects, and what each of these notices says; and what the record says."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import cached_property

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.record.services import write
from portal.notices import kinds
from portal.notices.kinds import Told
from portal.notices.models import Notice
from portal.people.models import User
from projects.reports.deciders import Deciding
from projects.reports.models import DefectCase, DefectReport, ReportAnswer, ReportDecision
from projects.reports.states import CaseState
from projects.reviews import rounds
from projects.reviews.corrections import names_are_hidden
from projects.tasks.models import Task
from projects.tasks.notices import About, Says, contributors, page_of, tell
from projects.tasks.services import is_public
from projects.tasks.states import TaskState

REPORTED = "defect_reported"
TO_DECIDE = "report_to_decide"
DECIDED = "report_decided"


def reported(task: Task, report: DefectReport) -> None:
    """The contributors, and the record. By the day where the reporter is not named: the hour could tell who it is."""
    hidden = not report.named or names_are_hidden(task)
    rounds.write_act(
        task=task,
        kind="DefectReported",
        actor=report.reporter,
        at=report.at,
        data={"task": task.number, "revision": report.case.revision.number},
        hidden=hidden,
    )
    people, data = contributors(task) - {report.reporter_id}, {"case": report.case_id}
    tell(people, REPORTED, task, key=report.pk, at=report.at, data=data, by_day=hidden)


def answered(task: Task, case: DefectCase, answer: ReportAnswer) -> None:
    """The record; and those who decide, where there is nothing more to wait for."""
    public = is_public(task, rounds.binding(task), "contributors")
    data = {"task": task.number, "answer": answer.answer}
    write(project=task.project, kind="ReportAnswered", actor=answer.by if public else None, at=answer.at, data=data)
    if case.state == CaseState.TO_DECIDE:
        to_decide(task, case, answer.at)


def to_decide(task: Task, case: DefectCase, at: dt.datetime) -> None:
    people = [one.pk for one in Deciding(task.project, [task], at).asked(task)]
    tell(people, TO_DECIDE, task, key=f"{case.pk}:{case.version}", at=at, data={"case": case.pk})


def decided(task: Task, case: DefectCase, decision: ReportDecision) -> None:
    """The contributors, the reporters and the record. Reasons are on the record where decisions are public."""
    hidden = names_are_hidden(task)
    public = is_public(task, rounds.binding(task), "decision")
    counts = {"revision": task.standing_number} if decision.outcome == CaseState.CORRECTED else {}
    rounds.write_act(
        task=task,
        kind="ReportDecided",
        actor=decision.by,
        at=decision.at,
        data={"task": task.number, "outcome": decision.outcome, **counts},
        hidden=hidden,
        texts={"reasons": decision.reasons} if public else None,
    )
    people = {*contributors(task), *case.reports.values_list("reporter_id", flat=True)}
    tell(people, DECIDED, task, key=case.pk, at=decision.at, data={"case": case.pk}, by_day=hidden)


class _Cases(About):
    """With the cases that the notices name."""

    @cached_property
    def cases(self) -> dict[int, DefectCase]:
        return DefectCase.objects.in_bulk(self.named("case"))

    @cached_property
    def own(self) -> set[int]:
        """Cases in which the reader reported something."""
        rows = DefectReport.objects.filter(case__in=self.cases, reporter=self.user.subject)
        return set(rows.values_list("case", flat=True))


def _present(notices: Sequence[Notice], user: User) -> Mapping[int, Told]:
    return _Cases(notices, user).say(_SAYS)


def _reported(about: _Cases, task: Task, notice: Notice) -> Told | None:
    if not about.contributes(task):
        return None
    case = about.cases[notice.data["case"]]
    sentence = {
        CaseState.OPEN: _("Answer it, or say that you correct the task. Its points stay until others have decided."),
        CaseState.CORRECTING: _("You said that you correct the task. Submit the corrected revision."),
        CaseState.TO_DECIDE: _("It waits for those who decide."),
    }.get(CaseState(case.state), _("It is decided; the task says how."))
    waits = case.state in (CaseState.OPEN, CaseState.CORRECTING)
    what = _("a defect is reported")
    return about.told(task, what=what, sentence=sentence, href=_page(task), until=case.due_at, holds=waits)


def _waits(about: _Cases, task: Task, notice: Notice) -> Told | None:
    viewer = about.viewer(task)
    if about.contributes(task) or "statement" not in viewer.fields(task) or not viewer.powers & {"decide", "chair"}:
        return None
    case = about.cases[notice.data["case"]]
    waits = case.state == CaseState.TO_DECIDE
    if not waits:
        sentence = _("Nothing is to be decided now.")
    elif task.state == TaskState.UNDER_CORRECTION and case.corrected_id:
        sentence = _("The contributors have corrected the task. Somebody without a part in it decides.")
    else:
        sentence = _("The contributors have answered, or their days are over. Somebody without a part in it decides.")
    href = reverse("report_decide", args=[task.project.slug, task.number]) if waits else page_of(task)
    return about.told(task, what=_("decide a report of a defect"), sentence=sentence, href=href, holds=waits)


def _decided(about: _Cases, task: Task, notice: Notice) -> Told | None:
    """To a reporter who sees the task no more: the outcome is public, and nothing else is said."""
    case = about.cases[notice.data["case"]]
    if not about.contributes(task) and case.pk not in about.own:
        return None
    sentence = {
        CaseState.NO_DEFECT: _("There is no defect: the task stays as it was accepted."),
        CaseState.CORRECTED: _("The task was corrected: its new revision counts from now on."),
        CaseState.REVOKED: _("The task is no longer accepted. What becomes of its credit its terms say."),
    }.get(CaseState(case.state), "")
    return about.told(task, what=_("the report is decided"), sentence=sentence, href=_page(task))


def _page(task: Task) -> str:
    return reverse("task_reports", args=[task.project.slug, task.number])


_SAYS: Mapping[str, Says[_Cases]] = {
    REPORTED: _reported,
    TO_DECIDE: _waits,
    DECIDED: _decided,
}

kinds.register(REPORTED, gettext_lazy("A defect is reported in an accepted task of yours"), _present)
kinds.register(TO_DECIDE, gettext_lazy("A report of a defect waits for your decision"), _present)
kinds.register(DECIDED, gettext_lazy("A report you filed, or one on your task, is decided"), _present)
