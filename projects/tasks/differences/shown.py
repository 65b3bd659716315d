"""Differences as the component `diff` takes them, in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from portal.core.text.series import series
from projects.tasks.differences.compare import Differences, Line


def lines_for_page(lines: Iterable[Line]) -> list[dict[str, Any]]:
    return [
        {
            "sign": line.sign,
            "kind": line.kind,
            "number": line.number or "",
            "parts": line.parts,
            "rows": line.rows,
            "old": line.old,
            "new": line.new,
            "text": _text(line),
        }
        for line in lines
    ]


def counts(found: Differences) -> str:
    """`1 paragraph changed, 2 new`; what does not occur is not named."""
    named = [
        ngettext("%(n)s paragraph changed", "%(n)s paragraphs changed", found.changed) % {"n": found.changed},
        ngettext("%(n)s new", "%(n)s new", found.added) % {"n": found.added},
        ngettext("%(n)s removed", "%(n)s removed", found.removed) % {"n": found.removed},
        ngettext("%(n)s moved", "%(n)s moved", found.moved) % {"n": found.moved},
    ]
    amounts = (found.changed, found.added, found.removed, found.moved)
    return str(series(text for text, amount in zip(named, amounts, strict=True) if amount))


def _text(line: Line) -> str:
    if line.sign == "skip" and line.first == line.last:
        return _("Paragraph %(n)s is the same") % {"n": line.first}
    if line.sign == "skip":
        return _("Paragraphs %(first)s to %(last)s are the same") % {"first": line.first, "last": line.last}
    if line.sign == "away":
        return _("What was paragraph %(old)s stands at %(new)s now") % {"old": line.number, "new": line.other}
    if line.sign == "moved":
        return _("Moved here from paragraph %(old)s") % {"old": line.other}
    return ""
