"""Shares: who made the task and how they split its credit, and each one's confirmation."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from authorship.engine.amounts import format_amount
from portal.core.errors import Conflict, NotVisible, Refused
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of
from projects.tasks import queries, services
from projects.tasks import shares as split
from projects.tasks.models import Task, TaskContributor
from projects.tasks.share_rows import share_rows
from projects.tasks.views.writing import own_task
from projects.terms import queries as terms
from projects.terms.web import chapters_read, waiting

_SPARE_ROWS = 3
_MOST_ROWS = 60


@dataclass(frozen=True)
class GivenUp:
    """A share that was larger in the revision before, and when its holder agreed to that."""

    person: Subject
    revision: int
    before: Fraction
    after: Fraction
    at: dt.datetime


def given_up(task: Task) -> list[GivenUp]:
    """From every revision, oldest first."""
    told = [
        (number, subject, row)
        for number, rows in task.revisions.order_by("number").values_list("number", "given_up")
        for subject, row in rows.items()
    ]
    people = Subject.objects.select_related("profile").in_bulk({subject for _number, subject, _row in told})
    return [
        GivenUp(
            person=people[subject],
            revision=number,
            before=Fraction(row["from"]),
            after=Fraction(row["to"]),
            at=dt.datetime.fromisoformat(row["confirmed"]),
        )
        for number, subject, row in told
    ]


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_shares(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    project, task = own_task(request, slug, public_id)
    if request.method != "POST":
        return _shares_page(request, project, task)
    typed = _typed(request)
    version = request.POST.get("version", "")
    try:
        services.set_shares(
            actor=actor_of(request),
            task=task,
            shares=_as_shares(typed),
            version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1,
        )
    except Refused as refused:
        return _shares_page(request, project, task, typed=typed, reasons=refused.reasons, status=422)
    except Conflict as conflict:
        task.draft.refresh_from_db()
        return _shares_page(request, project, task, typed=typed, reasons=conflict.reasons, status=409)
    messages.success(request, _("Saved. Each contributor confirms their own share."))
    return redirect("task_shares", slug, public_id)


def _as_shares(typed: list[tuple[str, str]]) -> dict[str, str]:
    """Refused where a row would be passed over: a person named twice, a share without a person, too many rows."""
    named = [handle for handle, _share in typed if handle]
    twice = {handle for handle in named if named.count(handle) > 1}
    reasons = [_("“%(handle)s” is named twice.") % {"handle": handle} for handle in sorted(twice)]
    if any(share and not handle for handle, share in typed):
        reasons.append(_("A share stands without a person."))
    if reasons:
        raise Refused(*reasons, code="shares")
    return {handle: share for handle, share in typed if handle}


def _typed(request: HttpRequest) -> list[tuple[str, str]]:
    handles = [handle.strip().removeprefix("@") for handle in request.POST.getlist("handle")[:_MOST_ROWS]]
    amounts = [amount.strip() for amount in request.POST.getlist("share")[:_MOST_ROWS]]
    amounts += [""] * (len(handles) - len(amounts))
    return list(zip(handles, amounts, strict=False))


def _shares_page(
    request: HttpRequest,
    project: Project,
    task: Task,
    *,
    typed: list[tuple[str, str]] | None = None,
    reasons: object = (),
    status: int = 200,
) -> HttpResponse:
    binding = queries.binding_version(task)
    rows = share_rows(task, binding)
    saved = [(row.person.handle or "", format_amount(row.share)) for row in rows if row.share]
    filled = [pair for pair in (saved if typed is None else typed) if any(pair)]
    fields = [*filled, *[("", "")] * _SPARE_ROWS]
    context = {
        "project": project,
        "tab": "tasks",
        "task": task,
        "rows": rows,
        "given_up": given_up(task),
        "fields": [{"number": n, "handle": handle, "share": share} for n, (handle, share) in enumerate(fields, 1)],
        "rule": split.split_rule(binding.document) if binding else "declared",
        "binding": binding,
        "mine": next((row for row in rows if row.person == reader_of(request)), None),
        "reasons": reasons,
    }
    return render(request, "projects/tasks/shares.html", context, status=status)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_confirm(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """GET shows one's share and the binding text and confirms nothing; POST confirms exactly what was shown.

    Whoever has the share 0 confirms here that they leave.
    """
    project, task = own_task(request, slug, public_id)
    actor = actor_of(request)
    row = task.contributors.filter(subject=actor).first()
    if row is None:
        raise NotVisible
    reasons: list[object] = []
    status = 200
    if request.method == "POST":
        if request.POST.get("agree") != "on":
            tick = _("Tick that you have read the version and agree.")
            reasons, status = [tick if row.numerator else _("Tick that you leave the task.")], 422
        else:
            number = request.POST.get("number", "")
            try:
                services.confirm_share(
                    actor=actor,
                    task=task,
                    terms_number=int(number) if number.isascii() and number.isdigit() and len(number) < 10 else 0,
                    terms_hash=request.POST.get("hash", ""),
                    share=request.POST.get("share", ""),
                )
            except Conflict as conflict:
                reasons, status = list(conflict.reasons), 409
                row.refresh_from_db()
            else:
                said = _("Your share is confirmed.") if row.numerator else _("You leave with the next revision.")
                messages.success(request, said)
                return redirect("task_draft", slug, public_id)
    return render(request, "projects/tasks/confirm.html", _confirm(project, task, row, actor, reasons), status=status)


def _confirm(
    project: Project, task: Task, row: TaskContributor, actor: Subject, reasons: list[object]
) -> dict[str, Any]:
    binding = queries.binding_version(task)
    rows = share_rows(task, binding)
    return {
        "project": project,
        "tab": "tasks",
        "task": task,
        "row": row,
        "rows": rows,
        "mine": next(one for one in rows if one.person == actor),
        "share": format_amount(row.share),
        "binding": binding,
        "accepted": terms.standing(binding, actor) if binding else None,
        "chapters": chapters_read(binding) if binding else [],
        "waiting": waiting(project, binding.document) if binding else [],
        "reasons": reasons,
    }


@login_required
@require_POST
def task_naming(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Shows one's name beside an accepted task of a closed project, or takes it back. For its contributors: to others
    there is no such page."""
    project = get_project(request, slug)
    task = queries.get_visible(request.user, project, number)
    actor, show = actor_of(request), request.POST.get("show", "")
    if not queries.is_contributor(actor, task):
        raise NotVisible
    if show not in ("yes", "no"):
        raise BadRequest(_("The form did not say whether to show your name. Nothing was changed."))
    services.set_named(actor=actor, task=task, named=show == "yes")
    said = _("Your name stands beside this task.") if show == "yes" else _("Your name is taken back.")
    messages.success(request, said)
    return redirect("task_page", slug, number)
