"""What a reporter types, as it is kept: cleaned, anchored, refused with the place and the reason."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from portal.core.errors import Refused
from projects.reviews import meaning
from projects.reviews import texts as reviews
from projects.reviews.models import ChangeRequest
from projects.rubric.criteria import short
from projects.tasks.models import Revision, Task

MOST_BYTES = 8_000


def criteria(task: Task) -> list[dict[str, Any]]:
    """Of the rubric that was frozen for the last round of the task, each with a `short` name."""
    last = task.rounds.select_related("rubric").order_by("-pk").first()
    return [{**row, "short": short(row)} for row in last.rubric.criteria] if last else []


def checked(task: Task, revision: Revision, fields: frozenset[str], given: Mapping[str, Any]) -> dict[str, str]:
    """The columns of a report. Refused with every reason. A part that the reporter does not see is no part to them."""
    problems: list[object] = []
    part, place = str(given.get("part", "")), None
    if part not in ChangeRequest.Part.values or part not in fields:
        problems.append(_("Choose the part it is about."))
    else:
        place = reviews.find(revision, part, given)
        if place is None:
            problems.append(_("The place: %(reason)s") % {"reason": reviews.not_found(part, given)})
    criterion = str(given.get("criterion", ""))
    if criterion not in {"other", *(row["id"] for row in criteria(task))}:
        problems.append(_("Name a criterion of the rubric, or “something else”."))
    said = {}
    for name, label, least in (
        ("text", _("What is wrong"), meaning.REASONS),
        ("evidence", _("Evidence"), meaning.SHORT),
    ):
        try:
            said[name] = reviews.reasons(str(given.get(name, "")), name=label, least=least, most=MOST_BYTES)
        except Refused as refused:
            problems += refused.reasons
    if problems or place is None:
        raise Refused(*problems, code="invalid")
    anchor = {"exact": place.exact, "prefix": place.prefix, "suffix": place.suffix}
    return {"part": part, **anchor, "criterion": "" if criterion == "other" else criterion, **said}
