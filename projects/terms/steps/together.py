"""Two who write one step: what only one of them changed since the page was made is kept, clause by clause. Pure.

A page says what it was made of by a mark for each clause (`marks`); it comes back with the form. A clause whose mark is
no longer that of the page was changed there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from projects.terms.document.fields import clause_path
from projects.terms.steps.typed import TICK, Data

_LENGTH = 12
_MOST = 2_000  # characters of marks: a step has at most some twenty clauses
Marks = dict[str, str]


@dataclass(frozen=True)
class Together:
    """`data` is the step to save; `both` are the clauses that both changed, each in its own way, where `data` has what
    was sent. `marks` are those to send it with again once somebody has looked at both."""

    data: Data
    both: frozenset[str]
    marks: Marks


def marks(data: Mapping[str, str]) -> Marks:
    """By clause; one that holds nothing has none."""
    return {clause: _mark(texts) for clause, texts in _by_clause(data).items()}


def written(found: Mapping[str, str]) -> str:
    return " ".join(f"{clause}:{mark}" for clause, mark in found.items())


def read(text: str) -> Marks:
    """Of what was sent; what has no form of marks stands for clauses that were changed."""
    pairs = (part.rpartition(":") for part in text[:_MOST].split())
    return {clause: mark for clause, _colon, mark in pairs}


def together(sent: Data, theirs: Data, made_of: Marks) -> Together:
    """`sent` on a page made of `made_of`, beside what is saved by now. All are of one step."""
    mine, saved = marks(sent), marks(theirs)
    clauses = {_clause(name) for name in (*sent, *theirs)}
    kept = {one for one in clauses if mine.get(one) in (made_of.get(one), saved.get(one))}
    both = {one for one in clauses - kept if saved.get(one) != made_of.get(one)}
    data = {name: text for name, text in theirs.items() if _clause(name) in kept}
    data |= {name: text for name, text in sent.items() if _clause(name) not in kept}
    seen = {one: saved[one] for one in both if one in saved}
    return Together(data, frozenset(both), {one: mark for one, mark in made_of.items() if one not in both} | seen)


def _clause(name: str) -> str:
    return clause_path(name.removeprefix(TICK))


def _by_clause(data: Mapping[str, str]) -> dict[str, Data]:
    """What is said, and which rows stand there: an empty one was added by somebody."""
    found: dict[str, Data] = {}
    for name, text in data.items():
        said, (row, dot, _part) = " ".join(text.split()), name.removeprefix(TICK).rpartition("].")
        if said:
            found.setdefault(_clause(name), {})[name] = said
        if dot:
            found.setdefault(_clause(name), {}).setdefault(f"{row}]", "")
    return found


def _mark(texts: Data) -> str:
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:_LENGTH]
