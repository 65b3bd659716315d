"""The log of runs of a task, and of a draft: what they say, each of them, and the forms that add and take back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_safe

from portal.core.access.check import check
from portal.core.errors import NotVisible, Refused
from portal.people import alike
from projects.members import queries as members
from projects.project.web import actor_of, reader_of
from projects.reviews import queries as reviewing
from projects.reviews.views.page import find_task, frame
from projects.runs import csv_file, queries, services, shown
from projects.runs.cleaning import FAILURES, FIELDS
from projects.tasks.models import Task
from projects.tasks.queries import Viewer
from projects.tasks.views.writing import own_task

_PER_PAGE = 50
_FORM = ("revision", *FIELDS)


@require_http_methods(["GET", "HEAD", "POST"])
def task_runs(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """POST adds a run or a file of them, or takes one back (`do`)."""
    if request.method == "POST" and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    _project, task, viewer = find_task(request, slug, number)
    if not queries.is_seen(viewer, task):
        raise NotVisible
    if request.method == "POST":
        return _written(request, task, viewer)
    return _page(request, task, viewer)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draft_runs(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """The same before the task has a number, for its contributors."""
    project, task = own_task(request, slug, public_id)
    if task.number is not None:
        return redirect("task_runs", slug, task.number)
    viewer = Viewer(request.user, project)
    if request.method == "POST":
        return _written(request, task, viewer)
    return _page(request, task, viewer)


@require_safe
def task_runs_file(request: HttpRequest, slug: str, number: int) -> HttpResponseBase:
    """Every run the reader sees, as CSV."""
    project, task, viewer = find_task(request, slug, number)
    if not queries.is_seen(viewer, task):
        raise NotVisible
    answer = StreamingHttpResponse(
        csv_file.written(queries.visible(viewer, task)), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-task-{task.number}-runs.csv"'
    answer["Cache-Control"] = "private, no-store"
    return answer


def _written(request: HttpRequest, task: Task, viewer: Viewer) -> HttpResponse:
    """What is refused stays in its form."""
    actor, act = actor_of(request), request.POST.get("do", "")
    act = act if act in ("retract", "import") else "add"
    try:
        if act == "retract":
            number = _whole(request.POST.get("run", ""))
            if not queries.visible(viewer, task).filter(number=number).exists():
                raise Refused(_("There is no run %(number)s.") % {"number": number}, code="no_run")
            services.retract(actor=actor, task=task, number=number, reason=request.POST.get("reason", ""))
            said = _("Run %(number)s is taken back. It counts no more, and stays readable with your reason.")
            messages.success(request, said % {"number": number})
        else:
            rows = _file(request) if act == "import" else [_typed(request)]
            revision = _whole(request.POST["revision"]) if request.POST.get("revision") else None
            made = services.log(actor=actor, task=task, rows=rows, revision=revision)
            said = ngettext("%(n)s run is logged.", "%(n)s runs are logged.", len(made)) % {"n": len(made)}
            messages.success(request, said)
    except Refused as refused:
        return _page(request, task, viewer, reasons=refused.reasons, act=act, status=422)
    return redirect(request.path)


def _typed(request: HttpRequest) -> dict[str, Any]:
    row: dict[str, Any] = {name: request.POST.get(name, "") for name in FIELDS}
    return {**row, "failures": request.POST.getlist("failures")}


def _file(request: HttpRequest) -> list[dict[str, Any]]:
    """The file, or the text that was pasted in its place."""
    file = request.FILES.get("file")
    if file is not None:
        return csv_file.read(file.read(csv_file.MOST_BYTES + 1))
    return csv_file.read(request.POST.get("csv", "").encode())


def _whole(text: str) -> int:
    """0, which is no number of anything, for what is none."""
    return int(text) if text.isascii() and text.isdigit() and len(text) < 7 else 0


def _page(
    request: HttpRequest,
    task: Task,
    viewer: Viewer,
    *,
    reasons: object = (),
    act: str = "",
    status: int = 200,
) -> HttpResponse:
    rows = queries.visible(viewer, task)
    page = Paginator(rows, _PER_PAGE).get_page(request.GET.get("page"))
    runs = shown.shown_runs(viewer, task, page.object_list)
    context = _head(request, task, viewer, [one.person for one in runs])
    counted = queries.revisions(rows)
    asked = _whole(request.GET.get("revision", ""))
    revision = asked if asked in counted else next(iter(counted), 0)
    summary = queries.summary(viewer, task, revision)
    context |= {
        "page": page,
        "runs": runs,
        "counted": counted,
        "revision": revision,
        "rows": shown.rows(summary),
        "sentence": shown.sentence(summary) if summary.rows else "",
        "form": _form(request, task, viewer, act),
        "reasons": reasons,
        "act": act,
        "act_run": _refused_at(request, runs) if act == "retract" else 0,
        "request": request,
    }
    name = "task" if task.number is not None else "draft"
    return render(request, f"projects/runs/{name}.html", context, status=status)


def _refused_at(request: HttpRequest, runs: Sequence[shown.ShownRun]) -> int:
    """The run whose form was refused; 0 where no such form stands on the page."""
    number = _whole(request.POST.get("run", ""))
    return number if any(one.run.number == number and one.mine and not one.taken_back for one in runs) else 0


def _head(request: HttpRequest, task: Task, viewer: Viewer, named: list[Any]) -> dict[str, Any]:
    if task.number is not None:
        return frame(task.project, task, viewer, reviewing.rounds_of(task), named=named)
    alike.mark(named, members.any_part(task.project))
    return {"project": task.project, "tab": "tasks", "task": task}


def _form(request: HttpRequest, task: Task, viewer: Viewer, act: str) -> Mapping[str, Any] | None:
    """None for whoever may not log runs here."""
    actor = reader_of(request)
    if actor is None or not check(actor, "run.log", task.project, task):
        return None
    sent = request.POST if act else {}
    last = services.latest_writable(task, "C" in viewer.persons(task))
    return {
        "values": {name: sent.get(name, "") for name in _FORM},
        "csv": sent.get("csv", ""),
        "reason": sent.get("reason", ""),
        "kinds": [
            (kind, label, bool(act) and kind in request.POST.getlist("failures")) for kind, label in FAILURES.items()
        ],
        "revisions": [(number, number > task.revision_count) for number in range(last, 0, -1)][:50],
        "chosen": _whole(sent.get("revision", "")) or last,
        "columns": ",".join(FIELDS),
        "most": services.MOST_AT_ONCE,
    }
