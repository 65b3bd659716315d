"""What Concord is, in its own words; who may do what; what each field of the terms means."""

from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.api import tokens
from portal.core.access import page
from portal.core.web.absolute import absolute
from portal.site.help.vocabulary import WORDS
from projects.terms.document.fields import CHAPTERS, FIELDS


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/site/help/help.html", {"words": WORDS})


@require_safe
def permissions(request: HttpRequest) -> HttpResponse:
    """The one table that decides, as it decides; a project's own page names its roles instead of powers."""
    context = {"rights": page.public_table(), "powers": page.powers()}
    return render(request, "portal/site/help/permissions.html", context)


@require_safe
def api(request: HttpRequest) -> HttpResponse:
    """How a program reads and writes here; the schema says the rest."""
    context = {"root": absolute("api_projects").removesuffix("projects/")}
    return render(request, "portal/site/help/api.html", {**context, "verbs": tokens.VERBS})


@require_safe
def fields(request: HttpRequest) -> HttpResponse:
    """Every field of the terms document, by chapter, with its help."""
    language = get_language() or "en"
    titles = {number: words.said(language) for number, words in CHAPTERS}
    chapters = [
        (number, titles[number], [(field, field.title.said(language), field.help.said(language)) for field in group])
        for number, group in groupby(FIELDS, key=lambda field: field.chapter)
    ]
    return render(request, "portal/site/help/fields.html", {"chapters": chapters})
