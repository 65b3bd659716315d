"""What the room of reports keeps about a person: what they reported, answered and decided."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from portal.people.download import Kept
from portal.people.models import Subject
from projects.reports.models import DefectCase, DefectReport, ReportAnswer, ReportDecision


def _place(case: DefectCase) -> dict[str, Any]:
    return {"project": case.task.project.slug, "task": case.task.number, "state": case.state}


def _reports(subject: Subject) -> object:
    rows = DefectReport.objects.filter(reporter=subject).select_related("case__task__project").order_by("pk")
    fields = ("number", "named", "criterion", "part", "exact", "text", "evidence", "at")
    return [{**_place(row.case), **{name: getattr(row, name) for name in fields}} for row in rows]


def _answers(subject: Subject) -> object:
    rows = ReportAnswer.objects.filter(by=subject).select_related("case__task__project").order_by("pk")
    return [{**_place(row.case), "answer": row.answer, "text": row.text, "at": row.at} for row in rows]


def _decisions(subject: Subject) -> object:
    rows = ReportDecision.objects.filter(by=subject).select_related("case__task__project").order_by("pk")
    return [{**_place(row.case), "outcome": row.outcome, "reasons": row.reasons, "at": row.at} for row in rows]


KEPT = (
    Kept("defect_reports", _("Defects you reported in accepted tasks, and whether you are named."), _reports),
    Kept("report_answers", _("What you answered to reports of defects in your tasks."), _answers),
    Kept("report_decisions", _("Reports of defects you decided, with your reasons."), _decisions),
)
