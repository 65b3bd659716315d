"""The points a lead's decision rests on: requests that reviewers filed, and the lead's own, each with its place.

A point is kept as {criterion, part, request} or {criterion, part, exact, prefix, suffix, cure or no_cure}. The lead's
own need no answer: they are read with the decision.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext as _

from portal.core.errors import Refused, within
from projects.reviews import queries, texts
from projects.reviews.models import ChangeRequest, Round
from projects.reviews.states import Outcome, RequestState

FIELDS = ("part", "exact", "prefix", "suffix", "line", "criterion", "cure", "no_cure")
MOST = texts.MOST_REQUESTS
_ROW = re.compile(r"p([1-9][0-9]{0,2})-[a-z_]+", re.ASCII)

Point = dict[str, str]


def to_rest_on(round_: Round, visible: Iterable[ChangeRequest]) -> list[ChangeRequest]:
    """Of the requests the lead may read, those a decision of this round may name: still asked for, and under a
    criterion of the rubric that was frozen for it."""
    known = set(texts.criteria_of(round_))
    ended = (RequestState.SETTLED, RequestState.DROPPED)
    return [one for one in visible if one.criterion in known and one.state not in ended]


def checked(
    round_: Round,
    outcome: Outcome | None,
    *,
    requests: Sequence[str],
    points: Sequence[Mapping[str, Any]],
    visible: Iterable[ChangeRequest],
) -> list[Point]:
    """As they are kept, the requests first. Raises Refused with every reason.

    "Revise" and "decline" need at least one, "revise" one that can be cured, and an acceptance has none.
    """
    problems: list[object] = []
    offered = {queries.key_of(one): one for one in to_rest_on(round_, visible)}
    if not set(requests) <= set(offered):
        problems.append(_("A decision rests on requests that are still asked for, under criteria of this rubric."))
    named = [one for key, one in offered.items() if key in requests]
    kept = [Point(criterion=one.criterion, part=one.part, request=queries.key_of(one)) for one in named]
    if len(points) > MOST:
        problems.append(_("At most %(most)s points a decision.") % {"most": MOST})
    for number, one in enumerate(points[:MOST], start=1):
        try:
            kept.append(_own(round_, one))
        except Refused as refused:
            problems += within(f"points.{number}", refused.reasons, _("Point %(number)s: %(reason)s"), number=number)
    given, curable = bool(requests or points), any(one.cure for one in named) or any("cure" in one for one in kept)
    problems += _does_not_fit(outcome, given=given, curable=curable or bool(problems))
    if problems:
        raise Refused(*problems, code="incomplete")
    return kept


def _does_not_fit(outcome: Outcome | None, *, given: bool, curable: bool) -> list[str]:
    if outcome == Outcome.ACCEPT and given:
        return [_("An acceptance asks for nothing: take the requests and points back, or choose another outcome.")]
    if outcome in (Outcome.REVISE, Outcome.DECLINE) and not given:
        return [_("“Revise” and “decline” name at least one request, or a point of your own with its place.")]
    if outcome == Outcome.REVISE and not curable:
        return [_("“Revise” asks for what can be cured. Where nothing can cure it, the outcome is “decline”.")]
    return []


def _own(round_: Round, given: Mapping[str, Any]) -> Point:
    found = texts.located(round_, given)
    problems: list[object] = list(found.problems)
    cure = no_cure = ""
    try:
        cure, no_cure = texts.cure_or_why_none(given)
    except Refused as refused:
        problems += refused.reasons
    if problems or found.anchor is None:
        raise Refused(*problems, code="invalid")
    place = {"exact": found.anchor.exact, "prefix": found.anchor.prefix, "suffix": found.anchor.suffix}
    said = {"cure": cure} if cure else {"no_cure": no_cure}
    return {"criterion": found.criterion, "part": found.part, **place, **said}


def read(post: QueryDict) -> list[dict[str, str]]:
    """The rows of the form in which something was said, by their numbers."""
    numbers = sorted({int(found[1]) for name in post if (found := _ROW.fullmatch(name))})
    rows = [{name: post.get(f"p{number}-{name}", "") for name in FIELDS} for number in numbers]
    return [row for row in rows if any(row[name].strip() for name in ("exact", "line", "cure", "no_cure"))]


def fields(rows: Iterable[Mapping[str, str]]) -> list[tuple[str, str]]:
    """As names and values of a form that sends the same again."""
    return [(f"p{number}-{name}", row.get(name, "")) for number, row in enumerate(rows, start=1) for name in FIELDS]


def ids(rows: Sequence[Mapping[str, str]]) -> dict[str, str]:
    """The controls of the form by the field that a refusal names."""
    numbers = range(1, len(rows) + 1)
    return {f"points.{number}.{name}": f"p{number}-{name}" for number in numbers for name in FIELDS}


def seen(point: Mapping[str, str], viewer_fields: frozenset[str]) -> bool:
    """Whether somebody who may read the decision reads this point: its part, and the reviews where it is from one."""
    return point["part"] in viewer_fields and ("request" not in point or "reviews" in viewer_fields)
