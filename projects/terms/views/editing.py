"""Writing the terms: ten steps, and a file there and back."""

from __future__ import annotations

import datetime as dt

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core import clock
from portal.core.errors import NotVisible, Refused
from portal.core.text.series import series
from portal.core.web.whole import require_whole
from projects.project.models import Project
from projects.project.web import actor_of
from projects.rubric import queries as rubric
from projects.terms import editors, effect, queries, starting
from projects.terms.document.edit import steps
from projects.terms.people import handle_to_subject
from projects.terms.reading import chapter_of, place
from projects.terms.refused import judged
from projects.terms.steps.controls import Control, Tree
from projects.terms.steps.navigation import step_links
from projects.terms.steps.offers import presets
from projects.terms.steps.ready import VERB, Answers
from projects.terms.steps.state import State, state
from projects.terms.steps.typed import Data, acted, landing, overfull, typed, with_founder, with_writer
from projects.terms.views.saving import conflict_context, data_of, marks_of_page, save_step
from projects.terms.web import editable, language, naming

LAST = len(steps())


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

    def act(whole: Data) -> Data:
        nonlocal landed
        if action.startswith(VERB):
            whole, landed = _taken(request, project, whole, action)
        elif action.startswith("hold:"):
            whole, landed = with_founder(whole, action, actor_of(request).handle or ""), action.removeprefix("hold:")
        return whole

    saved = save_step(request, project, chapter, sent, act)
    if saved.conflict:
        context = {"tab": "terms", **conflict_context(project, chapter, saved)}
        return render(request, "projects/terms/terms_conflict.html", context, status=409)
    if saved.step.kept:
        clauses = series(place(one, language()) for one in sorted(saved.step.kept))
        messages.info(request, _("Changed elsewhere meanwhile, and kept: %(clauses)s.") % {"clauses": clauses})
    # The browser then forgets what it kept of this form: the version alone does not tell that it was saved.
    query = "?saved=1" if saved.moved else ""
    wrong = bool(saved.after.problems_of(chapter))
    if action == "next" and not wrong:
        if chapter == LAST:
            return redirect("terms_publish", project.slug)
        return redirect(reverse("terms_step", args=[project.slug, chapter + 1]) + query)
    return redirect(reverse("terms_step", args=[project.slug, chapter]) + query + _anchor(landed, wrong))


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


def _anchor(landed: str, wrong: bool) -> str:
    """To the row a button added or moved, else to what is wrong, else to the top."""
    if landed:
        return f"#{landed}"
    return "#errors" if wrong else ""


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
        "made_of": marks_of_page(project, chapter),
        "saved": "saved" in request.GET,
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
