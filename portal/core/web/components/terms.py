"""The terms in five lines, and the marks of the fairness card."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.text.series import series
from portal.core.web.components.registry import kept

MARKS = ("fair", "flag", "observation", "open")


@kept
def strip(*, tiles: Sequence[Any], href: str = "", variant: str = "") -> dict[str, Any]:
    """`tiles`: title, text, path, clause, stated, and optionally flag (the reason of a red flag).

    `href` is the page that holds the clauses; a tile links to `href#path`. `variant` is "", small or stacked.
    """
    return {"tiles": tiles, "href": href, "variant": variant}


@kept
def check(
    *, mark: str, title: object, quote: object = "", href: str = "", clause: object = "", note: object = ""
) -> dict[str, Any]:
    """`mark` is fair, flag, observation or open (not stated). What is not fair stands open with its clause."""
    words = {"fair": _("Fair"), "flag": _("Red flag"), "observation": _("Worth knowing"), "open": _("Not stated")}
    return {
        "mark": mark,
        "word": words[mark],
        "title": title,
        "quote": quote,
        "href": href,
        "clause": clause,
        "note": note,
    }


@kept
def tally(*, marks: Sequence[str]) -> dict[str, Any]:
    """One symbol a check, and the same in words."""
    return {"marks": marks, "words": series(_counted(marks))}


def _counted(marks: Sequence[str]) -> list[str]:
    count: Mapping[str, int] = {mark: marks.count(mark) for mark in MARKS}
    words = {
        "fair": ngettext("%(n)s fair", "%(n)s fair", count["fair"]),
        "flag": ngettext("%(n)s red flag", "%(n)s red flags", count["flag"]),
        "observation": ngettext("%(n)s worth knowing", "%(n)s worth knowing", count["observation"]),
        "open": ngettext("%(n)s not stated", "%(n)s not stated", count["open"]),
    }
    return [words[mark] % {"n": count[mark]} for mark in MARKS if count[mark]]
