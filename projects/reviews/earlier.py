"""What earlier rounds said, beside the form of the next: their scores, and the revision to compare with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from portal.people.models import Subject
from projects.reviews.models import Review, Round
from projects.reviews.rail import round_name
from projects.reviews.states import AssignmentState
from projects.rubric import criteria as rubric

# So many rounds stand beside each criterion; all of them stand under the text.
MOST_ROUNDS = 3


@dataclass(frozen=True)
class Given:
    """One reviewer's score: `step` of `of`, with its `word` where the scale has words."""

    letter: str
    mine: bool
    step: int
    of: int
    word: str


@dataclass(frozen=True)
class Scored:
    """A round's scores under one criterion. `worded` is the criterion as it stood, where it says something else now."""

    round_name: str
    given: tuple[Given, ...]
    worded: str


def compared_with(found: Sequence[Round], round_: Round, reviewer: Subject) -> int:
    """The revision whose text the reviewer knows: the last they filed a review on, else the one before. 0 for none."""
    number = round_.revision.number
    filed = [
        one.revision.number
        for one in found
        for place in one.assignments.all()
        if place.reviewer_id == reviewer.pk and place.state == AssignmentState.FILED
    ]
    return max((one for one in filed if one < number), default=number - 1)


def scores(
    readable: Sequence[tuple[Round, Sequence[Review]]], round_: Round, reader: Subject | None
) -> dict[str, list[Scored]]:
    """By criterion of the round's rubric, the latest round first. `readable`: earlier rounds, oldest first, with the
    reviews of each that the reader may read."""
    now = {row["id"]: row for row in round_.rubric.criteria}
    told: dict[str, list[Scored]] = {key: [] for key in now}
    for one, reviews in [(one, reviews) for one, reviews in readable if reviews][: -MOST_ROUNDS - 1 : -1]:
        for row in one.rubric.criteria:
            given = tuple(_given(row, review, reader) for review in reviews if row["id"] in review.scores)
            if given and row["id"] in now:
                worded = "" if _said(row) == _said(now[row["id"]]) else row["sentence"]
                told[row["id"]].append(Scored(round_name(one), given, worded))
    return told


def _given(row: Mapping[str, object], review: Review, reader: Subject | None) -> Given:
    steps = rubric.steps(row)
    step = review.scores[row["id"]]
    word = steps[step - 1] if row.get("levels") else ""
    mine = reader is not None and review.assignment.reviewer_id == reader.pk
    return Given(review.assignment.letter, mine, step, len(steps), word)


def _said(row: Mapping[str, object]) -> tuple[object, object]:
    return row["sentence"], row.get("levels")
