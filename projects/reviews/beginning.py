"""A request that begins at a block of the text, as the button beside the block asks for it."""

from __future__ import annotations

from django.utils.translation import gettext as _

from portal.core.errors import Refused
from projects.reviews import anchors, marks
from projects.reviews.models import ChangeRequest
from projects.tasks.models import Revision


def at(revision: Revision, place: str) -> dict[str, str]:
    """`place` is "statement:120", a part and where one of its blocks begins. The row quotes the block, of a long one
    its first lines. Refused where nothing begins there."""
    part, _colon, start = place.partition(":")
    if part not in ChangeRequest.Part.values or not (start.isascii() and start.isdigit() and len(start) < 7):
        raise _nowhere()
    source: str = getattr(revision, part)
    span = marks.block_at(source, int(start))
    if span is None:
        raise _nowhere()
    quoted = anchors.anchor(source, *_shortened(source, *span))
    return {"part": part, "exact": quoted.exact, "prefix": quoted.prefix, "suffix": quoted.suffix}


def _shortened(source: str, start: int, end: int) -> tuple[int, int]:
    """Whole lines where they are no longer than what is quoted of a text, else as many characters of the first."""
    if end - start <= anchors.LONGEST_QUOTE:
        return start, end
    line = source.rfind("\n", start, start + anchors.LONGEST_QUOTE)
    return start, line if line > start else start + anchors.LONGEST_QUOTE


def _nowhere() -> Refused:
    return Refused(_("No paragraph of this revision begins there. Load the page again."), code="no_place")
