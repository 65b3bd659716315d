"""The page of one task: its text, its rounds, what was asked and decided, and what the reader can do next."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import Prefetch, prefetch_related_objects
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from portal.core.errors import NotVisible
from portal.core.web import panels
from portal.people import alike
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.reviews import held, queries, rail, reading, rounds, services, stages, standing, waiting
from projects.reviews.corrections import names_are_hidden
from projects.reviews.models import ApprovalObjection, Assignment, Round
from projects.reviews.states import ENDED, WAITING, Outcome, RoundState
from projects.tasks import queries as tasks
from projects.tasks import services as task_services
from projects.tasks import texts
from projects.tasks.details.fields import FIELDS
from projects.tasks.details.shown import lines
from projects.tasks.differences.compare import Differences, differences
from projects.tasks.differences.files import differences as differences_of_files
from projects.tasks.differences.shown import counts, lines_for_page
from projects.tasks.models import Attachment, Revision, Task, TaskContributor
from projects.tasks.queries import Viewer
from projects.tasks.states import FOLLOWABLE, REOPENABLE, WRITABLE, ReportState, TaskState
from projects.terms import queries as terms


def find_task(request: HttpRequest, slug: str, number: int) -> tuple[Project, Task, Viewer]:
    """The one road to a numbered task: the same queries and the same answer for none and for not visible."""
    project = get_project(request, slug)
    task = tasks.get_visible(request.user, project, number)
    task.project = project
    return project, task, Viewer(request.user, project)


def frame(
    project: Project, task: Task, viewer: Viewer, found: list[Round], *, named: Iterable[Subject | None] = ()
) -> dict[str, Any]:
    """What every page about a task begins with: title, facts, turn, rail. `named` are the other people whom the page
    names: of them, and of the contributors it names, those with a name like somebody else's are told apart."""
    fields = viewer.fields(task)
    people = _people(task, viewer)
    alike.mark([*(person for person, _share in people), *named], members.any_part(project))
    requests = queries.visible_requests(viewer, task, found)
    return {
        "project": project,
        "tab": "tasks",
        "task": task,
        "fields": fields,
        "title": task.title if "title" in fields else "",
        "people": people,
        "by_choice": bool(people) and "contributors" not in fields,
        "turn": tasks.turn(task, viewer.subject),
        "stops": rail.stops(found, requests, _to_come(task, found), held.lines(task, found)),
        "requests": requests,
        "anonymity": viewer.modes(task).anonymity,
        "is_contributor": task.pk in viewer.contributed,
        "confidential": viewer.sees_unpublished(task),
    }


def _people(task: Task, viewer: Viewer) -> list[tuple[Subject, Fraction]]:
    """The contributors whose names the reader sees."""
    prefetch_related_objects(
        [task], Prefetch("contributors", TaskContributor.objects.select_related("subject__profile"))
    )
    return [(row.subject, row.share) for row in viewer.contributors(task)]


def _naming(task: Task, viewer: Viewer) -> dict[str, Any] | None:
    """For a contributor who may show their name beside the task or take it back."""
    mine = next((row for row in task.contributors.all() if row.subject == viewer.subject), None)
    if mine is None or task_services.why_not_named(task, named=mine.named_at is None):
        return None
    return {"since": mine.named_at}


def _to_come(task: Task, found: list[Round]) -> list[stages.Stage]:
    """Stages without a round on the present revision, while the task is under way."""
    if task.state not in (TaskState.SUBMITTED, TaskState.IN_REVIEW):
        return []
    begun = {one.stage for one in found if one.revision.number == task.revision_count}
    kept = {one.stage for one in found if one.state == RoundState.DECIDED and one.decision.outcome == Outcome.ACCEPT}
    wanted = stages.stages(rounds.binding(task).document)
    return [one for one in wanted if one.id not in begun | kept]


def _appeals(task: Task) -> dict[str, Any] | None:
    """What the terms that bind the task say of appeals, where they say something."""
    said = rounds.binding(task).document["participation"].get("appeals")
    return said if isinstance(said, dict) else None


@require_safe
def task_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project, task, viewer = find_task(request, slug, number)
    found = queries.rounds_of(task)
    named = "reviewers" in viewer.fields(task) and viewer.modes(task).anonymity == "open"
    reviews = [
        shown_review
        for one in found
        for shown_review in reading.shown_reviews(viewer, one, queries.visible_reviews(viewer, task, one), named=named)
    ]
    corrections = shown_corrections(task) if "decision" in viewer.fields(task) else []
    others = [*(one.person for one in reviews), *(one["person"] for one in corrections)]
    context = frame(project, task, viewer, found, named=others)
    revision = _asked_revision(request, task)
    shown = reading.shown_requests(viewer, context["requests"], revision)
    decisions = decisions_for(task, context["fields"], found, revision)
    own = reading.own_points(decisions)
    context |= {
        "revision": revision,
        "revisions": list(
            task.revisions.order_by("-number").values("number", "submitted_at", "hash", "note", "typos_only")
        ),
        "parts": reading.parts_of(context["fields"], revision, shown, decided=own),
        "shown": shown,
        "lost": [one for one in shown if one.gone],
        "asked": {
            "counts": rail.asked(shown),
            "stands": [one for one in shown if one.state not in ENDED],
            "ended": [one for one in shown if one.state in ENDED],
        },
        "reviews": reviews,
        "decisions": decisions,
        "corrections": corrections,
        "appeals": _appeals(task),
        "reopenings": list(task.reopenings.select_related("by__profile")),
        "objections": shown_objections(task, context["fields"], found),
        "lineage": tasks.lineage(task, viewer),
        "may_object": held.own(task, viewer.subject) if viewer.subject and standing.marked(found) else [],
        "version": terms.version(project, task.terms or 0),
        "may": _may(task, viewer, found),
        "naming": _naming(task, viewer),
        "panels": panels.render("task", request, (task, viewer)),
        "waiting": waiting.of(task, viewer, found),
        "attached": tasks.placed_files(revision) if "statement" in context["fields"] else [],
        "sections": panels.render("task_page", request, (task, viewer)),
    }
    return render(request, "projects/reviews/task.html", context)


def _asked_revision(request: HttpRequest, task: Task) -> Revision:
    """`?revision=`, else the one that counts. NotVisible where the task has no such revision."""
    asked = request.GET.get("revision", "")
    rows = tasks.with_files(task.revisions.all())
    revision = rows.filter(number=_number(asked, task.standing_number)).first()
    if revision is None:
        raise NotVisible
    return revision


def decisions_for(
    task: Task, fields: frozenset[str], found: list[Round], revision: Revision
) -> list[reading.ShownDecision]:
    """Every decision with its points at their places in `revision`; none to whom decisions are not shown."""
    if "decision" not in fields:
        return []
    return reading.shown_decisions(found, rounds.hidden_leads(task), fields, revision)


def shown_objections(task: Task, fields: frozenset[str], found: list[Round]) -> list[ApprovalObjection]:
    """As reviews are shown, and without a name or a time: an objector is one of the reviewers."""
    if "reviews" not in fields or not standing.marked(found):
        return []
    rows = ApprovalObjection.objects.filter(revision__task=task).select_related("revision", "round")
    return list(rows.order_by("revision__number", "pk"))


def shown_corrections(task: Task) -> list[dict[str, Any]]:
    """The steps, oldest first; `person` is None where naming who took one would name a hidden reviewer."""
    hidden = names_are_hidden(task)
    steps = task.corrections.select_related("by__profile").order_by("pk")
    return [{"step": step, "person": None if hidden else step.by} for step in steps]


def _may(task: Task, viewer: Viewer, found: list[Round]) -> dict[str, Any]:
    """The next steps this reader has here. A page shows only what its service would not refuse for a missing right."""
    persons = viewer.persons(task)
    mine = "C" in persons
    open_rounds = [one for one in found if one.state == RoundState.OPEN]
    under_way = task.state in (TaskState.SUBMITTED, TaskState.IN_REVIEW)
    return {
        "revise": mine and task.state in WRITABLE,
        "correct_own": mine and task.reported == ReportState.CORRECTING,
        "withdraw": mine and (under_way or task.state in (TaskState.CHANGES_REQUESTED, TaskState.ACCEPTED)),
        "assign": not mine and "assign" in viewer.powers and bool(open_rounds),
        "review": [one for one in open_rounds if _place(one, viewer)],
        "decide": [one for one in open_rounds if viewer.subject and one.lead_id == viewer.subject.pk and not mine],
        "correct": not mine
        and not task.reported
        and bool(viewer.powers & {"decide", "chair"})
        and "statement" in viewer.fields(task)
        and task.state in (TaskState.ACCEPTED, TaskState.UNDER_CORRECTION),
        "reopen": not mine and bool(viewer.powers & {"decide", "chair"}) and task.state in REOPENABLE,
        "continue": mine and task.state in FOLLOWABLE,
        "reveal": viewer.modes(task).anonymity != "open" and bool(persons & frozenset("AK")),
    }


def _place(one: Round, viewer: Viewer) -> Assignment | None:
    if viewer.subject is None:
        return None
    own = [a for a in one.assignments.all() if a.reviewer_id == viewer.subject.pk]
    return next((a for a in own if a.state in WAITING), None)


@require_safe
def task_diff(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Any two revisions, part by part, as far as the reader may see the parts now."""
    project, task, viewer = find_task(request, slug, number)
    context = frame(project, task, viewer, queries.rounds_of(task))
    if not context["fields"] & set(texts.PARTS):
        raise NotVisible
    numbers = list(task.revisions.order_by("number").values_list("number", flat=True))
    old = _number(request.GET.get("from", ""), max(task.revision_count - 1, 1))
    new = _number(request.GET.get("to", ""), task.revision_count)
    if not {old, new} <= set(numbers):
        raise NotVisible
    context |= {
        "numbers": numbers,
        "old": old,
        "new": new,
        "parts": compared(task, old, new, context["fields"]),
    }
    return render(request, "projects/reviews/diff.html", context)


def _number(asked: str, otherwise: int) -> int:
    """`otherwise` where nothing was asked. NotVisible for what is no number of a revision."""
    if not asked:
        return otherwise
    if not (asked.isascii() and asked.isdigit() and len(asked) < 7):
        raise NotVisible
    return int(asked)


def compared(task: Task, old: int, new: int, fields: frozenset[str]) -> list[dict[str, Any]]:
    """The texts the reader sees, then those of the details that differ, and the files where either has any."""
    revisions = tasks.with_files(task.revisions.filter(number__in=(old, new)))
    by_number = {one.number: one for one in revisions}
    before, after = by_number[old], by_number[new]
    found = [
        _compared(part, texts.NAMES[part], differences(getattr(before, part), getattr(after, part)))
        for part in texts.PARTS
        if part in fields
    ]
    if "title" in fields and before.title != after.title:
        found.insert(0, _compared("title", texts.NAMES["title"], differences(before.title, after.title)))
    rows = [
        _compared(one.id, one.label, differences(lines(one, before.details), lines(one, after.details)))
        for one in FIELDS
        if one.audience in fields and before.details.get(one.id) != after.details.get(one.id)
    ]
    found += [row for row in rows if not row["same"]]
    old_files, new_files = tasks.files_of(before), tasks.files_of(after)
    if "statement" in fields and (old_files or new_files):
        found.append(_files(old_files, new_files))
    return found


def _files(old: list[Attachment], new: list[Attachment]) -> dict[str, Any]:
    rows = differences_of_files(old, new)
    same = all(row.sign == "same" for row in rows)
    return {"key": "file", "name": _("Attachments"), "same": same, "rows": rows, "is_file": True}


def _compared(key: str, name: object, found: Differences) -> dict[str, Any]:
    return {
        "key": key,
        "name": name,
        "same": found.same,
        "counts": counts(found),
        "lines": lines_for_page(found.lines),
        "found": found,
    }


@login_required
@require_POST
def task_reviewers(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Opens the names behind the letters; the look is a line of the record."""
    project, task, viewer = find_task(request, slug, number)
    found = services.reveal_reviewers(actor=actor_of(request), viewer=viewer, task=task)
    rows = task.rounds.exclude(lead=None).select_related("revision", "lead__profile")
    leads = list(rows.order_by("revision__number", "pk"))
    others = [*(one.reviewer for one in found), *(one.lead for one in leads)]
    context = frame(project, task, viewer, queries.rounds_of(task), named=others)
    context |= {"assignments": found, "leads": leads}
    return render(request, "projects/reviews/reviewers.html", context)
