"""The fairness card on a page of its own, what people write beside it, and the check set."""

from __future__ import annotations

import re
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from portal.core.access.check import check as allowed
from portal.core.access.check import require
from portal.core.errors import Conflict, NotVisible, Refused
from portal.core.web.absolute import absolute
from portal.core.web.pages import paginate
from projects.project import queries as projects
from projects.project.models import Project
from projects.project.policies import why_not_verified
from projects.project.web import actor_of, get_project, reader_of
from projects.terms import cards, queries, replying
from projects.terms.card_forms import ContestForm, ReplyForm
from projects.terms.checks.catalogue import CHECKS, COLUMNS, FIGURES, LIMITS, MARKS, Check
from projects.terms.checks.finding import CHECK_SET
from projects.terms.checks.vocabulary import data
from projects.terms.models import MarkContest, TermsVersion
from projects.terms.web import in_force, language

# What a sentence of the check set leaves to the document.
_BLANK = re.compile(r"\{[a-z]+\}")


@require_safe
def card_page(request: HttpRequest, slug: str) -> HttpResponse:
    """The card of the version in force."""
    project = get_project(request, slug)
    version = in_force(request, project)
    if version is None:
        raise NotVisible
    return _card(request, project, version)


@require_safe
def card_version(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    project = get_project(request, slug)
    return _card(request, project, _version(project, number))


def _version(project: Project, number: int) -> TermsVersion:
    found = queries.version(project, number)
    if found is None:
        raise NotVisible
    return found


def _card(request: HttpRequest, project: Project, version: TermsVersion) -> HttpResponse:
    shown = cards.shown(version, language())
    current = in_force(request, project)
    context = {
        "project": project,
        "tab": "terms",
        "version": version,
        "current": current,
        "card": shown,
        "outside": cards.outside_of(project, shown.replies),
        "check_set": CHECK_SET,
        "versions": list(queries.versions(project).reverse()),
        "may_reply": allowed(reader_of(request), "card.reply", project).allowed,
        "address": absolute("card_version", project.slug, version.number),
    }
    return render(request, "projects/terms/card.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def card_reply(request: HttpRequest, slug: str, number: int, check: str) -> HttpResponse:
    project = get_project(request, slug)
    actor, version = actor_of(request), _version(project, number)
    require(actor, "card.reply", project)
    line = _line(version, check)
    form = ReplyForm(request.POST) if request.method == "POST" else ReplyForm()
    reasons: Any = ()
    if request.method == "POST" and form.is_valid():
        try:
            replying.reply(actor=actor, version=version, check=check, text=form.cleaned_data["text"])
        except Refused as refused:
            reasons = refused.reasons
        else:
            messages.success(request, _("Your reply stands under the line."))
            return redirect(_line_address(version, line))
    return _beside(request, version, line, form, reasons, kind="reply")


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def card_contest(request: HttpRequest, slug: str, number: int, check: str) -> HttpResponse:
    project = get_project(request, slug)
    actor, version = actor_of(request), _version(project, number)
    line = _line(version, check)
    quote = cards.card_of(version).of(check).quote
    form = ContestForm(request.POST) if request.method == "POST" else ContestForm(initial={"sentence": quote})
    reasons: Any = ()
    status = 422
    if request.method == "POST" and form.is_valid():
        try:
            replying.contest(
                actor=actor,
                version=version,
                check=check,
                sentence=form.cleaned_data["sentence"],
                reading=form.cleaned_data["reading"],
            )
        except (Refused, Conflict) as refused:
            reasons, status = refused.reasons, refused.status
        else:
            messages.success(request, _("The line now says that its reading is contested."))
            return redirect(_line_address(version, line))
    unverified = why_not_verified(actor)
    return _beside(request, version, line, form, reasons, kind="contest", status=status, unverified=unverified)


def _line(version: TermsVersion, check: str) -> cards.ShownLine:
    for column in cards.shown(version, language()).columns:
        for line in column.lines:
            if check in [name for name, _title in line.checks]:
                return line
    raise NotVisible


def _line_address(version: TermsVersion, line: cards.ShownLine) -> str:
    return f"{reverse('card_version', args=[version.project.slug, version.number])}#{line.id}"


def _beside(
    request: HttpRequest,
    version: TermsVersion,
    line: cards.ShownLine,
    form: ReplyForm | ContestForm,
    reasons: Any,
    *,
    kind: str,
    status: int = 422,
    unverified: object | None = None,
) -> HttpResponse:
    context = {
        "project": version.project,
        "tab": "terms",
        "version": version,
        "line": line,
        "form": form,
        "reasons": reasons,
        "kind": kind,
        "unverified": unverified,
        "back": _line_address(version, line),
    }
    code = status if request.method == "POST" else 200
    return render(request, "projects/terms/card_beside.html", context, status=code)


@require_safe
def check_set(request: HttpRequest) -> HttpResponse:
    """Every check with what it reads and may say, the figures, and the public changelog."""
    lang = language()
    place = 1 if lang.lower().startswith("zh") else 0
    entries = [
        {**entry, **{name: entry[name][place] for name in ("before", "after", "reason")}}
        for entry in data("changelog.toml")["entry"]
    ]
    context = {
        "check_set": CHECK_SET,
        "columns": [
            (title.said(lang), [_told(one, lang) for one in CHECKS.values() if one.column == key])
            for key, title in COLUMNS
        ],
        "entries": entries,
        "figures": [{**row, "what": row["what"][place]} for row in FIGURES["pay"]],
        "floor": FIGURES["floor"],
        "limits": LIMITS,
    }
    return render(request, "projects/terms/check_set.html", context)


def _told(check: Check, lang: str) -> dict[str, Any]:
    """One check in words; what its sentences leave to the document reads “…”."""
    return {
        "id": check.id,
        "title": check.title.said(lang),
        "reads": [path for path in check.reads if path != "*"],
        "reads_all": "*" in check.reads,
        "says": [
            (code, MARKS[code][1].said(lang), [_BLANK.sub("…", said.said(lang)) for said in check.sentences[code]])
            for code in MARKS
            if code in check.sentences
        ],
    }


@require_safe
def contested(request: HttpRequest) -> HttpResponse:
    """Every line whose reading somebody contests, newest first, of the projects the reader may see."""
    rows = MarkContest.objects.filter(terms__project__in=projects.visible_to(request.user))
    rows = rows.select_related("terms__project", "by__profile").order_by("-at", "-pk")
    page = paginate(request, rows)
    lang = language()
    titles = {name: one.title.said(lang) for name, one in CHECKS.items()}
    context = {"page": page, "rows": [(row, titles.get(row.check_id, row.check_id)) for row in page]}
    return render(request, "projects/terms/contested.html", context)
