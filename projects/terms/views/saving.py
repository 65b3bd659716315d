"""Saving one step of the terms, beside others who may write the same draft."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from portal.core.errors import Conflict
from projects.project.models import Project
from projects.project.web import actor_of
from projects.terms import people, queries, services
from projects.terms.document.fields import clause_path
from projects.terms.people import handle_to_subject
from projects.terms.reading import place
from projects.terms.steps.state import State, state, stored, with_step
from projects.terms.steps.together import Together, made_of, marks, read, together, written
from projects.terms.steps.typed import TICK, Data
from projects.terms.web import language, version_sent

_TRIES = 4


@dataclass(frozen=True)
class Saved:
    """`moved`: somebody saved the draft between the page and this. With `conflict` the clauses that both changed are as
    they were saved, or nothing was saved where the page had no marks."""

    sent: Data
    after: State
    step: Together
    moved: bool = False
    conflict: Conflict | None = None


def data_of(project: Project) -> Data:
    draft, document = queries.draft(project), queries.draft_document(project)
    return stored(document, draft.forms if draft else {}, _handles(document))


def _handles(document: dict[str, Any]) -> Callable[[str], str]:
    names = people.handles(people.subjects_in(document))
    return lambda subject: names.get(subject, subject)


def with_only(data: Data, chapter: int) -> Data:
    return with_step({}, chapter, data)


def save_step(
    request: HttpRequest, project: Project, chapter: int, sent: Data, act: Callable[[Data], Data] = lambda whole: whole
) -> Saved:
    """What only others changed since the page was made is kept, and what only this writer changed is saved; a step that
    says what is stored already is not saved again. `act` is what a button does to the whole draft, as the page had it.

    Without the page's marks the version it was made of has to be the one that is saved."""
    for last in (*[False] * (_TRIES - 1), True):
        draft, before = queries.draft(project), data_of(project)
        whole = act(with_step(before, chapter, sent))
        mine = with_only(whole, chapter)
        known = draft is not None and "made_of" in request.POST
        step = together(mine, with_only(before, chapter), read(request.POST["made_of"])) if known else Together(mine)
        version = draft.version if known and draft else version_sent(request)
        after = state(with_step(whole, chapter, step.data), people=handle_to_subject)
        try:
            if _differs(project, after):
                _save(request, project, after, version)
        except Conflict as conflict:
            if known and not last:
                continue  # somebody saved in this moment
            return Saved(mine, after, step, conflict=conflict)
        return Saved(mine, after, step, version != version_sent(request), services.stale_draft() if step.both else None)
    raise AssertionError("the last try returns")


def _save(request: HttpRequest, project: Project, after: State, version: int) -> None:
    actor, forms = actor_of(request), after.forms(_handles(after.document))
    services.save_draft(actor=actor, project=project, document=after.document, forms=forms, version=version)


def _differs(project: Project, after: State) -> bool:
    """Whether saving would change anything that is stored."""
    draft, forms = queries.draft(project), after.forms(_handles(after.document))
    if draft is None:
        # A row that was added and is empty yet is in the form alone.
        return bool(after.data) and (after.document, forms) != (queries.draft_document(project), {})
    return (draft.document, draft.forms) != (after.document, forms)


def marks_of_page(project: Project, chapter: int, saved: Saved | None = None) -> str:
    """What the page is made of: what is stored, or, where it stays open after it was `saved`, what it still shows."""
    now = with_only(data_of(project), chapter)
    return written(made_of(saved.sent, now, saved.step.kept) if saved else marks(now))


def conflict_context(project: Project, chapter: int, saved: Saved) -> dict[str, Any]:
    """Both texts, field by field where they differ; of the clauses that both changed, where these are known."""
    theirs, draft, step = with_only(data_of(project), chapter), queries.draft(project), saved.step
    names = sorted({*saved.sent, *theirs}, key=list({**theirs, **saved.sent}).index)
    known = step.marks is not None
    asked = [name for name in names if not known or clause_path(name.removeprefix(TICK)) in step.both]
    return {
        "project": project,
        "chapter": chapter,
        "sent": saved.sent,
        "rows": [
            (place(name, language()), saved.sent.get(name, ""), theirs.get(name, ""))
            for name in asked
            if saved.sent.get(name, "").strip() != theirs.get(name, "").strip()
        ],
        "known": known,
        "version": draft.version if draft else 0,
        "made_of": written(marks(theirs) if step.marks is None else step.marks),
        "draft": draft,
        "reasons": saved.conflict.reasons if saved.conflict else (),
    }
