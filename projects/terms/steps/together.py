"""Two who write one step: what only one of them changed since the page was made is kept, clause by clause. Pure.

A page says what it was made of by a mark for each clause (`marks`); it comes back with the form. A clause whose mark is
no longer that of the page was changed there.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from projects.terms.document.fields import clause_path
from projects.terms.steps.typed import TICK, Data

_LENGTH = 12
_MOST = 2_000  # characters of marks: a step has at most some twenty clauses
Marks = dict[str, str]


@dataclass(frozen=True)
class Together:
    """`data` is the step to save. `kept` are the clauses that only others changed since the page was made, `both` those
    that each changed in its own way: of these `data` has what is saved, until the writer has seen both. `marks` are
    those to send the same page with again then; None where the page had none."""

    data: Data
    kept: frozenset[str] = frozenset()
    both: frozenset[str] = frozenset()
    marks: Marks | None = None


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
    moved = {one for one in clauses if saved.get(one) not in (made_of.get(one), mine.get(one))}
    kept = {one for one in moved if mine.get(one) == made_of.get(one)}
    both = moved - kept
    data = {name: text for name, text in theirs.items() if _clause(name) in moved}
    data |= {name: text for name, text in sent.items() if _clause(name) not in moved}
    return Together(data, frozenset(kept), frozenset(both), _part(mine, clauses - both) | _part(saved, both))


def made_of(sent: Data, saved: Data, kept: Collection[str]) -> Marks:
    """Of a page that stays open after it was saved: it shows what was typed, also of the clauses it has `kept`."""
    mine = marks(sent)
    return {one: mark for one, mark in marks(saved).items() if one not in kept} | _part(mine, kept)


def _part(found: Marks, clauses: Collection[str]) -> Marks:
    return {one: mark for one, mark in found.items() if one in clauses}


def _clause(name: str) -> str:
    return clause_path(name.removeprefix(TICK))


def _by_clause(data: Mapping[str, str]) -> dict[str, Data]:
    """What is said, and which rows stand there: an empty one was added by somebody."""
    found: dict[str, Data] = {}
    for name, text in data.items():
        said, (row, dot, _) = _plain(text), name.removeprefix(TICK).rpartition("].")
        if said:
            found.setdefault(_clause(name), {})[name] = said
        if dot:
            found.setdefault(_clause(name), {}).setdefault(f"{row}]", "")
    return found


def _plain(text: str) -> str:
    """Without what a browser and a store change of themselves: ends of lines, and blanks at them."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip()


def _mark(texts: Data) -> str:
    return hashlib.sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()[:_LENGTH]
