"""A revision as a page shows it: its parts with the requests at their places, and what was said of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _

from portal.people.queries import display_name
from projects.reviews import anchors, marks, queries
from projects.reviews.marks import Piece, Placed
from projects.reviews.models import ChangeRequest, Review, Round
from projects.reviews.rail import round_name
from projects.reviews.states import RequestState
from projects.tasks import texts
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
    criterion: str
    quote: str
    part: str
    part_name: object
    origin: str
    gone: bool
    line: int | None
    answers: tuple[Said, ...]
    mine: bool
    request: ChangeRequest


@dataclass(frozen=True)
class ShownPart:
    """One part of a revision. Each piece comes with the requests that stand after it."""

    key: str
    name: object
    source: str
    pieces: tuple[tuple[Piece, tuple[Shown, ...]], ...]
    lines: tuple[str, ...] = field(default=())


def shown_requests(viewer: Viewer, requests: Iterable[ChangeRequest], revision: Revision) -> list[Shown]:
    """With the place of each in `revision`, found by its words."""
    return [_shown(viewer, one, revision) for one in requests]


def _shown(viewer: Viewer, one: ChangeRequest, revision: Revision) -> Shown:
    assignment = one.review.assignment
    round_ = assignment.round
    span = place(one, revision)
    source: str = getattr(revision, one.part)
    mine = viewer.subject is not None and assignment.reviewer_id == viewer.subject.pk
    criteria = {row["id"]: row["sentence"] for row in round_.rubric.criteria}
    return Shown(
        key=f"{round_.revision.number}-{assignment.letter}{one.number}",
        letter=queries.short_name(one),
        name=queries.name_of(one),
        state=one.state,
        label=RequestState(one.state).label,
        text=one.text,
        cure=one.cure,
        criterion=criteria.get(one.criterion, one.criterion),
        quote=one.exact,
        part=one.part,
        part_name=PART_NAMES[one.part],
        origin=_("%(round)s, yours") % {"round": round_name(round_)} if mine else round_name(round_),
        gone=span is None,
        line=anchors.line_of(source, span[0]) if span else None,
        answers=tuple(_said(one, answer, assignment.letter) for answer in one.answers.all()),
        mine=mine,
        request=one,
    )


def _said(one: ChangeRequest, answer: Any, letter: str) -> Said:
    by_reviewer = answer.by_id == one.review.assignment.reviewer_id
    who = _("Reviewer %(letter)s") % {"letter": letter} if by_reviewer else _("Contributors")
    return Said(who=who, text=answer.text, label=RequestState(answer.state).label)


def place(one: ChangeRequest, revision: Revision) -> tuple[int, int] | None:
    """Where the request's words stand in `revision`; None where they are gone or cannot be told apart."""
    filed_on = getattr(one.review.assignment.round.revision, one.part)
    among = max(anchors.occurrences(filed_on, one.exact), 1)
    return anchors.relocate(getattr(revision, one.part), one.exact, one.prefix, one.suffix, among=among)


def parts_of(
    viewer_fields: frozenset[str], revision: Revision, shown: Sequence[Shown], *, numbered: bool = False
) -> list[ShownPart]:
    """The parts the reader may see, in order; `numbered` gives the lines of the source as well."""
    made = []
    for part in texts.PARTS:
        if part not in viewer_fields:
            continue
        source: str = getattr(revision, part)
        here = [one for one in shown if one.part == part]
        placed = [Placed(one.key, place(one.request, revision)) for one in here]
        by_key = {one.key: one for one in here}
        made.append(
            ShownPart(
                key=part,
                name=PART_NAMES[part],
                source=source,
                pieces=tuple(_with_requests(marks.pieces(source, placed), by_key)),
                lines=tuple(source.splitlines()) if numbered else (),
            )
        )
    return made


def _with_requests(found: Iterable[Piece], by_key: Mapping[str, Shown]) -> Iterable[tuple[Piece, tuple[Shown, ...]]]:
    """Letters for the reader in place of keys, and each request once, after the first piece that holds it."""
    told: set[str] = set()
    for piece in found:
        new = [key for key in dict.fromkeys(piece.names) if key not in told]
        told |= set(new)
        segments = tuple(marks.Segment(s.text, tuple(by_key[name].letter for name in s.names)) for s in piece.segments)
        letters = tuple(by_key[name].letter for name in piece.names)
        yield Piece(piece.source, letters, segments), tuple(by_key[key] for key in new)


@dataclass(frozen=True)
class ShownReview:
    """A filed review under its letter; `person` only where the reader may know."""

    letter: str
    person: Any
    verdict: str
    label: object
    text: str
    scores: tuple[tuple[str, int], ...]
    round: Round
    round_name: str
    filed_at: Any
    mine: bool


def shown_reviews(viewer: Viewer, round_: Round, reviews: Iterable[Review], *, named: bool) -> list[ShownReview]:
    criteria = [(row["id"], row["sentence"]) for row in round_.rubric.criteria]
    return [
        ShownReview(
            letter=one.assignment.letter,
            person=one.assignment.reviewer if named else None,
            verdict=one.verdict,
            label=one.get_verdict_display(),
            text=one.text,
            scores=tuple((sentence, one.scores[key]) for key, sentence in criteria if key in one.scores),
            round=round_,
            round_name=round_name(round_),
            filed_at=one.filed_at,
            mine=viewer.subject is not None and one.assignment.reviewer_id == viewer.subject.pk,
        )
        for one in reviews
    ]


@dataclass(frozen=True)
class ShownDecision:
    """`who` is a person, or the sentence that says how the verdicts were counted."""

    round_name: str
    outcome: str
    label: object
    who: str
    criteria: tuple[str, ...]
    reasons: str
    at: Any


def shown_decisions(rounds: Iterable[Round], unnamed: frozenset[str] = frozenset()) -> list[ShownDecision]:
    """`unnamed`: the stages whose lead nobody is told; those who may know open the names, and that is logged."""
    return [_decision(one, unnamed) for one in rounds if hasattr(one, "decision")]


def _decision(one: Round, unnamed: frozenset[str]) -> ShownDecision:
    decision = one.decision
    sentences = {row["id"]: row["sentence"] for row in one.rubric.criteria}
    return ShownDecision(
        round_name=round_name(one),
        outcome=decision.outcome,
        label=decision.get_outcome_display(),
        who=_who(one, unnamed),
        criteria=tuple(sentences.get(key, key) for key in decision.criteria),
        reasons=decision.reasons,
        at=decision.at,
    )


def _who(one: Round, unnamed: frozenset[str]) -> str:
    if one.decision.by is None:
        return _counted(one.decision.rule)
    return _("the lead") if one.stage in unnamed else display_name(one.decision.by)


def _counted(rule: str) -> str:
    if rule == "all":
        return _("by the verdicts: all reviewers have to agree")
    return _("by the verdicts: the majority of the reviewers")
