"""The clause `authorship` of every version of the terms, typed, or what keeps it from running."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from authorship.engine.errors import EngineError, Problem
from authorship.engine.rules.clause import read_clause
from authorship.engine.rules.running import unrunnable
from authorship.engine.rules.types import Authorship


def read_rules(terms: Sequence[Mapping[str, Any]]) -> dict[int, Authorship]:
    """The typed clause of every version; EngineError names what is wrong or not computed yet."""
    rules: dict[int, Authorship] = {}
    problems: list[Problem] = []
    for index, version in enumerate(terms):
        text = json.dumps(version["authorship"], sort_keys=True)
        clause = _read.get(text)
        if clause is None:
            found, clause = clause_problems(version["authorship"], f"terms[{index}].authorship")
            problems += found
            if not found:
                _keep(text, clause)
        rules[version["version"]] = clause
    if problems:
        raise EngineError(problems)
    return rules


# Clauses that can be run, by their text: a list is made many times under the same rules. Typed clauses never change.
_read: dict[str, Authorship] = {}
_MOST_READ = 256


def _keep(text: str, clause: Authorship) -> None:
    if len(_read) >= _MOST_READ:
        _read.clear()
    _read[text] = clause


# What must be there before a list can be made. Texts and days that only people read may be absent from a bundle.
_NEEDED = ("eligibility", "kinds", "blocks", "ties")


def clause_problems(data: object, path: str) -> tuple[list[Problem], Authorship]:
    """What keeps this clause from running, and what could be read of it."""
    clause = read_clause(data, path, None)
    if isinstance(data, dict) and data.get("eligibility") == "none":
        needed: tuple[str, ...] = ()
    else:
        needed = tuple(f"{path}.{key}" for key in _NEEDED)
    problems = [
        problem
        for problem in clause.problems
        if problem.code not in ("missing", "none") or problem.path.startswith(needed)
    ]
    return problems + unrunnable(clause, path), clause.typed()
