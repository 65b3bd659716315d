"""Acts over reports of defects in accepted tasks."""

from __future__ import annotations

from portal.people.models import Subject
from portal.site.demo import task_acts
from portal.site.demo.stage import Stage
from projects.reports import queries, services
from projects.reports.states import Answer
from projects.tasks import services as tasks


def report(
    stage: Stage,
    actor: Subject,
    task: str,
    part: str,
    exact: str,
    criterion: str,
    text: str,
    evidence: str,
    named: bool = True,
) -> None:
    given = {"part": part, "exact": exact, "criterion": criterion, "text": text, "evidence": evidence}
    services.report(actor=actor, task=stage.task(task), given=given, named=named)


def contest_report(stage: Stage, actor: Subject, task: str, text: str) -> None:
    _answer(stage, actor, task, Answer.CONTEST, text)


def correct_task(stage: Stage, actor: Subject, task: str, text: str) -> None:
    """Says so, then submits the next text of the task's file."""
    _answer(stage, actor, task, Answer.CORRECT, text)
    said, made = stage.story.task(task), stage.task(task)
    task_acts.write(stage, actor, task, said, made.revision_count)
    note = said["revisions"][made.revision_count].get("note", "")
    made = stage.task(task)
    tasks.submit(actor=actor, task=made, version=made.draft.version, note=note)


def decide_report(stage: Stage, actor: Subject, task: str, outcome: str, reasons: str) -> None:
    version = _version(stage, task)
    services.decide(actor=actor, task=stage.task(task), outcome=outcome, reasons=reasons, version=version)


def _answer(stage: Stage, actor: Subject, task: str, answer: Answer, text: str) -> None:
    version = _version(stage, task)
    services.answer(actor=actor, task=stage.task(task), kind=answer.value, text=text, version=version)


def _version(stage: Stage, task: str) -> int:
    case = queries.open_case(stage.task(task))
    assert case is not None
    return case.version
