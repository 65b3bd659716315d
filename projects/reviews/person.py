"""What somebody still has open in tasks and reviews, before their account is closed."""

from __future__ import annotations

from dataclasses import dataclass

from django.db.models import Q
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse

from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews.models import Assignment, Round
from projects.reviews.states import WAITING, RoundState
from projects.tasks.models import Task
from projects.tasks.states import IN_PROGRESS, TaskState


@dataclass(frozen=True)
class Open:
    """One piece of open work; `what` is task, review or lead, `number` None for a draft, `title` only of own tasks."""

    what: str
    project: Project
    number: int | None
    title: str
    href: str


def open_work(request: HttpRequest, subject: Subject) -> str:
    rows = [*_tasks(subject), *_reviews(subject), *_leads(subject)]
    return render_to_string("projects/reviews/panel_open_work.html", {"rows": rows}, request)


def _tasks(subject: Subject) -> list[Open]:
    mine = Q(created_by=subject) | Q(contributors__subject=subject)
    rows = Task.objects.filter(mine, state__in=IN_PROGRESS | {TaskState.DRAFT}).distinct().select_related("project")
    found = []
    for task in rows.order_by("project", "number", "pk"):
        page, key = ("task_draft", task.public_id) if task.number is None else ("task_page", task.number)
        href = reverse(page, args=[task.project.slug, key])
        found.append(Open("task", task.project, task.number, task.title, href))
    return found


def _reviews(subject: Subject) -> list[Open]:
    rows = Assignment.objects.filter(reviewer=subject, state__in=WAITING, round__state=RoundState.OPEN)
    rounds = [one.round for one in rows.select_related("round__task__project", "round__revision").order_by("pk")]
    return [_of_round("review", "review_form", one) for one in rounds]


def _leads(subject: Subject) -> list[Open]:
    rows = Round.objects.filter(lead=subject, state=RoundState.OPEN).select_related("task__project", "revision")
    return [_of_round("lead", "round_decide", one) for one in rows.order_by("pk")]


def _of_round(what: str, page: str, one: Round) -> Open:
    task = one.task
    href = reverse(page, args=[task.project.slug, task.number, one.revision.number, one.stage])
    return Open(what, task.project, task.number, "", href)
