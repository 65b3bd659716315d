"""Chairs of a task: assigned, ended, stepped down."""

from __future__ import annotations

import datetime as dt

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict
from portal.core.record.services import write
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews import telling_clocks
from projects.reviews.models import TaskChair
from projects.tasks.models import Task
from projects.tasks.services import locked
from projects.tasks.states import TaskState


@transaction.atomic
def assign_chair(*, actor: Subject, task: Task, chair: Subject) -> TaskChair:
    """From then on the chair sees everything of the task, as long as they hold the power.

    Refused: whoever has an interest, no `chair` power, a reviewer of the task, oneself while somebody else could
    assign. Conflict for a draft, and where they chair it already.
    """
    # Whoever leaves the project meanwhile is not assigned: leaving takes the same lock.
    Project.objects.select_for_update(no_key=True).get(pk=task.project_id)
    task = locked(task)
    require(actor, "chair.assign", task.project, task, chair=chair)
    if task.state == TaskState.DRAFT:
        raise Conflict(_("A draft has no chair: only its contributors see it."), code="draft")
    at = clock.deciding()
    try:
        with transaction.atomic():
            made = TaskChair.objects.create(task=task, chair=chair, assigned_by=actor, assigned_at=at)
    except IntegrityError as error:
        raise Conflict(_("This person chairs the task already."), code="chairs_already") from error
    alone = {"alone": "yes"} if chair.pk == actor.pk else {}
    data: dict[str, object] = {"task": task.number, "chair": chair.pk, **alone}
    write(project=task.project, kind="TaskChairAssigned", actor=actor, at=at, data=data)
    if chair.pk != actor.pk:
        telling_clocks.chair_assigned(made)
    return made


@transaction.atomic
def end_chair(*, actor: Subject, chair: TaskChair) -> TaskChair:
    """By somebody who assigns. Conflict where it has ended."""
    task = locked(chair.task)
    require(actor, "chair.end", task.project, task)
    return _end(actor, task, chair, clock.deciding())


@transaction.atomic
def step_down_as_chair(*, actor: Subject, chair: TaskChair) -> TaskChair:
    """No reason is asked."""
    task = locked(chair.task)
    require(actor, "chair.step_down", task.project, task, chair=chair)
    return _end(actor, task, chair, clock.deciding())


def _end(actor: Subject, task: Task, chair: TaskChair, at: dt.datetime) -> TaskChair:
    if not TaskChair.objects.filter(pk=chair.pk, ended_at=None).update(ended_at=at):
        raise Conflict(_("This person no longer chairs the task."), code="ended")
    chair.refresh_from_db()
    own = {"own": "yes"} if chair.chair_id == actor.pk else {}
    data: dict[str, object] = {"task": task.number, "chair": chair.chair_id, **own}
    write(project=task.project, kind="TaskChairEnded", actor=actor, at=at, data=data)
    return chair
