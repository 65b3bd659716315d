"""Beginning a task, writing its draft, submitting it, taking it back."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods, require_POST

from portal.core import clock
from portal.core.access.check import check
from portal.core.errors import Conflict, DomainError, NotVisible, Refused
from portal.core.web import panels
from portal.people.queries import display_name
from projects.project.models import Project
from projects.project.web import actor_of, get_project, reader_of
from projects.tasks import queries, services, texts
from projects.tasks.differences import differences
from projects.tasks.forms import DraftForm, TitleForm
from projects.tasks.models import Task, TaskDraft
from projects.tasks.states import WRITABLE


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def task_new(request: HttpRequest, slug: str) -> HttpResponse:
    project = get_project(request, slug)
    actor = actor_of(request)
    form = TitleForm(request.POST or None)
    verdict = check(actor, "task.create", project)
    reasons: list[object] = []
    if request.method == "POST" and form.is_valid():
        try:
            task = services.create(actor=actor, project=project, title=form.cleaned_data["title"])
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
    if task.state not in WRITABLE:
        return redirect("task_page", slug, task.number)
    if request.method != "POST":
        return draft_page(request, project, task, DraftForm.of(task.draft))
    form = DraftForm(request.POST, request.FILES)
    if not form.is_valid():
        return draft_page(request, project, task, form, status=422)
    if request.POST.get("do") == "preview":
        return draft_page(request, project, task, form, preview=True)
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
        return draft_page(request, project, task, form, reasons=refused.reasons, status=refused.status)
    messages.success(request, _("Saved."))
    return redirect("task_draft", slug, task.public_id)


def _save(request: HttpRequest, task: Task, form: DraftForm) -> None:
    """The texts and the file together, or neither."""
    data = form.cleaned_data
    actor = actor_of(request)
    with transaction.atomic():
        draft = services.save_draft(actor=actor, task=task, version=data["version"], **form.texts())
        if data["file"] is not None:
            services.attach(actor=actor, task=task, file=data["file"], version=draft.version)
        elif data["remove"] and draft.attachment_id:
            services.attach(actor=actor, task=task, file=None, version=draft.version)


def draft_page(
    request: HttpRequest,
    project: Project,
    task: Task,
    form: DraftForm,
    *,
    preview: bool = False,
    reasons: object = (),
    status: int = 200,
) -> HttpResponse:
    reader = reader_of(request)
    binding = queries.binding_version(task)
    missing = services.why_not_submit(task, task.draft, binding) if binding else [_("The project has no terms yet.")]
    context = {
        "project": project,
        "tab": "tasks",
        "task": task,
        "draft": task.draft,
        "form": form,
        "reasons": reasons,
        "missing": missing,
        "binding": binding,
        "turn": queries.turn(task, reader),
        "shares": list(task.contributors.select_related("subject__profile")),
        "mine": task.contributors.filter(subject=reader).first(),
        "preview": _preview(form) if preview else None,
        "panels": panels.render("task_draft", request, task),
    }
    return render(request, "projects/tasks/draft.html", context, status=status)


def _preview(form: DraftForm) -> list[dict[str, Any]]:
    return [{"name": texts.NAMES[part], "text": form.cleaned_data.get(part, "")} for part in texts.PARTS]


def _conflict_page(
    request: HttpRequest, project: Project, task: Task, form: DraftForm, theirs: TaskDraft, conflict: Conflict
) -> HttpResponse:
    """Both texts, part by part where they differ. Yours stands in the form of the page and can be saved over theirs."""
    mine = {**form.cleaned_data}
    saved = {"title": theirs.title, "tags": ", ".join(theirs.tags)}
    saved |= {part: getattr(theirs, part) for part in texts.PARTS}
    rows = [
        {"name": texts.NAMES[name], "mine": mine[name], "theirs": text, "diff": _lines(text, mine[name])}
        for name, text in saved.items()
        if text.split() != mine[name].split()
    ]
    hidden = [(name, mine[name]) for name in saved]
    context = {
        "project": project,
        "tab": "tasks",
        "task": task,
        "rows": rows,
        "hidden": hidden,
        "theirs": theirs,
        "saved_by": display_name(theirs.updated_by),
        "reasons": conflict.reasons,
        "lost_file": form.cleaned_data["file"] is not None,
    }
    return render(request, "projects/tasks/conflict.html", context, status=409)


def _lines(old: str, new: str) -> list[dict[str, Any]]:
    return lines_for_page(differences(old, new).lines)


def lines_for_page(lines: object) -> list[dict[str, Any]]:
    """Lines of `differences` as the component takes them: what is the same is counted in words."""
    shown = []
    for line in lines:  # type: ignore[attr-defined]
        text = ""
        if line.sign == "skip":
            text = ngettext("%(n)s line is the same", "%(n)s lines are the same", line.skipped) % {"n": line.skipped}
        shown.append({"sign": line.sign, "number": line.number or "", "parts": line.parts, "text": text})
    return shown


@login_required
@require_POST
def task_submit(request: HttpRequest, slug: str, public_id: str) -> HttpResponse:
    """Submits the draft as it was last saved and shown."""
    project, task = own_task(request, slug, public_id)
    version = request.POST.get("version", "")
    try:
        revision = services.submit(
            actor=actor_of(request),
            task=task,
            version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else -1,
            note=request.POST.get("note", ""),
        )
    except Refused as refused:
        task.refresh_from_db()
        return draft_page(request, project, task, DraftForm.of(task.draft), reasons=refused.reasons, status=422)
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
