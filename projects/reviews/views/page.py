"""The page of one task: its text, its rounds, what was asked and decided, and what the reader can do next."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_POST, require_safe

from portal.core.errors import NotVisible
from portal.people.models import Subject
from projects.project.models import Project
from projects.project.web import actor_of, get_project
from projects.reviews import queries, rail, reading, rounds, services, stages
from projects.reviews.corrections import names_are_hidden
from projects.reviews.models import Assignment, Round
from projects.reviews.states import WAITING, Outcome, RoundState
from projects.tasks import queries as tasks
from projects.tasks import texts
from projects.tasks.differences import Differences, differences
from projects.tasks.models import Revision, Task
from projects.tasks.queries import Viewer
from projects.tasks.states import WRITABLE, TaskState
from projects.tasks.views.writing import lines_for_page
from projects.terms import queries as terms


def find_task(request: HttpRequest, slug: str, number: int) -> tuple[Project, Task, Viewer]:
    """The one road to a numbered task: the same queries and the same answer for none and for not visible."""
    project = get_project(request, slug)
    task = tasks.get_visible(request.user, project, number)
    task.project = project
    return project, task, Viewer(request.user, project)


def frame(project: Project, task: Task, viewer: Viewer, found: list[Round]) -> dict[str, Any]:
    """What every page about a task begins with: title, facts, turn, rail."""
    fields = viewer.fields(task)
    requests = queries.visible_requests(viewer, task, found)
    return {
        "project": project,
        "tab": "tasks",
        "task": task,
        "fields": fields,
        "title": task.title if "title" in fields else "",
        "people": _people(task) if "contributors" in fields else [],
        "turn": tasks.turn(task, viewer.subject),
        "stops": rail.stops(found, requests, _to_come(task, found)),
        "requests": requests,
        "anonymity": viewer.modes(task).anonymity,
        "is_contributor": task.pk in viewer.contributed,
    }


def _people(task: Task) -> list[tuple[Subject, Fraction]]:
    rows = task.contributors.select_related("subject__profile")
    return [(row.subject, Fraction(row.numerator, row.denominator)) for row in rows]


def _to_come(task: Task, found: list[Round]) -> list[stages.Stage]:
    """Stages without a round on the present revision, while the task is under way."""
    if task.state not in (TaskState.SUBMITTED, TaskState.IN_REVIEW):
        return []
    begun = {one.stage for one in found if one.revision.number == task.revision_count}
    kept = {one.stage for one in found if one.state == RoundState.DECIDED and one.decision.outcome == Outcome.ACCEPT}
    wanted = stages.stages(rounds.binding(task).document)
    return [one for one in wanted if one.id not in begun | kept]


@require_safe
def task_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project, task, viewer = find_task(request, slug, number)
    found = queries.rounds_of(task)
    context = frame(project, task, viewer, found)
    revision = _asked_revision(request, task)
    shown = reading.shown_requests(viewer, context["requests"], revision)
    named = "reviewers" in context["fields"] and context["anonymity"] == "open"
    reviews = [
        shown_review
        for one in found
        for shown_review in reading.shown_reviews(viewer, one, queries.visible_reviews(viewer, task, one), named=named)
    ]
    decided = "decision" in context["fields"]
    context |= {
        "revision": revision,
        "revisions": list(task.revisions.order_by("-number").values("number", "submitted_at", "hash", "note")),
        "parts": reading.parts_of(context["fields"], revision, shown),
        "shown": shown,
        "lost": [one for one in shown if one.gone],
        "reviews": reviews,
        "decisions": reading.shown_decisions(found, rounds.hidden_leads(task)) if decided else [],
        "corrections": shown_corrections(task) if decided else [],
        "version": terms.version(project, task.terms or 0),
        "may": _may(task, viewer, found),
        "attachment": revision.attachment if "statement" in context["fields"] else None,
    }
    return render(request, "projects/reviews/task.html", context)


def _asked_revision(request: HttpRequest, task: Task) -> Revision:
    """`?revision=`, else the last. NotVisible where the task has no such revision."""
    asked = request.GET.get("revision", "")
    rows = task.revisions.select_related("attachment")
    revision = rows.filter(number=_number(asked, task.revision_count)).first()
    if revision is None:
        raise NotVisible
    return revision


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
        "withdraw": mine and (under_way or task.state in (TaskState.CHANGES_REQUESTED, TaskState.ACCEPTED)),
        "assign": not mine and "assign" in viewer.powers and bool(open_rounds),
        "review": [one for one in open_rounds if _place(one, viewer)],
        "decide": [one for one in open_rounds if viewer.subject and one.lead_id == viewer.subject.pk and not mine],
        "correct": not mine
        and bool(viewer.powers & {"decide", "chair"})
        and "statement" in viewer.fields(task)
        and task.state in (TaskState.ACCEPTED, TaskState.UNDER_CORRECTION),
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
    by_number = {one.number: one for one in task.revisions.filter(number__in=(old, new))}
    return [
        _compared(part, differences(getattr(by_number[old], part), getattr(by_number[new], part)))
        for part in texts.PARTS
        if part in fields
    ]


def _compared(part: str, found: Differences) -> dict[str, Any]:
    return {
        "key": part,
        "name": texts.NAMES[part],
        "same": found.same,
        "changed": found.changed,
        "added": found.added,
        "removed": found.removed,
        "lines": lines_for_page(found.lines),
    }


@login_required
@require_POST
def task_reviewers(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Opens the names behind the letters; the look is a line of the record."""
    project, task, viewer = find_task(request, slug, number)
    found = services.reveal_reviewers(actor=actor_of(request), viewer=viewer, task=task)
    context = frame(project, task, viewer, queries.rounds_of(task))
    leads = task.rounds.exclude(lead=None).select_related("revision", "lead__profile")
    context |= {"assignments": found, "leads": leads.order_by("revision__number", "pk")}
    return render(request, "projects/reviews/reviewers.html", context)
