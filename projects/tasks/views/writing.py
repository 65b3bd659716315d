"""Beginning a task, writing its draft, submitting it, taking it back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from authorship.engine.amounts import parse_amount
from portal.core import clock
from portal.core.access.check import check
from portal.core.errors import Conflict, DomainError, NotVisible, Refused
from portal.core.web import numbers, panels
from portal.core.web.whole import require_whole
from portal.people.queries import display_name
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of
from projects.tasks import attachments, queries, services, texts
from projects.tasks.cleaning import words
from projects.tasks.details import form as details_form
from projects.tasks.details.fields import FIELDS
from projects.tasks.details.keeping import cleaned
from projects.tasks.details.shown import lines, shown
from projects.tasks.differences.blocks import blocks
from projects.tasks.differences.compare import differences
from projects.tasks.differences.shown import lines_for_page
from projects.tasks.forms import DraftForm, TitleForm
from projects.tasks.models import DraftFile, RevisionFile, Task, TaskDraft
from projects.tasks.share_rows import nobody_by_itself, share_rows
from projects.terms.models import TermsVersion


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_new(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    actor = actor_of(request)
    form = TitleForm(request.POST or None, initial={"predecessor": request.GET.get("predecessor", "")[:7]})
    verdict = check(actor, "task.create", project)
    reasons: list[object] = []
    if request.method == "POST" and form.is_valid():
        try:
            task = services.create(actor=actor, project=project, **form.cleaned_data)
        except Refused as refused:
            reasons = list(refused.reasons)
        else:
            messages.success(request, _("The draft is yours alone until you add others or submit it."))
            return redirect("task_draft", slug, task.public_id)
    context = {"project": project, "tab": "tasks", "form": form, "reasons": reasons, "verdict": verdict}
    return render(request, "projects/tasks/new.html", context, status=422 if request.method == "POST" else 200)


def own_task(request: HttpRequest, slug: str, public_id: str) -> tuple[Project, Task]:
    """A task for those who write it; NotVisible to everybody else, whether it exists or not."""
    project = get_project(request, slug)
    return project, queries.get_own(request.user, project, public_id)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_draft(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """GET shows the draft as it was saved; POST saves it, or shows how it would look (`do=preview`)."""
    project, task = own_task(request, slug, public_id)
    if not task.writable:
        return redirect("task_page", slug, task.number)
    if request.method != "POST":
        return draft_page(request, project, task, DraftForm.of(task.draft))
    require_whole(request)
    form, action = DraftForm.sent(request), request.POST.get("do", "")
    form.details, rows_of = details_form.moved(form.details, action)
    blank = rows_of if details_form.adds(action) else ""
    if not form.is_valid():
        return draft_page(request, project, task, form, blank=blank, status=422)
    if action == "preview":
        return _preview_page(request, project, task, form)
    try:
        _save(request, task, form)
    except Conflict as conflict:
        theirs = conflict.context.get("theirs")
        if not isinstance(theirs, TaskDraft):
            raise
        return _conflict_page(request, project, task, form, theirs, conflict)
    except DomainError as refused:
        if refused.status not in (413, 422):
            raise
        return draft_page(request, project, task, form, reasons=refused.reasons, blank=blank, status=refused.status)
    messages.success(request, _("Saved."))
    address = reverse("task_draft", args=[slug, task.public_id])
    return redirect(f"{address}?blank={blank}#d-{rows_of}" if rows_of else address)


def _save(request: HttpRequest, task: Task, form: DraftForm) -> None:
    """The texts and the files together, or neither."""
    data = form.cleaned_data
    actor = actor_of(request)
    ready = attachments.prepare(data["file"])
    with transaction.atomic():
        draft = services.save_draft(actor=actor, task=task, version=data["version"], **form.texts())
        if ready or data["remove"]:
            services.change_files(actor=actor, task=task, version=draft.version, add=ready, remove=data["remove"])


def draft_page(
    request: HttpRequest,
    project: Project,
    task: Task,
    form: DraftForm,
    *,
    preview: list[dict[str, Any]] | None = None,
    reasons: object = (),
    blank: str = "",
    status: int = 200,
    sent: Mapping[str, str] = MappingProxyType({}),
) -> HttpResponse:
    """`sent`: what was typed into the forms beside the text, where one of them was refused."""
    reader = reader_of(request)
    binding = queries.binding_version(task)
    shares = share_rows(task, binding)
    context = {
        "project": project,
        "tab": "tasks",
        "task": task,
        "draft": task.draft,
        "attached": [_attached(row) for row in queries.placed_files(task.draft)],
        "removing": form.cleaned_data.get("remove", ()) if form.is_bound and form.is_valid() else (),
        "form": form,
        "reasons": reasons,
        "missing": missing(task, binding),
        "account": reader.pk if reader else "",
        "binding": binding,
        "turn": queries.turn(task, reader),
        "folds": details_form.folds(
            form.details, task.draft.details, blank=blank or request.GET.get("blank", ""), beside=_beside(binding)
        ),
        "names_hidden": binding is not None and binding.document["participation"]["anonymity"] == "both_hidden",
        "shares": shares,
        "nobody_by_itself": nobody_by_itself(shares),
        "mine": task.contributors.filter(subject=reader).first(),
        "preview": preview,
        "sent": sent,
        "typos": services.typos_of(task, task.draft) if task.number else None,
        "panels": panels.render("task_draft", request, task),
    }
    return render(request, "projects/tasks/draft.html", context, status=status)


def _attached(row: DraftFile | RevisionFile) -> dict[str, Any]:
    one = row.attachment
    return {"place": row.place, "attachment": one, "told": words.told(one.removed, looked_through=one.looked_through)}


def missing(task: Task, binding: TermsVersion | None) -> list[tuple[str, str]]:
    """What the saved draft lacks for its submission, each with the address of its field, or ""."""
    reasons = services.why_not_submit(task, task.draft, binding) if binding else [_("The project has no terms yet.")]
    places = details_form.places(task.draft.details)
    return [(sentence, places.get(sentence, "")) for sentence in reasons]


def _beside(binding: TermsVersion | None) -> dict[str, str]:
    """What the terms say about a field of the form."""
    if binding is None:
        return {}
    told = {}
    ai_use = binding.document["participation"].get("ai_use")
    if ai_use and ai_use != "none":
        told["ai_use"] = _("The terms say: “%(clause)s”") % {"clause": ai_use}
    hours = binding.document["compensation"].get("hours_per_task")
    if isinstance(hours, list):
        low, high = (numbers.fraction(parse_amount(str(one))) for one in hours)
        told["hours"] = _("The terms say: %(low)s to %(high)s hours a task.") % {"low": low, "high": high}
    return told


def _preview_page(request: HttpRequest, project: Project, task: Task, form: DraftForm) -> HttpResponse:
    try:
        kept = cleaned(form.details)
    except Refused as refused:
        return draft_page(request, project, task, form, reasons=refused.reasons, status=422)
    preview = [
        {"name": texts.NAMES[part], "text": form.cleaned_data[part], "details": shown(kept, part)}
        for part in texts.PARTS
    ]
    if told := shown(kept, "origin"):
        preview.append({"name": texts.NAMES["origin"], "details": told})
    return draft_page(request, project, task, form, preview=preview)


def _conflict_page(
    request: HttpRequest, project: Project, task: Task, form: DraftForm, theirs: TaskDraft, conflict: Conflict
) -> HttpResponse:
    context = conflict_context(project, task, form, theirs) | {"reasons": conflict.reasons}
    return render(request, "projects/tasks/conflict.html", context, status=409)


def conflict_context(project: Project, task: Task, form: DraftForm, theirs: TaskDraft) -> dict[str, Any]:
    """Both texts, part by part where they differ. Yours stands in the form of the page and can be saved over theirs."""
    # What could not be kept was refused before anything was compared.
    mine = {**form.cleaned_data, "details": cleaned(form.details)}
    names = ("title", "tags", *texts.PARTS)
    saved = {name: getattr(theirs, name) for name in names} | {"tags": ", ".join(theirs.tags)}
    pairs = [(texts.NAMES[name], mine[name], saved[name]) for name in names]
    pairs += [(one.label, lines(one, mine["details"]), lines(one, theirs.details)) for one in FIELDS]
    rows = [
        {"name": name, "mine": yours, "theirs": text, "diff": _lines(text, yours)}
        for name, yours, text in pairs
        if [one.key for one in blocks(text)] != [one.key for one in blocks(yours)]
    ]
    hidden = [*((name, mine[name]) for name in names), *details_form.sent(mine["details"])]
    return {
        "project": project,
        "tab": "tasks",
        "task": task,
        "rows": rows,
        "hidden": hidden,
        "theirs": theirs,
        "saved_by": display_name(theirs.updated_by),
        "lost_file": bool(form.cleaned_data["file"]),
    }


def _lines(old: str, new: str) -> list[dict[str, Any]]:
    return lines_for_page(differences(old, new).lines)


@login_required
@require_POST
def task_submit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Submits the draft as it was last saved and shown."""
    project, task = own_task(request, slug, public_id)
    version, sent = (
        request.POST.get("version", ""),
        {name: request.POST.get(name, "") for name in ("note", "typos_only")},
    )
    try:
        revision = services.submit(
            actor=actor_of(request),
            task=task,
            version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1,
            note=sent["note"],
            typos_only=sent["typos_only"] == "yes",
        )
    except Refused as refused:
        task.refresh_from_db()
        form = DraftForm.of(task.draft)
        return draft_page(request, project, task, form, reasons=refused.reasons, status=422, sent=sent)
    task.refresh_from_db()
    messages.success(request, _("Revision %(number)s is in.") % {"number": revision.number})
    return redirect("task_page", slug, task.number)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_withdraw(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    task = queries.get_visible(request.user, project, number)
    if not queries.is_contributor(actor_of(request), task):
        raise NotVisible
    if request.method == "POST":
        services.withdraw(actor=actor_of(request), task=task)
        messages.success(request, _("Task %(number)s is withdrawn.") % {"number": number})
        return redirect("task_page", slug, number)
    overdue = services.is_overdue(task, clock.now())
    context = {"project": project, "tab": "tasks", "task": task, "overdue": overdue}
    return render(request, "projects/tasks/withdraw.html", context)
