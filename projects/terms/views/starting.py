"""Choosing what the draft of the terms starts from."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from portal.core.errors import Conflict, Refused
from projects.project import queries as projects
from projects.project.models import Project
from projects.project.states import ProjectState
from projects.project.web import actor_of
from projects.terms import cards, changes, queries, reading, starting
from projects.terms.checks.card import card
from projects.terms.checks.finding import Code
from projects.terms.document.fields import CHAPTERS
from projects.terms.document.missing import missing
from projects.terms.document.problems import Problem
from projects.terms.document.refusals import refusals
from projects.terms.document.strip import Tile, strip
from projects.terms.document.walk import items
from projects.terms.models import TermsVersion
from projects.terms.web import chapters_of, editable, language, version_sent

_MOST_PROJECTS = 20
_MOST_LOST = 40
# Of other projects, how many are shown before the rest is folded.
_FEW = 5


@dataclass(frozen=True)
class Choice:
    """One thing to start from, as the list shows it. `counts` are (mark, number, words) of its card."""

    key: str
    title: str
    sentence: str
    counts: tuple[tuple[Code, int, str], ...]
    tiles: tuple[Tile, ...]
    open: int
    not_run: int


@dataclass(frozen=True)
class Other:
    """Another project with the numbers of its published versions, the newest first; `open` and `tiles`, on pay and
    credit, are those of the newest once it is started from."""

    project: Project
    numbers: list[int]
    open: int
    tiles: list[Tile]


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def terms_start(request: HttpRequest, slug: str) -> HttpResponse:
    """Without `from` a list to choose from, with it one of them looked at closely; POST makes it the draft."""
    project = editable(request, slug)
    actor = actor_of(request)
    key = request.POST.get("from", "") or request.GET.get("from", "")
    if request.method != "POST":
        return _preview(request, project, key) if key else _list(request, project)
    version = version_sent(request)
    confirmed = request.POST.get("confirm") == "on"
    try:
        starting.start(actor=actor, project=project, key=key, version=version, confirmed=confirmed)
    except (Refused, Conflict) as refused:
        return _preview(request, project, key, refused.reasons, refused.status)
    messages.success(request, _("The draft is begun. Each step says what is still open."))
    return redirect("terms_edit", project.slug)


def _list(request: HttpRequest, project: Project) -> HttpResponse:
    lang = language()
    wanted = request.GET.get("q", "").strip()[:100]
    others = _others(request, project, wanted)
    presets = sorted((_choice(one.slug, lang) for one in starting.presets()), key=lambda one: one.open)
    context = {
        "project": project,
        "tab": "terms",
        "draft": queries.draft(project),
        "presets": [one for one in presets if not one.not_run],
        "not_run": [one for one in presets if one.not_run],
        "q": wanted,
        "others": others[:_FEW],
        "more_others": others[_FEW:],
    }
    return render(request, "projects/terms/terms_start.html", context)


@cache
def _choice(slug: str, lang: str) -> Choice:
    """Of a preset, which is the same for everybody: made once a process and language."""
    one = next(found for found in starting.presets() if found.slug == slug)
    counts = tuple(count for count in cards.counted(card(one.document).counts, lang) if count[1])
    title, sentence = one.title.said(lang), one.sentence.said(lang)
    tiles = tuple(strip(one.document, lang))
    # As many as stay open once it is started, whoever does so and on whatever day.
    open_paths = missing(starting.led_by(one.document, "somebody", dt.date.min))
    not_run = len(_not_run(one.document))
    return Choice(f"preset:{slug}", title, sentence, counts, tiles, len(open_paths), not_run)


def _not_run(document: dict[str, Any]) -> list[Problem]:
    """The rules that this site only shows so far: they have to be changed before publishing."""
    return [problem for problem in refusals(document, rubrics=set()) if problem.code == "not_computed"]


def _others(request: HttpRequest, project: Project, wanted: str) -> list[Other]:
    """Projects that somebody else may read and that have published terms."""
    public = projects.visible_to(request.user).exclude(state=ProjectState.DRAFT)
    seen = public.filter(terms_versions__isnull=False).exclude(pk=project.pk)
    if wanted:
        seen = seen.filter(Q(title__icontains=wanted) | Q(slug__icontains=wanted))
    rows = list(seen.distinct().order_by("title", "pk")[:_MOST_PROJECTS])
    numbers: dict[int, list[int]] = {}
    newest: dict[int, dict[str, Any]] = {}
    published = TermsVersion.objects.filter(project__in=rows).order_by("-number")
    for pk, number, document in published.values_list("project_id", "number", "document"):
        numbers.setdefault(pk, []).append(number)
        newest.setdefault(pk, document)
    return [_other(one, numbers[one.pk], newest[one.pk]) for one in rows]


def _other(project: Project, numbers: list[int], newest: dict[str, Any]) -> Other:
    document = starting.led_by(starting.without_own(newest)[0], "somebody", dt.date.min)
    tiles = [one for one in strip(document, language()) if one.key in ("pay", "credit")]
    return Other(project, numbers, len(missing(document)), tiles)


def _preview(request: HttpRequest, project: Project, key: str, reasons: object = (), status: int = 200) -> HttpResponse:
    lang = language()
    actor = actor_of(request)
    found = starting.find(key, actor)
    document = starting.begun(found, actor=actor, project=project)
    draft = queries.draft(project)
    open_paths = missing(document)
    lost = changes.changed(draft.document, document) if draft else []
    context = {
        "project": project,
        "tab": "terms",
        "found": found,
        "title": found.title.said(lang),
        "sentence": found.sentence.said(lang),
        "draft": draft,
        "version": draft.version if draft else 0,
        "counts": [one for one in cards.counted(card(document).counts, lang) if one[1]],
        "tiles": strip(document, lang),
        "not_run": [(reading.place(one.path, lang), one.said(lang)) for one in _not_run(document)],
        "open_count": len(open_paths),
        "open_by_chapter": _by_chapter(open_paths, lang),
        "left_out": [reading.place(path.replace("[]", ""), lang) for path in found.left_out],
        "lost": [reading.place(path, lang) for path in lost[:_MOST_LOST] if path != "schema"],
        "lost_more": max(len(lost) - _MOST_LOST, 0),
        "first": document is not found.document,
        "first_roles": _titles(document, starting.roles_to_go_on(found.document)),
        "unread": bool(draft and draft.forms),
        "chapters": chapters_of(document),
        "own_language": document.get("language", ""),
        "reasons": reasons,
    }
    return render(request, "projects/terms/terms_start_one.html", context, status=status)


def _titles(document: dict[str, Any], roles: list[str]) -> list[str]:
    titles = {role.get("id"): role.get("title") for role in items(document, "roles")}
    return [str(titles.get(role) or role) for role in roles]


def _by_chapter(paths: list[str], lang: str) -> list[tuple[str, list[str]]]:
    titles = {number: words.said(lang) for number, words in CHAPTERS}
    found: dict[int, list[str]] = {}
    for path in paths:
        found.setdefault(reading.chapter_of(path), []).append(reading.place(path, lang))
    return [(f"{number} {titles[number]}", list(dict.fromkeys(words))) for number, words in sorted(found.items())]
