"""What reviewers and leads type, as it is kept: cleaned, anchored, refused with the place and the reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from portal.core.errors import Reason, Refused, within
from portal.core.text.input import clean_text
from projects.reviews import anchors, meaning
from projects.reviews.anchors import Anchor
from projects.reviews.models import ChangeRequest, Round
from projects.reviews.states import Outcome
from projects.rubric import criteria as rubric
from projects.tasks import texts as tasks
from projects.tasks.models import Revision

MOST_REVIEW_BYTES = 60_000
MOST_REQUEST_BYTES = 8_000
MOST_REQUESTS = 40

RequestInput = Mapping[str, Any]


@dataclass(frozen=True)
class Wanted:
    """A change request, ready to be kept."""

    part: str
    anchor: Anchor
    criterion: str
    text: str
    cure: str
    no_cure: str


def criteria_of(round_: Round) -> list[str]:
    """Ids of the rubric frozen for the round, in its order."""
    return [row["id"] for row in round_.rubric.criteria]


def reasons(text: str, *, name: object, least: int = meaning.REASONS, most: int = MOST_REVIEW_BYTES) -> str:
    """Cleaned text that says something. Raises Refused."""
    kept = clean_text(text, max_bytes=most, multiline=True)
    found = meaning.why_too_little(kept, least=least)
    if found == "short":
        raise Refused(
            _("%(name)s: say more, at least %(least)s characters; “no.” helps nobody.")
            % {"name": name, "least": least},
            code="too_little",
        )
    if found == "repeated":
        raise Refused(_("%(name)s: this repeats one phrase. Say what you found.") % {"name": name}, code="too_little")
    return kept


def outcome(value: str) -> Outcome:
    try:
        return Outcome(value)
    except ValueError:
        said = _("Choose a verdict: accept, revise or decline.")
        raise Refused(Reason(said, "verdict"), code="invalid") from None


def scores(round_: Round, given: Mapping[str, Any]) -> dict[str, int]:
    """For each criterion the number of a step of its scale, counted from 1; no more and no fewer."""
    unknown = sorted(set(given) - set(criteria_of(round_)))
    problems: list[object] = [_("There is no criterion “%(id)s” in this rubric.") % {"id": one} for one in unknown]
    kept: dict[str, int] = {}
    for position, row in enumerate(round_.rubric.criteria, start=1):
        value, steps = given.get(row["id"]), rubric.steps(row)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= len(steps):
            said = _("Criterion %(number)s has no score yet (%(least)s to %(most)s).")
            said %= {"number": position, "least": steps[0], "most": steps[-1]}
            problems.append(Reason(said, f"scores.{row['id']}"))
        else:
            kept[row["id"]] = value
    if problems:
        raise Refused(*problems, code="invalid")
    return kept


def requests(round_: Round, given: Sequence[RequestInput]) -> list[Wanted]:
    """Each with a criterion of the frozen rubric, a place, what to change, and its cure or why there is none."""
    if len(given) > MOST_REQUESTS:
        raise Refused(_("At most %(most)s requests a review.") % {"most": MOST_REQUESTS}, code="too_many")
    kept: list[Wanted] = []
    problems: list[Reason] = []
    for number, one in enumerate(given, start=1):
        try:
            kept.append(_request(round_, one))
        except Refused as refused:
            problems += within(f"{number}", refused.reasons, _("Request %(number)s: %(reason)s"), number=number)
    if problems:
        raise Refused(*problems, code="invalid")
    return kept


@dataclass(frozen=True)
class Located:
    """What is said of a place, and under which criterion. Without problems there is an anchor."""

    part: str
    anchor: Anchor | None
    criterion: str
    problems: tuple[Reason, ...]


def located(round_: Round, given: RequestInput) -> Located:
    """The place in the round's revision and the criterion of its frozen rubric."""
    part = str(given.get("part", ""))
    problems: list[Reason] = []
    place = None
    if part not in ChangeRequest.Part.values:
        problems.append(Reason(_("choose the part it is about."), "part"))
    else:
        place = find(round_.revision, part, given)
        if place is None:
            problems.append(Reason(not_found(part, given), "line" if given.get("line") else "exact"))
    criterion = str(given.get("criterion", ""))
    if criterion not in criteria_of(round_):
        problems.append(Reason(_("name a criterion of the rubric."), "criterion"))
    return Located(part, place, criterion, tuple(problems))


def _request(round_: Round, given: RequestInput) -> Wanted:
    found = located(round_, given)
    problems: list[object] = list(found.problems)
    text, cures = "", ("", "")
    try:
        said = str(given.get("text", ""))
        text = reasons(said, name=_("What to change"), least=meaning.SHORT, most=MOST_REQUEST_BYTES)
    except Refused as refused:
        problems += within("text", refused.reasons)
    try:
        cures = cure_or_why_none(given)
    except Refused as refused:
        problems += refused.reasons
    if problems or found.anchor is None:
        raise Refused(*problems, code="invalid")
    return Wanted(found.part, found.anchor, found.criterion, text, *cures)


def cure_or_why_none(given: RequestInput) -> tuple[str, str]:
    """What would cure it, or why nothing can: one of the two, the other is "". Raises Refused."""
    cure, no_cure = str(given.get("cure") or ""), str(given.get("no_cure") or "")
    if cure.strip() and no_cure.strip():
        said = _("say either how to know that it has been changed, or why nothing can cure it.")
        raise Refused(Reason(said, "no_cure"), code="both")
    try:
        if no_cure.strip():
            return "", reasons(no_cure, name=_("Why nothing can cure it"), most=MOST_REQUEST_BYTES)
        return reasons(cure, name=_("How to know that it has been"), least=meaning.SHORT, most=MOST_REQUEST_BYTES), ""
    except Refused as refused:
        named = within("no_cure" if no_cure.strip() else "cure", refused.reasons)
        raise Refused(*named, code=refused.code) from refused


def not_found(part: str, given: RequestInput) -> str:
    name = tasks.NAMES[part]
    if given.get("line"):
        return _("%(part)s has no text in line %(line)s.") % {"part": name, "line": given["line"]}
    if not given.get("exact"):
        return _("quote the words it is about, or choose the number of a line.")
    return _(
        "the quoted words stand not in this text, or more than once: %(part)s. Quote more of them, or choose a line."
    ) % {"part": name}


def find(revision: Revision, part: str, given: RequestInput) -> Anchor | None:
    """The place a request names: by line number, by anchor, or by words copied from the page or the source."""
    source: str = getattr(revision, part)
    exact = str(given.get("exact") or "")
    line = str(given.get("line") or "").strip()
    if line and not exact.strip():
        return anchors.of_line(source, int(line)) if line.isascii() and line.isdigit() and len(line) < 7 else None
    if not exact.strip() or len(exact) > anchors.LONGEST_QUOTE:
        return None
    prefix, suffix = str(given.get("prefix") or ""), str(given.get("suffix") or "")
    if prefix or suffix:
        span = anchors.relocate(source, exact, prefix, suffix)
        # What was kept has lost the white space at its ends, and around a whole paragraph there is nothing nearer.
        span = span or anchors.relocate(source, exact, f"{prefix} ", f" {suffix}")
        if span is not None:
            return anchors.anchor(source, *span)
    return anchors.of_quote(source, exact, prefix)
