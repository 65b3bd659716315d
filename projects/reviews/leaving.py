"""What ends in reviewing when somebody leaves the project: reviews they were asked for, rounds they lead, tasks they
chair."""

from __future__ import annotations

import datetime as dt
import secrets
from dataclasses import dataclass

from django.db import models, transaction

from portal.core.ids import random_id
from portal.notices import outbox
from portal.people.models import Subject
from projects.members import queries as members
from projects.project.models import Project
from projects.reviews import rounds, services
from projects.reviews.models import Assignment, Round, TaskChair
from projects.reviews.states import WAITING, RoundState
from projects.tasks.models import Task

# Where reviewers are hidden, stepping down at the moment somebody leaves would say whose review it was.
_LEAST, _MOST = dt.timedelta(hours=12), dt.timedelta(hours=60)


@dataclass(frozen=True)
class OpenWork:
    """Tasks with an open review or lead of somebody, and those they chair; `hidden`: some of it is told later."""

    reviews: list[Task]
    leads: list[Task]
    hidden: bool
    chairs: list[Task]


def open_work(subject: Subject, project: Project) -> OpenWork:
    reviews = [one.round.task for one in _waiting(subject, project)]
    leads = list(_leads(subject, project))
    hidden = any(map(rounds.reviewers_are_hidden, reviews)) or any(map(rounds.lead_is_hidden, leads))
    return OpenWork(reviews, [one.task for one in leads], hidden, [one.task for one in _chairs(subject, project)])


@transaction.atomic
def step_down(*, subject: Subject, project: Project, at: dt.datetime) -> None:
    """Steps down from everything open, where it tells nobody's name that is hidden; from the rest a day or two later.

    All tasks are locked before the record is written, in one order, as everywhere.
    """
    tasks = _locked(subject, project)
    for chair in _chairs(subject, project):
        services.step_down_as_chair(actor=subject, chair=chair)
    named = [task for task in tasks if not rounds.reviewers_are_hidden(task)]
    for task in named:
        step_down_from(subject=subject, task=task)
    for one in _leads(subject, project).exclude(task__in=named):
        if not rounds.lead_is_hidden(one):
            services.step_down_as_lead(actor=subject, round=one)
    if _waiting(subject, project).exists() or _leads(subject, project).exists():
        outbox.want(
            "projects.reviews.step_down",
            args={"project": project.public_id, "subject": subject.pk},
            key=random_id("l"),
            due_at=at + _LEAST + dt.timedelta(seconds=secrets.randbelow(int((_MOST - _LEAST).total_seconds()))),
        )


@transaction.atomic
def step_down_later(*, subject: Subject, project: Project) -> None:
    """The rest, a task after the other. Nothing where the person has come back meanwhile."""
    if members.is_member(project, subject):
        return
    for task in _locked(subject, project):
        step_down_from(subject=subject, task=task)


def step_down_from(*, subject: Subject, task: Task) -> None:
    """Each act may decide the round and end others with it, so what is open is read anew before each."""
    while (place := _waiting(subject, task.project).filter(round__task=task).first()) is not None:
        services.step_down(actor=subject, assignment=place)
    while (lead := _leads(subject, task.project).filter(task=task).first()) is not None:
        services.step_down_as_lead(actor=subject, round=lead)


def _locked(subject: Subject, project: Project) -> list[Task]:
    ids = {one.round.task_id for one in _waiting(subject, project)} | {one.task_id for one in _leads(subject, project)}
    ids |= {one.task_id for one in _chairs(subject, project)}
    found = Task.objects.filter(pk__in=ids).select_for_update(of=("self",)).select_related("project")
    return list(found.order_by("pk"))


def _waiting(subject: Subject, project: Project) -> models.QuerySet[Assignment]:
    rows = Assignment.objects.filter(
        reviewer=subject, state__in=WAITING, round__state=RoundState.OPEN, round__task__project=project
    )
    return rows.select_related("round__task__project", "round__revision", "reviewer").order_by("pk")


def _leads(subject: Subject, project: Project) -> models.QuerySet[Round]:
    rows = Round.objects.filter(lead=subject, state=RoundState.OPEN, task__project=project)
    return rows.select_related("task__project", "revision").order_by("pk")


def _chairs(subject: Subject, project: Project) -> models.QuerySet[TaskChair]:
    rows = TaskChair.objects.filter(chair=subject, ended_at=None, task__project=project)
    return rows.select_related("task__project").order_by("pk")
