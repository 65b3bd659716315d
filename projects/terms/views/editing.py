"""Writing the terms: ten steps, and a file there and back."""

from __future__ import annotations

import datetime as dt
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core import clock
from portal.core.errors import Conflict, NotVisible, Refused
from portal.core.web.whole import require_whole
from projects.project.models import Project
from projects.project.web import actor_of
from projects.rubric import queries as rubric
from projects.terms import editors, effect, people, queries, services, starting
from projects.terms.document.edit import steps
from projects.terms.document.fields import clause_path
from projects.terms.people import handle_to_subject
from projects.terms.reading import chapter_of, place
from projects.terms.refused import judged
from projects.terms.services import stale_draft
from projects.terms.steps.controls import Control, Tree
from projects.terms.steps.navigation import step_links
from projects.terms.steps.offers import presets
from projects.terms.steps.ready import VERB, Answers
from projects.terms.steps.state import State, state, stored, with_step
from projects.terms.steps.together import Together, marks, together, written
from projects.terms.steps.together import read as read_marks
from projects.terms.steps.typed import TICK, Data, acted, landing, overfull, typed, with_founder, with_writer
from projects.terms.web import editable, language, naming, version_sent

LAST = len(steps())


def _handles(project: Project) -> Any:
    names = people.handles(people.subjects_in(queries.draft_document(project)))
    return lambda subject: names.get(subject, subject)


def data_of(project: Project) -> Data:
    draft = queries.draft(project)
    return stored(queries.draft_document(project), draft.forms if draft else {}, _handles(project))


@login_required
@require_safe
def terms_edit(request: HttpRequest, slug: str) -> HttpResponse:
    """Leads to the first step that needs something; before there is any text, to what one can start from."""
    project = editable(request, slug)
    if queries.draft(project) is None and queries.latest(project) is None:
        return redirect("terms_start", project.slug)
    now = judged(project, state(data_of(project), people=handle_to_subject), actor_of(request))
    needed = (one for one in range(1, LAST + 1) if now.problems_of(one) or now.open_of(one) or now.refused_of(one))
    return redirect("terms_step", project.slug, next(needed, 1))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_step(request: HttpRequest, slug: str, chapter: int) -> HttpResponse:
    """GET shows the step as it was left; POST keeps all that was typed and stores what could be read."""
    project = editable(request, slug)
    if not 1 <= chapter <= LAST:
        raise NotVisible
    if request.method != "POST":
        return _page(request, project, chapter, state(data_of(project), people=handle_to_subject))
    require_whole(request)
    action = request.POST.get("do", "save")
    sent, landed = sent_by(request, action)
    version, step = merged(request, project, chapter, sent)
    if step.both:
        return _conflict(request, project, chapter, sent, step, stale_draft())
    whole = with_step(data_of(project), chapter, step.data)
    if action.startswith(VERB):
        whole, landed = _taken(request, project, whole, action)
    elif action.startswith("hold:"):
        whole, landed = with_founder(whole, action, actor_of(request).handle or ""), action.removeprefix("hold:")
    after = state(whole, people=handle_to_subject)
    if differs(project, after):
        try:
            save(actor_of(request), project, after, version)
        except Conflict as conflict:
            return _conflict(request, project, chapter, with_only(whole, chapter), step, conflict)
    if action == "next" and not after.problems_of(chapter):
        return redirect(
            "terms_publish" if chapter == LAST else "terms_step",
            project.slug,
            *([] if chapter == LAST else [chapter + 1]),
        )
    return redirect(
        reverse("terms_step", args=[project.slug, chapter]) + _anchor(landed, bool(after.problems_of(chapter)))
    )


def merged(request: HttpRequest, project: Project, chapter: int, sent: Data) -> tuple[int, Together]:
    """The version to save over, and the step with what only others changed since the page was made.

    Without the page's marks the version it was made of has to be the one that is saved."""
    draft = queries.draft(project)
    if draft is None or "made_of" not in request.POST:
        return version_sent(request), Together(sent, frozenset(), {})
    theirs = with_only(data_of(project), chapter)
    return draft.version, together(sent, theirs, read_marks(request.POST["made_of"]))


def sent_by(request: HttpRequest, action: str) -> tuple[Data, str]:
    """What was typed, after the button, and the id of the row to go to. A full list takes no row more; one that no page
    could send is refused, since drawing it would take the site's time."""
    sent = typed(request.POST.lists())
    if full := overfull(sent):
        raise Refused(*(_too_many(path, most) for path, most in full.items()), code="too_many")
    after = acted(sent, action)
    full = overfull(after)
    for path, most in full.items():
        messages.error(request, _too_many(path, most))
    if full:
        return sent, ""
    return with_writer(after, action, actor_of(request).handle or ""), landing(sent, action)


def _taken(request: HttpRequest, project: Project, data: Data, action: str) -> tuple[Data, str]:
    """With a ready answer put in where its fields hold nothing, and the id to go to."""
    document = state(data, people=handle_to_subject).document
    after, landed = Answers(data, document, language(), _today(project)).taken(action)
    if full := overfull(after):
        for path, most in full.items():
            messages.error(request, _too_many(path, most))
        return data, ""
    return after, landed


def _today(project: Project) -> dt.date:
    return clock.today(queries.zone(project))


def _too_many(path: str, most: int) -> str:
    return _("%(list)s: at most %(most)s entries.") % {"list": place(path, language()), "most": most}


def save(actor: Any, project: Project, after: State, version: int) -> None:
    services.save_draft(actor=actor, project=project, document=after.document, forms=_forms(after), version=version)


def _forms(after: State) -> dict[str, Data]:
    names = people.handles(people.subjects_in(after.document))
    return after.forms(lambda subject: names.get(subject, subject))


def _anchor(landed: str, wrong: bool) -> str:
    """To the row a button added or moved, else to what is wrong, else to the top."""
    if landed:
        return f"#{landed}"
    return "#errors" if wrong else ""


def differs(project: Project, after: State) -> bool:
    """Whether saving would change anything that is stored."""
    draft = queries.draft(project)
    if draft is None:
        # A row that was added and is empty yet is in the form alone.
        return bool(after.data) and (after.document, _forms(after)) != (queries.draft_document(project), {})
    return (draft.document, draft.forms) != (after.document, _forms(after))


def _page(request: HttpRequest, project: Project, chapter: int, now: State) -> HttpResponse:
    lang = language()
    draft = queries.draft(project)
    now = judged(project, now, actor_of(request))
    links = step_links(project, now, chapter, lang)
    context = {
        "project": project,
        "tab": "terms",
        "chapter": chapter,
        "last": LAST,
        "title": links[chapter - 1].name,
        "before": links[chapter - 2] if chapter > 1 else None,
        "after": links[chapter] if chapter < LAST else None,
        "controls": controls_of(request, project, now, chapter),
        "roles_step": chapter_of("roles"),
        "team_step": chapter_of("core_team.members"),
        "draft": draft,
        "version": draft.version if draft else 0,
        "made_of": written(marks(with_only(now.data, chapter))),
        "latest": queries.latest(project),
        "origin": starting.origin(project),
        "editors": editors.others(project, actor_of(request), chapter, lang),
        "account": actor_of(request).id,
        **effect.beside(project, now, chapter, lang),
    }
    return render(request, "projects/terms/terms_step.html", context)


def controls_of(request: HttpRequest, project: Project, now: State, chapter: int) -> list[Control]:
    """The fields of the step, as they stand in the reader's language."""
    published, lang = sorted(rubric.numbers(project)), language()
    tree = Tree(
        now,
        lang,
        people=naming(now.document),
        rubrics=published,
        presets=presets(published, lang, timezone.get_current_timezone_name()),
        earlier={one.number: one.document for one in queries.published(project)},
        today=_today(project),
        writer=actor_of(request).id,
    )
    return tree.step(chapter)


def _conflict(
    request: HttpRequest, project: Project, chapter: int, sent: Data, step: Together, conflict: Conflict
) -> HttpResponse:
    context = {"tab": "terms", **conflict_context(project, chapter, sent, step, conflict)}
    return render(request, "projects/terms/terms_conflict.html", context, status=409)


def conflict_context(project: Project, chapter: int, sent: Data, step: Together, conflict: Conflict) -> dict[str, Any]:
    """Both texts, field by field where they differ, of the clauses that both changed where these are known; nothing was
    stored."""
    theirs = with_only(data_of(project), chapter)
    draft = queries.draft(project)
    names = sorted({*sent, *theirs}, key=list({**theirs, **sent}).index)
    asked = [name for name in names if not step.both or clause_path(name.removeprefix(TICK)) in step.both]
    return {
        "project": project,
        "chapter": chapter,
        "sent": sent,
        "rows": [
            (place(name, language()), sent.get(name, ""), theirs.get(name, ""))
            for name in asked
            if sent.get(name, "").strip() != theirs.get(name, "").strip()
        ],
        "known": bool(step.both),
        "version": draft.version if draft else 0,
        "made_of": written(step.marks or marks(theirs)),
        "draft": draft,
        "reasons": conflict.reasons,
    }


def with_only(data: Data, chapter: int) -> Data:
    return with_step({}, chapter, data)
