"""A revision as a page shows it: its parts with the requests at their places, and what was said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.utils.translation import gettext as _

from portal.people.queries import display_name
from projects.reviews import anchors, marks, points, queries
from projects.reviews.anchors import Anchor
from projects.reviews.marks import Piece, Placed
from projects.reviews.models import ChangeRequest, Review, Round
from projects.reviews.rail import round_name
from projects.reviews.states import RequestState
from projects.rubric import criteria as rubric
from projects.tasks import texts
from projects.tasks.details import shown as shown_details
from projects.tasks.models import Revision
from projects.tasks.queries import Viewer

PART_NAMES = texts.NAMES


@dataclass(frozen=True)
class Said:
    """An answer to a request: who (contributors or reviewer, never a name) and what."""

    who: str
    text: str
    label: object


@dataclass(frozen=True)
class Shown:
    """A change request on a page. `key` names it in forms; `place` is a sentence about where its words are now."""

    key: str
    letter: str
    name: str
    state: str
    label: object
    text: str
    cure: str
    no_cure: str
    criterion: str
    quote: str
    part: str
    part_name: object
    origin: str
    gone: bool
    line: int | None
    span: tuple[int, int] | None
    answers: tuple[Said, ...]
    mine: bool
    is_point: bool = False


@dataclass(frozen=True)
class ShownPoint:
    """A point of a decision: `request` is the name of the request it is, or "" where it is the lead's own. Then it has
    a place, and either `cure` or `no_cure`. `words` are those of a request where it does not stand beside."""

    key: str
    letter: str
    criterion: str
    part: str
    part_name: object
    origin: str
    request: str = ""
    quote: str = ""
    span: tuple[int, int] | None = None
    line: int | None = None
    cure: str = ""
    no_cure: str = ""
    words: str = ""
    is_point: bool = True

    @property
    def gone(self) -> bool:
        return self.span is None


Tied = Shown | ShownPoint


@dataclass(frozen=True)
class ShownPart:
    """One part of a revision, with the details seen with it. Each piece comes with the requests that stand after it.

    Where the task comes from has no text of its own, and so neither pieces nor lines. `apart`: each piece is one block.
    """

    key: str
    name: object
    source: str
    pieces: tuple[tuple[Piece, tuple[Tied, ...]], ...]
    lines: tuple[str, ...] = field(default=())
    details: tuple[shown_details.Shown, ...] = field(default=())
    apart: bool = False


def shown_requests(viewer: Viewer, requests: Iterable[ChangeRequest], revision: Revision) -> list[Shown]:
    """With the place of each in `revision`, found by its words."""
    return [_shown(viewer, one, revision) for one in requests]


def _shown(viewer: Viewer, one: ChangeRequest, revision: Revision) -> Shown:
    assignment = one.review.assignment
    round_ = assignment.round
    span = place(one, revision)
    source: str = getattr(revision, one.part)
    mine = viewer.subject is not None and assignment.reviewer_id == viewer.subject.pk
    criteria = {row["id"]: rubric.short(row) for row in round_.rubric.criteria}
    return Shown(
        key=queries.key_of(one),
        letter=queries.short_name(one),
        name=queries.name_of(one),
        state=one.state,
        label=RequestState(one.state).label,
        text=one.text,
        cure=one.cure,
        no_cure=one.no_cure,
        criterion=criteria.get(one.criterion, one.criterion),
        quote=one.exact,
        part=one.part,
        part_name=PART_NAMES[one.part],
        origin=_("%(round)s, yours") % {"round": round_name(round_)} if mine else round_name(round_),
        gone=span is None,
        line=anchors.line_of(source, span[0]) if span else None,
        span=span,
        # One that is only previewed has none, and can be asked for none.
        answers=tuple(_said(one, answer, assignment.letter) for answer in (one.answers.all() if one.pk else ())),
        mine=mine,
    )


def _said(one: ChangeRequest, answer: Any, letter: str) -> Said:
    by_reviewer = answer.by_id == one.review.assignment.reviewer_id
    who = _("Reviewer %(letter)s") % {"letter": letter} if by_reviewer else _("Contributors")
    return Said(who=who, text=answer.text, label=RequestState(answer.state).label)


def place(one: ChangeRequest, revision: Revision) -> tuple[int, int] | None:
    """Where the request's words stand in `revision`; None where they are gone or cannot be told apart."""
    quoted = Anchor(one.exact, one.prefix, one.suffix)
    return _moved(quoted, one.part, one.review.assignment.round.revision, revision)


def _moved(quoted: Anchor, part: str, filed_on: Revision, revision: Revision) -> tuple[int, int] | None:
    among = max(anchors.occurrences(getattr(filed_on, part), quoted.exact), 1)
    return anchors.relocate(getattr(revision, part), quoted.exact, quoted.prefix, quoted.suffix, among=among)


def parts_of(
    viewer_fields: frozenset[str],
    revision: Revision,
    shown: Sequence[Shown],
    *,
    decided: Sequence[ShownPoint] = (),
    numbered: bool = False,
    changed: Mapping[str, Mapping[int, str]] | None = None,
) -> list[ShownPart]:
    """The parts the reader may see, in order, with requests and leads' own points (`decided`) at their places;
    `numbered` gives the lines of the source as well. With `changed`, what became of blocks by part and place, every
    block stands apart."""
    tied: list[Tied] = [*shown, *decided]
    made = []
    for part in texts.PARTS:
        if part not in viewer_fields:
            continue
        source: str = getattr(revision, part)
        here = [one for one in tied if one.part == part]
        placed = [Placed(one.key, one.span) for one in here]
        by_key = {one.key: one for one in here}
        cut = marks.pieces(source, placed) if changed is None else marks.apart(source, placed, changed.get(part, {}))
        made.append(
            ShownPart(
                key=part,
                name=PART_NAMES[part],
                source=source,
                pieces=tuple(_with_requests(cut, by_key)),
                lines=tuple(source.splitlines()) if numbered else (),
                details=shown_details.shown(revision.details, part),
                apart=changed is not None,
            )
        )
    if "origin" in viewer_fields and (told := shown_details.shown(revision.details, "origin")):
        made.append(ShownPart("origin", PART_NAMES["origin"], "", (), details=told))
    return made


def _with_requests(found: Iterable[Piece], by_key: Mapping[str, Tied]) -> Iterable[tuple[Piece, tuple[Tied, ...]]]:
    """Letters for the reader in place of keys, and each request once, after the first piece that holds it."""
    told: set[str] = set()
    for piece in found:
        new = [key for key in dict.fromkeys(piece.names) if key not in told]
        told |= set(new)
        segments = tuple(marks.Segment(s.text, tuple(by_key[name].letter for name in s.names)) for s in piece.segments)
        letters = tuple(by_key[name].letter for name in piece.names)
        yield replace(piece, names=letters, segments=segments), tuple(by_key[key] for key in new)


@dataclass(frozen=True)
class Score:
    """`word` is the step where the scale has words, else ""."""

    criterion: str
    word: str
    step: int
    of: int


@dataclass(frozen=True)
class ShownReview:
    """A filed review under its letter; `person` only where the reader may know."""

    letter: str
    person: Any
    verdict: str
    label: object
    text: str
    scores: tuple[Score, ...]
    round: Round
    round_name: str
    filed_at: Any
    mine: bool


def shown_reviews(viewer: Viewer, round_: Round, reviews: Iterable[Review], *, named: bool) -> list[ShownReview]:
    return [
        ShownReview(
            letter=one.assignment.letter,
            person=one.assignment.reviewer if named else None,
            verdict=one.verdict,
            label=one.get_verdict_display(),
            text=one.text,
            scores=_scores(round_, one),
            round=round_,
            round_name=round_name(round_),
            filed_at=one.filed_at,
            mine=viewer.subject is not None and one.assignment.reviewer_id == viewer.subject.pk,
        )
        for one in reviews
    ]


def _scores(round_: Round, review: Review) -> tuple[Score, ...]:
    found = []
    for row in round_.rubric.criteria:
        step, steps = review.scores.get(row["id"]), rubric.steps(row)
        if step is not None:
            word = steps[step - 1] if row.get("levels") else ""
            found.append(Score(rubric.short(row), word, step, len(steps)))
    return tuple(found)


@dataclass(frozen=True)
class ShownDecision:
    """`who` is a person, or the sentence that says how the verdicts were counted."""

    round_name: str
    outcome: str
    label: object
    who: str
    criteria: tuple[Mapping[str, Any], ...]
    reasons: str
    points: tuple[ShownPoint, ...]
    at: Any


def shown_decisions(
    rounds: Iterable[Round], unnamed: frozenset[str], viewer_fields: frozenset[str], revision: Revision
) -> list[ShownDecision]:
    """`unnamed`: the stages whose lead nobody is told; those who may know open the names, and that is logged. Points
    stand as far as the reader may see their parts, at their places in `revision`."""
    return [_decision(one, unnamed, viewer_fields, revision) for one in rounds if hasattr(one, "decision")]


def shown_points(
    round_: Round, kept: Iterable[Mapping[str, str]], viewer_fields: frozenset[str], revision: Revision
) -> tuple[ShownPoint, ...]:
    """Points as `ReviewDecision.points` keeps them. The lead's own are counted in each decision."""
    criteria = {row["id"]: rubric.short(row) for row in round_.rubric.criteria}
    found, own = [], 0
    for one in kept:
        own += "request" not in one
        if points.seen(one, viewer_fields):
            name = criteria.get(one["criterion"], one["criterion"])
            found.append(_point(round_, one, own, name, revision))
    return tuple(found)


def _point(round_: Round, one: Mapping[str, str], number: int, criterion: str, revision: Revision) -> ShownPoint:
    common: dict[str, Any] = {"criterion": criterion, "part": one["part"], "part_name": PART_NAMES[one["part"]]}
    common["origin"] = round_name(round_)
    if request := one.get("request", ""):
        return ShownPoint(key=request, letter="", request=request.replace("-", "·"), **common)
    span = _moved(Anchor(one["exact"], one["prefix"], one["suffix"]), one["part"], round_.revision, revision)
    source: str = getattr(revision, one["part"])
    return ShownPoint(
        key=f"{round_.revision.number}-{round_.stage}-L{number}",
        letter=_("Lead %(number)s") % {"number": number},
        quote=one["exact"],
        span=span,
        line=anchors.line_of(source, span[0]) if span else None,
        cure=one.get("cure", ""),
        no_cure=one.get("no_cure", ""),
        **common,
    )


def own_points(decisions: Iterable[ShownDecision]) -> list[ShownPoint]:
    """What leads asked for themselves."""
    return [one for decision in decisions for one in decision.points if not one.request]


def _decision(one: Round, unnamed: frozenset[str], viewer_fields: frozenset[str], revision: Revision) -> ShownDecision:
    decision = one.decision
    return ShownDecision(
        round_name=round_name(one),
        outcome=decision.outcome,
        label=decision.get_outcome_display(),
        who=_who(one, unnamed),
        criteria=criteria_named(one, decision.criteria),
        reasons=decision.reasons,
        points=shown_points(one, decision.points, viewer_fields, revision),
        at=decision.at,
    )


def criteria_named(round_: Round, ids: Iterable[str]) -> tuple[Mapping[str, Any], ...]:
    """Criteria by their ids. A counted decision may name one that only an earlier rubric had: its id says it."""
    known = {row["id"]: row for row in round_.rubric.criteria}
    return tuple(known.get(one, {"id": one, "sentence": one}) for one in ids)


def _who(one: Round, unnamed: frozenset[str]) -> str:
    if one.decision.by is None:
        return _counted(one.decision.rule)
    return _("the lead") if one.stage in unnamed else display_name(one.decision.by)


def _counted(rule: str) -> str:
    if rule == "all":
        return _("by the verdicts: all reviewers have to agree")
    return _("by the verdicts: the majority of the reviewers")
