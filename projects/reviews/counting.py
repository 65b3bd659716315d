"""How the verdicts of a stage become its decision (terms: `all`, `majority`). `lead` is a person's act."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from projects.reviews.stages import Stage
from projects.reviews.states import Outcome


def settled(stage: Stage, verdicts: Sequence[str], waiting: int) -> Outcome | None:
    """The outcome that `verdicts` settle while `waiting` reviewers have yet to file, or None.

    Nothing is settled below the quorum.
    majority: more than half of the stage's reviewers; once everybody has filed, of those who filed; else revise.
    all: accept if all accept, decline if all decline, else revise.
    """
    filed = len(verdicts)
    if stage.decides == "lead" or filed < max(stage.quorum, 1):
        return None
    complete = waiting == 0
    counts = Counter(verdicts)
    outcome, most = counts.most_common(1)[0]
    if stage.decides == "majority":
        seats = max(stage.reviewers, filed + waiting) if not complete else filed
        if 2 * most > seats:
            return Outcome(outcome)
        return Outcome.REVISE if complete else None
    if len(counts) > 1:
        return Outcome.REVISE
    if not complete and filed < stage.reviewers:
        return Outcome.REVISE if outcome == Outcome.REVISE else None
    return Outcome(outcome)
