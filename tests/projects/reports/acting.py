"""A report from its filing to its decision, as the services take it."""

from __future__ import annotations

from typing import Any

from portal.people.models import Subject
from projects.reports import services
from projects.reports.models import DefectCase, DefectReport
from projects.tasks import services as tasks
from projects.tasks.models import Revision, Task
from tests.projects.journey import STATEMENT, Journey

WRONG = "The data fit a dyke as well as a river, so that the answer does not follow."
EVIDENCE = "Fitted both in an hour; the residuals are the same to two digits."
SAID = "We fitted it again, and the late part of the curve excludes a dyke."
DEFECT = {
    "part": "statement",
    "exact": "Name the boundary that explains it.",
    "criterion": "sound",
    "text": WRONG,
    "evidence": EVIDENCE,
}


def report(reporter: Subject, task: Task, *, named: bool = True, **changed: Any) -> DefectReport:
    made = services.report(actor=reporter, task=task, given={**DEFECT, **changed}, named=named)
    task.refresh_from_db()
    return made


def case_of(task: Task) -> DefectCase:
    return DefectCase.objects.filter(task=task).latest("pk")


def answer(author: Subject, task: Task, kind: str) -> None:
    services.answer(actor=author, task=task, kind=kind, text=SAID, version=case_of(task).version)
    task.refresh_from_db()


def corrected(journey: Journey, author: Subject, task: Task) -> Revision:
    """The contributors correct the text and submit it."""
    answer(author, task, "correct")
    journey.write(author, task, STATEMENT + "\nThe late curve excludes a dyke.\n", title="Three days, corrected")
    task.draft.refresh_from_db()
    made = tasks.submit(actor=author, task=task, version=task.draft.version, note="A dyke is excluded now.")
    task.refresh_from_db()
    return made


def decide(decider: Subject, task: Task, outcome: str, *, version: int | None = None) -> DefectCase:
    version = case_of(task).version if version is None else version
    made = services.decide(actor=decider, task=task, outcome=outcome, reasons=SAID, version=version)
    task.refresh_from_db()
    return made
