"""Two or three terms side by side."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from django.core.exceptions import BadRequest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from portal.core.web.absolute import absolute
from portal.people.queries import names as printed_names
from projects.terms import cards, comparing, people, sides
from projects.terms.sides import KEYS, Side
from projects.terms.web import language

_SHOWS = ("", "all")
_OFFERED = 500


@require_safe
def compare(request: HttpRequest) -> HttpResponse:
    """`a`, `b` and `c` name the texts; the boxes of the catalogue send `p` several times."""
    picked = [one for one in request.GET.getlist("p") if one]
    if picked:
        return _from_boxes(picked)
    show = request.GET.get("show", "")
    if show not in _SHOWS:
        raise BadRequest(_("show is all, or it is left out."))
    try:
        read = sides.read(request.user, request.GET.dict())
    except sides.Unknown as unknown:
        return _unknown(request, unknown, show)
    chosen = [side for side in read.sides if side.version is not None]
    context: dict[str, Any] = {
        **_form(request, read.choices),
        "projects": {side.project.pk: side for side in read.sides}.values(),
        "without": [side for side in read.sides if side.version is None],
        "show": show,
        "too_few": len(chosen) == 1,
        "twice": len({side.pinned for side in chosen}) < len(chosen),
    }
    if len(chosen) > 1:
        context |= _compared(chosen, show)
    return render(request, "projects/terms/compare.html", context)


def _form(request: HttpRequest, choices: Sequence[tuple[str, str]], unknown: Collection[str] = ()) -> dict[str, Any]:
    fields = [(key, request.GET.get(key, ""), key in unknown) for key in KEYS]
    return {"fields": fields, "choices": choices[:_OFFERED]}


def _unknown(request: HttpRequest, unknown: sides.Unknown, show: str) -> HttpResponse:
    """The form as it was filled, with a word beside what there is not."""
    context = _form(request, unknown.choices, unknown.keys) | {"show": show}
    return render(request, "projects/terms/compare.html", context, status=unknown.status)


def _from_boxes(picked: list[str]) -> HttpResponse:
    if len(picked) > len(KEYS):
        raise BadRequest(_("Up to three can stand side by side. Go back and choose two or three."))
    return HttpResponseRedirect(f"{reverse('compare')}?{urlencode(list(zip(KEYS, picked, strict=False)))}")


def _compared(chosen: list[Side], show: str) -> dict[str, Any]:
    texts = [side.version for side in chosen if side.version is not None]
    documents = [text.document for text in texts]
    versions = len(chosen) == 2 and chosen[0].project.pk == chosen[1].project.pk
    named = printed_names({one for document in documents for one in people.subjects_in(document)})
    found = comparing.compare(documents, language(), people=lambda one: named.get(one, one), versions=versions)
    pins = [(side.key, side.pinned) for side in chosen]
    return {
        "comparison": found,
        "sides": chosen,
        "versions": versions,
        "labels": [_label(side, chosen) for side in chosen],
        "short": list(zip(*(cards.tiles(text, language()) for text in texts), strict=True)),
        "pinned": f"{absolute('compare')}?{urlencode(pins)}",
        "all": f"?{urlencode([*pins, ('show', 'all')])}#clauses",
        "differing": f"?{urlencode(pins)}#clauses",
        "turned": f"?{urlencode([(key, pin) for (key, _), (_, pin) in zip(pins, pins[::-1], strict=True)])}",
    }


def _label(side: Side, chosen: list[Side]) -> str:
    """What a column is called in one line: by its version where the project says nothing."""
    number = side.version.number if side.version else 0
    if len({one.project.pk for one in chosen}) == 1:
        return _("Version %(number)s") % {"number": number}
    if [one.project.pk for one in chosen].count(side.project.pk) > 1:
        return _("%(title)s, version %(number)s") % {"title": side.project.title, "number": number}
    return side.project.title
