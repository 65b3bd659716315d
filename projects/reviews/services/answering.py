"""Change requests: answered by contributors, settled or dropped by who filed them."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext as _

from portal.core import clock
from portal.core.access.check import require
from portal.core.errors import Conflict, Refused
from portal.core.record.services import write
from portal.core.text.input import clean_text
from portal.core.workflow.moves import perform
from portal.people.models import Subject
from projects.reviews import rounds, telling, texts
from projects.reviews.models import ChangeRequest, RequestAnswer
from projects.reviews.states import REQUEST_MOVES, RequestState
from projects.tasks.models import Task
from projects.tasks.services import locked
from projects.tasks.states import CLOSED, TaskState


def _request_now(request: ChangeRequest) -> tuple[ChangeRequest, Task]:
    """The request as it is now, its task locked."""
    found = ChangeRequest.objects.select_related("review__assignment__round__revision").get(pk=request.pk)
    return found, locked(found.review.assignment.round.task)


@transaction.atomic
def answer_request(*, actor: Subject, request: ChangeRequest, state: str, text: str = "") -> RequestAnswer:
    """A contributor says that it is done, or contests it with a reason, while the revision is being written."""
    request, task = _request_now(request)
    require(actor, "request.answer", task.project, task)
    if task.state != TaskState.CHANGES_REQUESTED:
        raise Conflict(_("Requests are answered while changes are requested; the state of the task is another now."))
    if state not in (RequestState.DONE, RequestState.CONTESTED):
        raise Refused(_("Say whether it is done or contested."), code="invalid")
    if state == RequestState.CONTESTED:
        text = texts.reasons(text, name=_("Reason"), least=20, most=texts.MOST_REQUEST_BYTES)
    else:
        text = clean_text(text, max_bytes=texts.MOST_REQUEST_BYTES, multiline=True)
    return _move(actor, task, request, "done" if state == RequestState.DONE else "contest", text)


def _move(actor: Subject, task: Task, request: ChangeRequest, action: str, text: str) -> RequestAnswer:
    at = clock.deciding()
    perform(request, REQUEST_MOVES, action, at=at)
    answer = RequestAnswer.objects.create(request=request, by=actor, text=text, state=request.state, at=at)
    assignment = request.review.assignment
    write(
        project=task.project,
        kind="RequestAnswered",
        actor=None,
        at=rounds.day_of(at),
        data={
            "task": task.number,
            "request": f"{assignment.round.revision.number}·{assignment.letter}{request.number}",
            "state": str(request.state),
        },
    )
    return answer


def _end_request(actor: Subject, request: ChangeRequest, action: str, text: str) -> RequestAnswer:
    request, task = _request_now(request)
    require(actor, "request.settle", task.project, task, request=request)
    if task.state in CLOSED:
        raise Conflict(_("The task is closed; its requests stay as they are."))
    said = clean_text(text, max_bytes=texts.MOST_REQUEST_BYTES, multiline=True)
    answer = _move(actor, task, request, action, said)
    telling.settled(request, task, answer.at)
    return answer


@transaction.atomic
def settle(*, actor: Subject, request: ChangeRequest, text: str = "") -> RequestAnswer:
    """The reviewer who filed the request is satisfied by what was done or said."""
    return _end_request(actor, request, "settle", text)


@transaction.atomic
def drop(*, actor: Subject, request: ChangeRequest, text: str = "") -> RequestAnswer:
    """The reviewer who filed the request no longer asks for it."""
    return _end_request(actor, request, "drop", text)
