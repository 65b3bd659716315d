"""What people type into a task, as it is kept: cleaned, bounded, refused with the part's name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any, TypeVar

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from portal.core.errors import Refused
from portal.core.text.input import clean_line, clean_text
from projects.tasks.details.keeping import cleaned as cleaned_details

Kept = TypeVar("Kept")
PARTS = ("statement", "answer", "verification")
NAMES = {
    "title": gettext_lazy("Title"),
    "tags": gettext_lazy("Field tags"),
    "statement": gettext_lazy("Statement"),
    "answer": gettext_lazy("Answer"),
    "verification": gettext_lazy("Verification"),
    "origin": gettext_lazy("Where it comes from"),
}
MOST_BYTES = 65_536
_MOST_TITLE = 200
_MOST_TAGS = 8
_MOST_TAG = 40


def cleaned(
    *, title: str, tags: Iterable[str], details: Mapping[str, Any] | None = None, **parts: str
) -> dict[str, Any]:
    """All fields of a draft, `details` where they were given. Raises Refused with a sentence for each that cannot be
    kept."""
    kept: dict[str, Any] = {}
    reasons: list[str] = []
    for name, value in parts.items():
        kept[name] = _try(reasons, name, partial(clean_text, value, max_bytes=MOST_BYTES, multiline=True))
    kept["title"] = _try(reasons, "title", partial(_title, title))
    kept["tags"] = _try(reasons, "tags", partial(_tags, tags))
    if details is not None:
        try:
            kept["details"] = cleaned_details(details)
        except Refused as refused:
            reasons += map(str, refused.reasons)
    if reasons:
        raise Refused(*reasons, code="invalid")
    return kept


def _try(reasons: list[str], name: str, read: Callable[[], Kept]) -> Kept | None:
    try:
        return read()
    except Refused as refused:
        reasons += [_("%(field)s: %(reason)s") % {"field": NAMES[name], "reason": r} for r in refused.reasons]
        return None


def _title(value: str) -> str:
    title = clean_line(value, max_bytes=_MOST_TITLE * 4)
    if not title:
        raise Refused(_("give the task a title."))
    if len(title) > _MOST_TITLE:
        raise Refused(_("at most %(most)s characters.") % {"most": _MOST_TITLE})
    return title


def _tags(values: Iterable[str]) -> list[str]:
    tags = [clean_line(value, max_bytes=_MOST_TAG * 4).casefold() for value in values]
    tags = list(dict.fromkeys(tag for tag in tags if tag))
    if any("," in tag for tag in tags):
        raise Refused(_("a comma separates two tags."))
    if len(tags) > _MOST_TAGS or any(len(tag) > _MOST_TAG for tag in tags):
        raise Refused(_("at most %(most)s tags of %(long)s characters.") % {"most": _MOST_TAGS, "long": _MOST_TAG})
    return tags
