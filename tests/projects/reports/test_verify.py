"""What was written past the services is found."""

from __future__ import annotations

import pytest

from projects.reports.models import DefectCase
from projects.reports.verify import verify_reports
from projects.tasks.models import Task
from tests.projects.journey import Journey
from tests.projects.reports.acting import case_of, corrected, decide, report

pytestmark = pytest.mark.damages


def test_reports_agree_with_their_tasks(journey: Journey) -> None:
    ana, bo = journey.member("ana-ruiz"), journey.member("bo-lindahl")
    task = journey.accepted(ana)
    vera = journey.editor("vera-holm")
    report(bo, task)
    corrected(journey, ana, task)
    decide(vera, task, "corrected")
    assert list(verify_reports(journey.project)) == []
    pk = case_of(task).pk
    Task.objects.filter(pk=task.pk).update(standing=1)
    assert list(verify_reports(journey.project)) == [
        "projects_task number 1: an older revision counts than was decided"
    ]
    Task.objects.filter(pk=task.pk).update(standing=2, reported="open")
    assert list(verify_reports(journey.project)) == ["projects_task number 1: it tells another state of its report"]
    Task.objects.filter(pk=task.pk).update(reported="")
    DefectCase.objects.filter(pk=pk).update(state="revoked")
    assert list(verify_reports(journey.project)) == [
        f"projects_defectcase {pk} of task 1: it ended otherwise than its decision says",
        f"projects_defectcase {pk} of task 1: revoked, and the task is not",
    ]
    DefectCase.objects.filter(pk=pk).update(state="open")
    assert list(verify_reports(journey.project)) == [
        f"projects_defectcase {pk} of task 1: its state and its decision do not agree",
        "projects_task number 1: it tells another state of its report",
    ]
