"""What Concord is, in its own words; who may do what; what each field of the terms means."""

from dataclasses import dataclass
from itertools import groupby

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from portal.core.access import conditions
from portal.core.access.check import holder_name
from portal.core.access.powers import POWERS
from portal.core.access.table import TABLE
from portal.site.help.vocabulary import WORDS
from projects.terms.document.fields import CHAPTERS, FIELDS


@dataclass(frozen=True)
class Right:
    sentence: object
    who: list[object]
    when: list[object]
    reserved: bool


@require_safe
def help_page(request: HttpRequest) -> HttpResponse:
    return render(request, "portal/site/help/help.html", {"words": WORDS})


@require_safe
def permissions(request: HttpRequest) -> HttpResponse:
    """The one table that decides, as it decides; a project's own page names its roles instead of powers."""
    known = conditions.registered()
    rights = [
        Right(
            sentence=row.sentence,
            who=[holder_name(holder) for holder in row.holders],
            when=[known[name].sentence for name in row.conditions if name in known],
            reserved=row.reserved,
        )
        for row in TABLE
    ]
    return render(request, "portal/site/help/permissions.html", {"rights": rights, "powers": POWERS})


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
