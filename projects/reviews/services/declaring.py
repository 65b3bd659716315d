"""Interests in a task: declared by oneself, waived by somebody else."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.people.models import Subject
from projects.reviews import rounds, telling_clocks, texts
from projects.tasks import policies
from projects.tasks.models import DeclaredInterest, InterestWaiver, Task
from projects.tasks.services import locked
from projects.tasks.states import TaskState

_MOST_BYTES = 4_000


@transaction.atomic
def declare_interest(*, actor: Subject, task: Task, kind: str, text: str) -> DeclaredInterest:
    """From then on the person neither reviews nor decides the task, and what they filed on an open round does not
    count, until somebody else waives it.

    The record says that it happened, on that day: who it was could tell who reviews, and the words who wrote the task.
    Refused: no words, an unknown kind. Conflict: on one's own work, for a draft, while one of the kind stands.
    """
    task = locked(task)
    require(actor, "interest.declare", task.project, task)
    said = texts.reasons(text, name=_("Your words"), least=20, most=_MOST_BYTES)
    if kind not in DeclaredInterest.Kind.values:
        raise Refused(_("Choose what kind of interest it is."), code="invalid")
    if task.state == TaskState.DRAFT:
        raise Conflict(_("A draft is judged by nobody yet."), code="draft")
    if policies.interest(actor.pk, task) == "own":
        raise Conflict(_("This is your own work, which you never judge. There is nothing to declare."), code="own")
    if DeclaredInterest.objects.filter(task=task, subject=actor, kind=kind, waiver=None).exists():
        raise Conflict(_("You declared this already; nobody has waived it yet."), code="declared_already")
    at = clock.deciding()
    made = DeclaredInterest.objects.create(task=task, subject=actor, kind=kind, text=said, at=at)
    told = rounds.day_of(at)
    write(project=task.project, kind="TaskInterestDeclared", actor=None, at=told, data={"task": task.number})
    telling_clocks.declared(made)
    return made


@transaction.atomic
def waive_interest(*, actor: Subject, interest: DeclaredInterest, reason: str) -> InterestWaiver:
    """By a second person without an interest. Of a shared affiliation it lifts what the terms say about it, for this
    person and this task; nothing ever lets people judge their own work.

    Refused without a public reason; Conflict where it is waived already.
    """
    task = locked(interest.task)
    require(actor, "interest.waive", task.project, task, first=interest.subject_id)
    said = texts.reasons(reason, name=_("Reason"), least=20, most=_MOST_BYTES)
    at = clock.deciding()
    try:
        with transaction.atomic():
            made = InterestWaiver.objects.create(interest=interest, by=actor, reason=said, at=at)
    except IntegrityError as error:
        raise Conflict(_("It was waived already."), code="waived_already") from error
    data = {"task": task.number}
    write(project=task.project, kind="TaskInterestWaived", actor=actor, at=at, data=data, texts={"reason": said})
    telling_clocks.waived(made)
    return made
