"""Reports of defects as the API gives them: what their page shows, no more. They are filed and decided on pages."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from projects.project.api import BrowserAct
from projects.reports import queries, reading
from projects.reports.reading import ShownCase, ShownReport
from projects.reports.states import Answer, CaseState
from projects.reviews.models import ChangeRequest
from projects.tasks.api.reading import OfTask


class DefectReportSerializer(serializers.Serializer[Any]):
    """`criterion` is an id of the rubric, or empty for something else. `reporter` is null where it is not told to this
    reader, `exact` where they do not see the part."""

    number = serializers.IntegerField()
    reporter = serializers.CharField(allow_null=True)
    mine = serializers.BooleanField()
    criterion = serializers.CharField()
    part = serializers.ChoiceField(choices=ChangeRequest.Part.choices)
    exact = serializers.CharField(allow_null=True)
    text = serializers.CharField()
    evidence = serializers.CharField()


class ReportAnswerSerializer(serializers.Serializer[Any]):
    answer = serializers.ChoiceField(choices=Answer.choices)
    text = serializers.CharField()
    on = serializers.DateField()


class ReportDecisionSerializer(serializers.Serializer[Any]):
    """`by` is null where naming who decided would name a hidden reviewer."""

    by = serializers.CharField(allow_null=True)
    reasons = serializers.CharField()
    on = serializers.DateField()


class CaseSerializer(serializers.Serializer[Any]):
    """What was reported until one decision. State, days and numbers are public; texts stand where they may be seen."""

    state = serializers.ChoiceField(choices=CaseState.choices)
    revision = serializers.IntegerField()
    corrected = serializers.IntegerField(allow_null=True)
    opened_on = serializers.DateField()
    due = serializers.DateTimeField(allow_null=True)
    count = serializers.IntegerField()
    reports = DefectReportSerializer(many=True)
    answers = ReportAnswerSerializer(many=True)
    decision = ReportDecisionSerializer(required=False)


class CasesSerializer(serializers.Serializer[Any]):
    """A list that is given whole: a task has few of these."""

    results = CaseSerializer(many=True)
    canary = serializers.CharField(required=False)


class ReportListApi(OfTask):
    """Every case of the task, the last first, in one answer."""

    serializer_class = CasesSerializer

    @extend_schema(operation_id="reports_list", responses=CasesSerializer)
    def get(self, request: Request, slug: str, number: int) -> Response:
        sight = queries.sight(self.viewer, self.task)
        cases = reading.shown(self.task, sight, queries.cases_of(self.task))
        return self.told_of_task({"results": [_case(one) for one in cases]})


class ReportAct(OfTask, BrowserAct):
    """Reporting a defect."""

    page = "task_report"


class ReportAnswerAct(OfTask, BrowserAct):
    """Answering a report as a contributor."""

    page = "task_reports"


class ReportDecideAct(OfTask, BrowserAct):
    """Deciding a report."""

    page = "report_decide"


def _case(one: ShownCase) -> dict[str, Any]:
    case, decision = one.case, one.decision
    shown: dict[str, Any] = {
        "state": case.state,
        "revision": case.revision.number,
        "corrected": case.corrected.number if case.corrected else None,
        "opened_on": case.opened_at.date(),
        "due": case.due_at if one.waits else None,
        "count": len(one.reports) + one.unseen,
        "reports": [_report(report) for report in one.reports],
        "answers": [{"answer": said.answer, "text": said.text, "on": said.at.date()} for said in one.answers],
    }
    if decision is not None:
        by = one.decided_by.pk if one.decided_by else None
        shown["decision"] = {"by": by, "reasons": decision.reasons, "on": decision.at.date()}
    return shown


def _report(one: ShownReport) -> dict[str, Any]:
    report = one.report
    return {
        "number": report.number,
        "reporter": one.person.pk if one.person else None,
        "mine": one.yours,
        "criterion": report.criterion,
        "part": report.part,
        "exact": one.quote or None,
        "text": report.text,
        "evidence": report.evidence,
    }
