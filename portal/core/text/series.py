"""Several things in one sentence, separated as the language of the page does it."""

from __future__ import annotations

from collections.abc import Iterable

from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import pgettext


def separator() -> str:
    return pgettext("between two things in a list", ", ")


def series(parts: Iterable[object]) -> str:
    """`A, B, C` as text."""
    return separator().join(str(part) for part in parts)


def marked_series(parts: Iterable[object]) -> SafeString:
    """The same as HTML, each part kept apart from the direction of its neighbours."""
    return format_html_join(separator(), "<bdi>{}</bdi>", ((part,) for part in parts))
