"""Cases as pages show them to one reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from projects.reports import texts
from projects.reports.models import DefectCase, DefectReport, ReportAnswer, ReportDecision
from projects.reports.queries import Sight
from projects.reports.states import OPEN, CaseState
from projects.tasks.models import Task
from projects.tasks.texts import NAMES


@dataclass(frozen=True)
class ShownReport:
    """`person` is None where the reporter stays unnamed to the reader; `quote` is "" where they do not see the part."""

    report: DefectReport
    person: Any
    yours: bool
    part_name: object
    quote: str
    criterion: str


@dataclass(frozen=True)
class ShownCase:
    """`unseen` counts the reports whose texts the reader does not see; answers name nobody."""

    case: DefectCase
    label: object
    is_open: bool
    waits: bool
    reports: list[ShownReport]
    unseen: int
    answers: list[ReportAnswer]
    decision: ReportDecision | None
    decided_by: Any


def shown(task: Task, sight: Sight, cases: list[DefectCase]) -> list[ShownCase]:
    criteria = {row["id"]: row["short"] for row in texts.criteria(task)} if cases else {}
    return [_case(one, sight, criteria) for one in cases]


def _case(case: DefectCase, sight: Sight, criteria: dict[str, str]) -> ShownCase:
    reports = [_report(one, sight, criteria) for one in sight.reports(case)]
    decision: ReportDecision | None = getattr(case, "decision", None)
    told = decision if sight.decision or sight.decides else None
    return ShownCase(
        case=case,
        label=CaseState(case.state).label,
        is_open=case.state in OPEN,
        waits=case.state in (CaseState.OPEN, CaseState.CORRECTING),
        reports=reports,
        unseen=len(case.reports.all()) - len(reports),
        answers=list(case.answers.all()) if sight.texts else [],
        decision=told,
        decided_by=told.by if told and not sight.hidden else None,
    )


def _report(report: DefectReport, sight: Sight, criteria: dict[str, str]) -> ShownReport:
    return ShownReport(
        report=report,
        person=report.reporter if sight.names(report) else None,
        yours=sight.own(report),
        part_name=NAMES[report.part],
        quote=report.exact if report.part in sight.fields else "",
        criterion=criteria.get(report.criterion, report.criterion),
    )
