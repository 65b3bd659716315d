"""Acts over reports of defects. Each locks the task first, then moves its one open case."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reports import queries, telling, texts
from projects.reports.models import DefectCase, DefectReport, ReportAnswer, ReportDecision
from projects.reports.states import MOVES, OPEN, Answer, CaseState, Outcome
from projects.reviews import corrections, stages
from projects.reviews import texts as reviews
from projects.tasks import queries as tasks
from projects.tasks.models import Task
from projects.tasks.services import begin_again, locked
from projects.tasks.states import TaskState
from projects.terms import queries as terms

# What one person may report in a project within a day.
MOST_A_DAY = 5
# Days for an answer where the terms in force name none.
DAYS = 14

_ENDS = {Outcome.NO_DEFECT: "keep", Outcome.CORRECTED: "fixed", Outcome.REVOKED: "revoke"}


@transaction.atomic
def report(*, actor: Subject, task: Task, given: Mapping[str, Any], named: bool) -> DefectReport:
    """Says that something is wrong with an accepted task; joins the case that is open on it, or opens one.

    The contributors have their days for an answer, anew with each report that joins. Refused: a place nobody finds, too
    few words, too many reports within a day. Conflict where the task is not accepted, or for a second report of one
    person in one case.
    """
    task = locked(task)
    require(actor, "report.file", task.project, task)
    if task.state not in (TaskState.ACCEPTED, TaskState.UNDER_CORRECTION):
        raise Conflict(_("Defects are reported in accepted tasks; this one is not accepted now."), code="not_accepted")
    at = clock.deciding()
    case = queries.open_case(task)
    if case is not None and case.reports.filter(reporter=actor).exists():
        raise Conflict(_("You have an open report on this task already. It is decided first."), code="reported")
    _refuse_flood(actor, task, at)
    revision = case.revision if case else tasks.standing_revision(task)
    if revision is None:
        raise AssertionError("an accepted task has a revision")
    said = texts.checked(task, revision, tasks.fields_for(actor.user, task), given)
    due = _due(task, at)
    if case is None:
        case = DefectCase.objects.create(task=task, revision=revision, opened_at=at, due_at=due)
    elif case.state == CaseState.TO_DECIDE:
        perform(case, MOVES, "join", at=at, due_at=due, version=case.version + 1)
    else:
        _touch(case, due_at=due)
    made = DefectReport.objects.create(
        case=case, number=case.reports.count() + 1, reporter=actor, named=named, at=at, **said
    )
    _note(task, case, at)
    telling.reported(task, made)
    return made


@transaction.atomic
def answer(*, actor: Subject, task: Task, kind: str, text: str, version: int) -> ReportAnswer:
    """The contributors say that there is no such defect, or that they correct the task; then the draft has the words
    that were accepted, and the task is under correction until the decision.

    Conflict where the case has moved on since `version`.
    """
    task = locked(task)
    require(actor, "report.answer", task.project, task)
    case = _open(task, version)
    if kind not in Answer.values:
        raise Refused(_("Say whether there is no such defect, or whether you correct the task."), code="invalid")
    said = reviews.reasons(text, name=_("Your answer"))
    at, chosen = clock.deciding(), Answer(kind)
    due = _due(task, at) if chosen is Answer.CORRECT else case.due_at
    perform(case, MOVES, chosen.value, at=at, due_at=due, version=case.version + 1)
    made = ReportAnswer.objects.create(case=case, by=actor, answer=chosen, text=said, at=at)
    if chosen is Answer.CORRECT:
        corrections.amend(actor=actor, task=task, at=at)
        begin_again(task, case.revision, actor, at)
    _note(task, case, at)
    telling.answered(task, case, made)
    return made


@transaction.atomic
def decide(*, actor: Subject, task: Task, outcome: str, reasons: str, version: int) -> DefectCase:
    """By somebody who has no part in it. To revoke takes two: one proposes it, another decides.

    What becomes of the credit of a revoked task its terms say. Of two decisions at once one stands and the other gets
    Conflict; so does one on a case that has changed since `version`.
    """
    task = locked(task)
    require(actor, "report.decide", task.project, task)
    case = _open(task, version)
    at = clock.deciding()
    if case.state != CaseState.TO_DECIDE and not lapse(task=task, case=case, at=at):
        raise Conflict(
            _("The contributors still have their days. It is decided after their answer, or when these are over."),
            code="not_yet",
        )
    if outcome not in Outcome.values:
        raise Refused(_("Choose an outcome."), code="invalid")
    chosen = Outcome(outcome)
    said = reviews.reasons(reasons, name=_("Reasons"))
    if why_not := queries.why_not(task, case, chosen):
        raise Refused(why_not, code="outcome")
    if chosen is Outcome.PROPOSE:
        corrections.open_correction(actor=actor, task=task, reasons=said, within_report=True)
        task.refresh_from_db()
        _touch(case)
        telling.to_decide(task, case, at)
        return case
    perform(case, MOVES, chosen.value, at=at, closed_at=at, version=case.version + 1)
    if task.state == TaskState.UNDER_CORRECTION:
        corrections.decide_correction(actor=actor, task=task, outcome=_ENDS[chosen], reasons=said, within_report=True)
        task.refresh_from_db()
    made = ReportDecision.objects.create(case=case, outcome=case.state, by=actor, reasons=said, at=at)
    _note(task, case, at)
    telling.decided(task, case, made)
    return case


def submitted(*, task: Task, revision: int, at: dt.datetime) -> None:
    """The corrected revision is in: the case waits for its decision. Inside the submission, with the task locked."""
    case = _open(task)
    corrected = task.revisions.get(number=revision)
    perform(case, MOVES, "submit", at=at, corrected=corrected, version=case.version + 1)
    _note(task, case, at)
    telling.to_decide(task, case, at)


def lapse(*, task: Task, case: DefectCase, at: dt.datetime) -> bool:
    """Ends the contributors' days where they are over; whether they are. With the task locked."""
    if case.due_at >= at:
        return False
    perform(case, MOVES, "lapse", at=at, version=case.version)
    _note(task, case, at)
    telling.to_decide(task, case, at)
    return True


def end_with_task(*, task: Task, at: dt.datetime) -> None:
    """The task was withdrawn: nothing is decided any more. Inside the withdrawal, with the task locked."""
    case = queries.open_case(task)
    if case is not None:
        perform(case, MOVES, "withdraw", at=at, closed_at=at, version=case.version + 1)
        _note(task, case, at)


def _open(task: Task, version: int | None = None) -> DefectCase:
    case = queries.open_case(task)
    if case is None:
        raise Conflict(_("No report on this task is open any more."), code="closed")
    if version is not None and case.version != version:
        raise Conflict(
            _("The report has changed since you opened the page: look at it again. What you typed is below."),
            code="stale",
        )
    return case


def _touch(case: DefectCase, **values: Any) -> None:
    """A change of the case without a move of its state."""
    values["version"] = case.version + 1
    DefectCase.objects.filter(pk=case.pk).update(**values)
    case.refresh_from_db()


def _note(task: Task, case: DefectCase, at: dt.datetime) -> None:
    """The task says of its open case whose turn it is, so that lists need not ask."""
    is_open = case.state in OPEN
    waits = is_open and case.state != CaseState.TO_DECIDE
    since = task.reported_since if is_open and task.reported == case.state else at
    now = {
        "reported": case.state if is_open else "",
        "reported_since": since if is_open else None,
        "reported_until": case.due_at if waits else None,
    }
    Task.objects.filter(pk=task.pk).update(**now)
    for name, value in now.items():
        setattr(task, name, value)


def _due(task: Task, at: dt.datetime) -> dt.datetime:
    """The days for an answer are a rule of how the project works: the version in force says them."""
    version = terms.current(task.project, at)
    days = version.document["participation"].get("answer_days") if version else None
    due = stages.deadline(at, days if isinstance(days, int) else DAYS, terms.zone(task.project, at))
    if due is None:
        raise AssertionError("there are days")
    return due


def _refuse_flood(actor: Subject, task: Task, at: dt.datetime) -> None:
    rows = DefectReport.objects.filter(reporter=actor, case__task__project=task.project_id)
    if rows.filter(at__gt=at - dt.timedelta(days=1)).count() >= MOST_A_DAY:
        raise Refused(
            _("You have reported %(most)s defects here within a day. Report the next one tomorrow.")
            % {"most": MOST_A_DAY},
            code="too_many",
        )
