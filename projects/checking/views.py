"""/check/: the terms of a project that is not on Concord, judged while the page is made; nothing of it is kept."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import get_language, get_language_info, override
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import cache_control
from django.views.decorators.debug import sensitive_post_parameters, sensitive_variables
from django.views.decorators.http import require_http_methods

from projects.checking.forms import CheckForm
from projects.checking.judging import judged, quoted_in
from projects.checking.letter import CLOSING, OPENING, WHY, plain
from projects.checking.showing import MOST_READS, shown
from projects.terms.checks.finding import CHECK_SET

_LANGUAGES = dict(settings.LANGUAGES)
_GIVEN = {
    ("document",): _("the document you pasted"),
    ("words",): _("the words you pasted"),
    ("answers",): _("your answers"),
    ("document", "answers"): _("the document you pasted and your answers"),
    ("words", "answers"): _("the words you pasted and your answers"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@cache_control(no_store=True)
@sensitive_post_parameters()
def check_terms(request: HttpRequest) -> HttpResponse:
    """A form, and under its answer the form again as it was sent. The answer may be asked for in the other language,
    so that nobody has to send the text twice."""
    asked = request.POST.get("lang", "")
    lang = asked if asked in _LANGUAGES else get_language() or "en"
    with override(lang):
        response = _answer(request, lang)
    response["Content-Language"] = lang
    return response


@sensitive_variables()
def _answer(request: HttpRequest, lang: str) -> HttpResponse:
    sent = request.method == "POST"
    form = CheckForm(_sent(request) if sent else None, lang=lang)
    context: dict[str, Any] = {"form": form, "lang": lang, "other": _other(lang), "check_set": CHECK_SET}
    if sent and form.is_valid():
        context |= _result(form, lang)
    return render(request, "projects/checking/check.html", context, status=422 if sent and form.errors else 200)


def _sent(request: HttpRequest) -> QueryDict:
    """The form; a button beside the letter chooses its language over the one in the form."""
    data = request.POST.copy()
    asked = str(data.get("ask_in", ""))
    if asked in _LANGUAGES:
        data["letter"] = asked
    return data


def _other(lang: str) -> dict[str, str]:
    code = next(one for one in _LANGUAGES if one != lang)
    return {"code": code, "name": get_language_info(code)["name_local"]}


@sensitive_variables()
def _result(form: CheckForm, lang: str) -> dict[str, Any]:
    found = judged(form.answers, form.cleaned_data["text"], as_document=form.as_document, lang=lang)
    tongue = form.cleaned_data["letter"] or lang
    # Answers are quoted in the language of the letter, which may be another than the reader's.
    same = tongue == lang or not form.answers
    to_ask = found if same else quoted_in(tongue, found, form.answers)
    groups = to_ask.letter(tongue)
    pasted = found.pasted
    return {
        "card": shown(found, lang),
        "given": found.given,
        "rests_on": _GIVEN.get(found.given, ""),
        "problems": [(one.path, one.line, one.said(lang)) for one in pasted.problems],
        "reads": [(one.sentence, one.says.said(lang)) for one in pasted.reads[:MOST_READS]],
        "reads_more": len(pasted.reads[MOST_READS:]),
        "pasted": pasted,
        "tongue": tongue,
        "groups": groups,
        "asked": sum(len(group.asked) for group in groups),
        "opening": OPENING.said(tongue),
        "why": WHY.said(tongue),
        "closing": CLOSING.said(tongue),
        "plain": plain(groups, tongue),
    }
