"""Acts of contributors on their tasks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.core.files.base import ContentFile

from portal.people.models import Subject
from portal.site.demo.stage import Stage, person
from projects.reviews import services as reviews
from projects.reviews.models import ChangeRequest
from projects.reviews.states import RequestState
from projects.tasks import attachments
from projects.tasks import queries as tasks_queries
from projects.tasks import services as tasks
from projects.tasks.details.fields import ASKED, FIELDS


def draft(stage: Stage, actor: Subject, task: str) -> None:
    text = stage.story.task(task)
    stage.tasks[task] = tasks.create(actor=actor, project=stage.ours, title=text["title"])
    write(stage, actor, task, text, 0)


def submit(
    stage: Stage,
    actor: Subject,
    task: str,
    shares: Mapping[str, str] | None = None,
    attachment: str = "",
    predecessor: str = "",
) -> None:
    """Written and submitted at once; everybody in `shares` confirms theirs. `predecessor`: the key of another task."""
    if task not in stage.tasks:
        draft(stage, actor, task)
    if predecessor:
        tasks.name_predecessor(actor=actor, task=stage.task(task), number=stage.task(predecessor).number)
    if attachment:
        sent = [ContentFile(stage.story.attachment(name), name=name) for name in attachment.split()]
        made = stage.task(task)
        tasks.change_files(actor=actor, task=made, version=made.draft.version, add=attachments.prepare(sent))
    if shares:
        made = stage.task(task)
        tasks.set_shares(actor=actor, task=made, shares=shares, version=made.draft.version)
        for handle in shares:
            _confirm(stage, person(handle), task)
    made = stage.task(task)
    tasks.submit(actor=actor, task=made, version=made.draft.version)


def revise(
    stage: Stage, actor: Subject, task: str, answers: Sequence[str | Mapping[str, str]], typos_only: bool = False
) -> None:
    """Answers the open requests in their order ({contest: reason} contests one), then submits the next text."""
    for request, answer in zip(_open_requests(stage, task), answers, strict=True):
        if isinstance(answer, str):
            reviews.answer_request(actor=actor, request=request, state=RequestState.DONE, text=answer)
        else:
            reason = answer["contest"]
            reviews.answer_request(actor=actor, request=request, state=RequestState.CONTESTED, text=reason)
    made = stage.task(task)
    text = stage.story.task(task)
    write(stage, actor, task, text, made.revision_count)
    made = stage.task(task)
    note = text["revisions"][made.revision_count].get("note", "")
    tasks.submit(actor=actor, task=made, version=made.draft.version, note=note, typos_only=typos_only)


def withdraw(stage: Stage, actor: Subject, task: str) -> None:
    tasks.withdraw(actor=actor, task=stage.task(task))


def write(stage: Stage, actor: Subject, key: str, text: dict[str, Any], revision: int) -> None:
    task = stage.task(key)
    parts = text["revisions"][revision]
    tasks.save_draft(
        actor=actor,
        task=task,
        version=task.draft.version,
        title=text["title"],
        tags=text["tags"],
        statement=parts["statement"],
        answer=parts["answer"],
        verification=parts["verification"],
        details=details_of(text.get("details", {})),
    )


def details_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """As a story says them, in the shapes of `tasks.details.fields`: kinds and hours are lists, an answer is the text
    behind a yes, and whatever is asked and not said is answered no. Nothing is said of a draft that says nothing."""
    if not said:
        return {}
    answers = {field.id: _answer(said.get(field.id, "")) for field in FIELDS if field.kind == ASKED}
    low, high = said["hours"]
    return {
        **{key: value for key, value in said.items() if key != "failure_text"},
        **answers,
        "failure_kinds": {"chosen": said["failure_kinds"], "text": said.get("failure_text", "")},
        "hours": {"low": str(low), "high": str(high)},
    }


def _answer(text: str) -> dict[str, str]:
    return {"answer": "yes" if text else "no", "text": text}


def _confirm(stage: Stage, actor: Subject, key: str) -> None:
    task = stage.task(key)
    version = tasks_queries.binding_version(task)
    assert version is not None
    tasks.confirm_share(actor=actor, task=task, terms_number=version.number, terms_hash=version.hash)


def _open_requests(stage: Stage, key: str) -> list[ChangeRequest]:
    rows = ChangeRequest.objects.filter(review__assignment__round__task=stage.tasks[key], state=RequestState.OPEN)
    return list(rows.order_by("review__filed_at", "number"))
