"""What a field offers where the schema has no closed list, and what stands in it before anything is answered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from licensing.vocabulary.purposes import PURPOSES
from projects.terms.document.clause_words import PURPOSE_WORDS
from projects.terms.document.field import Field, Words
from projects.terms.document.rule_build import words
from projects.terms.document.saying.opening import LANGUAGES, language_name
from projects.terms.document.scalars import zones
from projects.terms.document.translations import own_words
from projects.terms.reading import place
from projects.terms.steps.rules.options import Option

_COLLATION = "authorship.collation"
_COLLATIONS: Mapping[str, Words] = {
    "root-folded/1": Words(
        "family name, given name (root-folded/1)",
        "先姓后名（root-folded/1）",
    ),
}
_RUBRIC = "participation.rubric"


def offers(field: Field, value: str, lang: str, rubrics: Sequence[int]) -> list[Option]:
    """What can be chosen; `rubrics` are the published versions. Nothing where the field offers nothing."""
    if field.path == _COLLATION:
        found = [Option(key, said.said(lang), key == value) for key, said in _COLLATIONS.items()]
        return found if not value or value in _COLLATIONS else [*found, Option(value, value, True)]
    if field.path == _RUBRIC:
        return [Option(str(one), _("Version %(number)s") % {"number": one}, str(one) == value) for one in rubrics]
    # A list that boxes cannot send back, since a word in it holds a comma, is typed as it stands.
    return _purposes(words(value), lang) if field.kind == "words" and not value.startswith("[") else []


def _purposes(chosen: Sequence[str], lang: str) -> list[Option]:
    """What is ticked first and in its order, since a page sends boxes as they stand; words of one's own stay."""
    return [Option(one, _purpose(one, lang), one in chosen) for one in dict.fromkeys([*chosen, *PURPOSES])]


def _purpose(word: str, lang: str) -> str:
    return Words(*PURPOSE_WORDS[word]).said(lang) if word in PURPOSE_WORDS else word


def suggestions(field: Field, lang: str) -> list[tuple[str, str]]:
    """Values to pick from while typing, each with its name."""
    if field.kind == "language":
        return [(tag, language_name(tag, lang)) for tag in LANGUAGES]
    return [(zone, "") for zone in sorted(zones())] if field.kind == "zone" else []


def texts_to_translate(document: Mapping[str, Any], typed: str, lang: str) -> tuple[list[tuple[str, str]], str]:
    """The organizers' own words by path, each with its place, until one of them is named; then what it says."""
    own = own_words(document)
    if typed in own:
        return [], f"{place(typed, lang)}{_COLON.said(lang)}{own[typed]}"
    return [(path, place(path, lang)) for path in own], ""


_COLON = Words(": ", "：")


def presets(rubrics: Sequence[int], lang: str = "", zone: str = "") -> dict[str, str]:
    """By path, the one answer that fits, the latest, or what is known of the writer: the language they read in and the
    zone of their profile. It is part of the terms only once the step is saved."""
    found = dict.fromkeys([_COLLATION] if len(_COLLATIONS) == 1 else [], next(iter(_COLLATIONS)))
    if lang:
        found["language"] = "zh-Hans" if lang.lower().startswith("zh") else "en"
    # Everybody's profile says UTC until they change it.
    if zone not in ("", "UTC"):
        found["zone"] = zone
    return found | ({_RUBRIC: str(max(rubrics))} if rubrics else {})
