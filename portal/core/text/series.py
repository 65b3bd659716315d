"""Several things in one sentence, separated as the language of the page does it: Chinese has marks of its own."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import get_language, pgettext


def separator() -> str:
    return pgettext("between two things in a list", ", ")


def between(what: str) -> str:
    """The mark between `things` of a list, `parts` of a sentence, `groups` of parts, a `name` and what it names, or a
    `title` and the text it runs into, or the blank between `sentences`, which Chinese has not. In a template it stands
    without blanks of its own beside it."""
    if what == "things":
        return separator()
    if what == "parts":
        return pgettext("between two parts of a sentence", ", ")
    if what == "groups":
        return pgettext("between two groups in a list", "; ")
    if what == "name":
        return pgettext("between a name and what it names", ": ")
    if what == "title":
        return pgettext("between a title and the text it runs into", ". ")
    if what == "sentences":
        return "" if (get_language() or "").lower().startswith("zh") else " "
    raise ValueError(what)


def series(parts: Iterable[object]) -> str:
    """`A, B, C` as text."""
    return separator().join(str(part) for part in parts)


def groups(parts: Iterable[object]) -> str:
    """`A; B; C` as text, for parts that may hold a list themselves."""
    return between("groups").join(str(part) for part in parts)


def marked_series(parts: Iterable[object]) -> SafeString:
    """The same as HTML, each part kept apart from the direction of its neighbours."""
    return format_html_join(separator(), "<bdi>{}</bdi>", ((part,) for part in parts))
