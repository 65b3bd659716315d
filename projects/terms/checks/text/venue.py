"""The venue reader: does a sentence promise, plan, or neither, that this project's paper appears in a reviewed venue?

Clause by clause: an outcome of review stated as certain, or a venue paper taken for granted, is a promise; intention,
hope, possibility and any act of submitting is a plan; sources, history, people, licences and denials are neither. Of
several readings promise wins over plan.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

from projects.terms.checks.text import venue_words as words
from projects.terms.checks.text.sentences import SENTENCES
from projects.terms.checks.text.sentences import sentences as split
from projects.terms.checks.text.venue_names import MARK, marked

Reading = Literal["promise", "plan", "neither"]


def readings(sentences: Sequence[str]) -> list[tuple[str, Reading]]:
    """Each sentence with its reading; a question is read together with the sentence behind it."""
    following = [*sentences[1:], ""][: len(sentences)]
    return [(one, _reading(one, after)) for one, after in zip(sentences, following, strict=True)]


def reading(text: str) -> Reading:
    """The strongest reading of a whole text."""
    found = {said for _, said in readings(split(text))}
    return "promise" if "promise" in found else "plan" if "plan" in found else "neither"


@lru_cache(SENTENCES)
def _reading(sentence: str, after: str) -> Reading:
    text = marked(words.without_bad_examples(sentence))
    if MARK not in text or words.FACT.search(text):
        return "neither"
    text = words.STRENGTHENED.sub(" ", text)
    said = _of_clauses(text)
    if sentence.rstrip('”"’」』) ').endswith(("?", "？")):
        return _of_question(text, said, after)
    return said


def _of_question(text: str, said: Reading, after: str) -> Reading:
    """With an offer behind it a question about the outcome is a promise, with an open answer or none it is nothing."""
    if not after or words.OPEN_ANSWER.search(after):
        return "plan" if said == "plan" and not after else "neither"
    outcome = said == "promise" or words.OUTCOME.search(text) is not None
    return "promise" if outcome and words.OFFER.search(after) else "neither"


def _of_clauses(text: str) -> Reading:
    clauses = words.clauses(text)
    found = [_of_clause(clause) for clause in clauses]
    if words.AS_BEFORE.search(text) and any(MARK in clause for clause in clauses):
        found.append("promise")
    if "promise" in found and any(words.UP_TO_REVIEW.search(clause) for clause in clauses):
        return "plan"
    return "promise" if "promise" in found else "plan" if "plan" in found else "neither"


def _of_clause(clause: str) -> Reading:
    """A clause without a venue says nothing; a hedge counts before a denial, both before an outcome."""
    if MARK not in clause or words.OTHER_PAPERS.search(clause):
        return "neither"
    if words.PLAN.search(clause):
        return "plan"
    if words.DENIAL.search(clause) or words.HISTORY.search(clause):
        return "neither"
    return "promise" if words.OUTCOME.search(clause) else "neither"
