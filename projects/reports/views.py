"""Reports of defects in one accepted task: read, filed, answered, decided."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from portal.core.access.check import check
from portal.core.errors import Conflict, Forbidden, Refused
from projects.project.models import Project
from projects.project.web import actor_of
from projects.reports import queries, reading, services, texts
from projects.reports.deciders import POWERS
from projects.reports.models import DefectCase
from projects.reports.states import Answer, CaseState
from projects.reviews import queries as reviews
from projects.reviews.corrections import names_are_hidden
from projects.reviews.models import ChangeRequest
from projects.reviews.views.page import find_task, frame
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.states import TaskState
from projects.tasks.texts import NAMES

_PLACE = ("part", "exact", "line", "criterion", "text", "evidence")
_REPORTABLE = (TaskState.ACCEPTED, TaskState.UNDER_CORRECTION)


@require_safe
def task_reports(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Every case of the task, the last first; for its contributors with the form of their answer."""
    return _page(request, "reports", *find_task(request, slug, number), 200, {"sent": {}, "reasons": []})


@login_required
@require_POST
def report_answer(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The contributors' answer to the open case. What was typed stays on the page when it is refused."""
    project, task, viewer = find_task(request, slug, number)
    sent = {name: request.POST.get(name, "") for name in ("answer", "text")}
    try:
        made = services.answer(
            actor=actor_of(request), task=task, kind=sent["answer"], text=sent["text"], version=_version(request)
        )
    except (Refused, Conflict) as error:
        task.refresh_from_db()
        more = {"sent": sent, "reasons": list(error.reasons)}
        return _page(request, "reports", project, task, viewer, error.status, more)
    if made.answer == Answer.CORRECT:
        messages.success(request, _("Correct the text, then submit it. What was accepted counts till then."))
        return redirect("task_draft", slug, task.public_id)
    messages.success(request, _("Your answer is in. Others decide."))
    return redirect("task_reports", slug, number)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_report(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The form of a report. What was typed stays on the page when it is refused."""
    project, task, viewer = find_task(request, slug, number)
    if not (verdict := check(actor_of(request), "report.file", project, task)):
        raise Forbidden(*verdict.reasons)
    sent = {name: request.POST.get(name, "") for name in _PLACE}
    named, reasons, status = request.POST.get("named", "yes") == "yes", [], 200
    if request.method == "POST":
        try:
            services.report(actor=actor_of(request), task=task, given=sent, named=named)
        except (Refused, Conflict) as error:
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
        else:
            messages.success(request, _("Your report is in. The contributors are told, and answer within their days."))
            return redirect("task_reports", slug, number)
    elif task.state not in _REPORTABLE:
        raise Conflict(_("Defects are reported in accepted tasks; this one is not accepted now."), code="not_accepted")
    fields = viewer.fields(task)
    more = {
        "sent": sent,
        "named": named,
        "unnamed": names_are_hidden(task),
        "reasons": reasons,
        "criteria": texts.criteria(task),
        "names": [(part, NAMES[part]) for part in ChangeRequest.Part.values if part in fields],
    }
    return _page(request, "report", project, task, viewer, status, more)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def report_decide(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The decision of the open case. What was typed stays on the page when it is refused."""
    project, task, viewer = find_task(request, slug, number)
    verdict = check(actor_of(request), "report.decide", project, task)
    if not viewer.powers & set(POWERS):
        raise Forbidden(*verdict.reasons)
    sent = {name: request.POST.get(name, "") for name in ("outcome", "reasons")}
    reasons, status = [], 200
    if request.method == "POST":
        try:
            case = services.decide(actor=actor_of(request), task=task, version=_version(request), **sent)
        except (Refused, Forbidden, Conflict) as error:
            reasons, status = list(error.reasons), error.status
            task.refresh_from_db()
        else:
            ended = case.state != CaseState.TO_DECIDE
            messages.success(request, _("The decision stands.") if ended else _("A second person decides now."))
            return redirect("task_reports", slug, number)
    elif not task.reported:
        return redirect("task_reports", slug, number)
    case_ = queries.open_case(task)
    more = {"sent": sent, "reasons": reasons, "verdict": verdict, "open": case_, "outcomes": _outcomes(task, case_)}
    return _page(request, "decide", project, task, viewer, status, more)


def _outcomes(task: Task, case: DefectCase | None) -> list[dict[str, Any]]:
    """Those the case may end in now."""
    return [{"value": one.value, "label": one.label} for one in queries.outcomes(task, case)] if case else []


def _page(
    request: HttpRequest,
    name: str,
    project: Project,
    task: Task,
    viewer: Viewer,
    status: int,
    more: dict[str, Any],
) -> HttpResponse:
    sight = queries.sight(viewer, task)
    cases = reading.shown(task, sight, queries.cases_of(task))
    people = [one.person for case in cases for one in case.reports] + [case.decided_by for case in cases]
    context = frame(project, task, viewer, reviews.rounds_of(task), named=people)
    context |= {
        "cases": cases,
        "open_case": next((one.case for one in cases if one.is_open), None),
        "answers": list(Answer),
        "may_report": task.state in _REPORTABLE and "statement" in context["fields"],
        "may_decide": sight.decides and bool(task.reported),
    }
    return render(request, f"projects/reports/{name}.html", context | more, status=status)


def _version(request: HttpRequest) -> int:
    version = request.POST.get("version", "")
    return int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1
