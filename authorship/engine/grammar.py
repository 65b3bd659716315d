"""The rule grammar: the one parser of everything rules are written in.

Each `parse_…` takes JSON-like data and the path it stands at and returns the typed rule and the problems; the
rule is None as soon as there is one problem. `kinds` and `roles` are the ids a rule may name; left out,
references are not checked. Any input gives an answer: nothing raises, and nothing takes longer for being
deep or large. Problems whose code is in `DRAFT_CODES` say that a part is open; all others that it is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TypeVar

from authorship.engine.errors import DRAFT_CODES, Problem
from authorship.engine.rules.awards import read_award
from authorship.engine.rules.clause import read_clause
from authorship.engine.rules.conditions import FACTS, read_condition
from authorship.engine.rules.expressions import read_expression
from authorship.engine.rules.order import REST, read_block, read_mark, read_ties
from authorship.engine.rules.outputs import read_output
from authorship.engine.rules.pay import read_pay_rule
from authorship.engine.rules.reader import Reader
from authorship.engine.rules.running import unrunnable, unrunnable_expression
from authorship.engine.rules.types import (
    Authorship,
    AwardRule,
    Block,
    Condition,
    Expression,
    Key,
    Mark,
    Output,
    PayRule,
)

__all__ = [
    "DRAFT_CODES",
    "FACTS",
    "REST",
    "not_computed",
    "not_computed_expression",
    "parse_authorship",
    "parse_award",
    "parse_block",
    "parse_condition",
    "parse_expression",
    "parse_mark",
    "parse_output",
    "parse_pay_rule",
    "parse_ties",
]

T = TypeVar("T")
Ids = Collection[str] | None


def _parse(
    read: Callable[[Reader, object, str], T | None], data: object, path: str, kinds: Ids, roles: Ids
) -> tuple[T | None, list[Problem]]:
    reader = Reader(kinds=kinds, roles=roles)
    rule = read(reader, data, path)
    return (None if reader.problems else rule), reader.problems


def parse_expression(
    data: object, path: str, *, kinds: Ids = None, roles: Ids = None
) -> tuple[Expression | None, list[Problem]]:
    return _parse(read_expression, data, path, kinds, roles)


def parse_award(data: object, path: str) -> tuple[AwardRule | None, list[Problem]]:
    return _parse(read_award, data, path, None, None)


def parse_block(data: object, path: str, *, kinds: Ids = None, roles: Ids = None) -> tuple[Block | None, list[Problem]]:
    return _parse(read_block, data, path, kinds, roles)


def parse_ties(data: object, path: str, *, kinds: Ids = None) -> tuple[tuple[Key, ...] | None, list[Problem]]:
    return _parse(read_ties, data, path, kinds, None)


def parse_mark(data: object, path: str, *, kinds: Ids = None, roles: Ids = None) -> tuple[Mark | None, list[Problem]]:
    return _parse(read_mark, data, path, kinds, roles)


def parse_output(data: object, path: str, *, kinds: Ids = None) -> tuple[Output | None, list[Problem]]:
    return _parse(read_output, data, path, kinds, None)


def parse_pay_rule(
    data: object, path: str, *, kinds: Ids = None, roles: Ids = None
) -> tuple[PayRule | None, list[Problem]]:
    """Money stands as stored: `{"minor": 60000, "currency": "USD"}`."""
    return _parse(read_pay_rule, data, path, kinds, roles)


def parse_condition(data: object, path: str, *, about: str | None = None) -> tuple[Condition | None, list[Problem]]:
    """`about` is a key of FACTS: the work whose facts may be named; without it, the facts of all."""

    def read(reader: Reader, inner: object, place: str) -> Condition | None:
        return read_condition(reader, inner, place, about=about)

    return _parse(read, data, path, None, None)


def parse_authorship(
    clause: object, path: str = "authorship", *, roles: Ids = None
) -> tuple[Authorship | None, list[Problem]]:
    """The whole clause. It is given back although parts are open (`DRAFT_CODES`); those parts are left out."""
    read = read_clause(clause, path, roles)
    if any(problem.code not in DRAFT_CODES for problem in read.problems):
        return None, read.problems
    return read.typed(), read.problems


def not_computed(clause: object, path: str = "authorship") -> list[Problem]:
    """The rules this engine cannot run yet. Rules that could not even be read are left to parse_authorship."""
    return unrunnable(read_clause(clause, path, None), path)


def not_computed_expression(data: object, path: str) -> list[Problem]:
    """The same for one expression outside the clause, such as the criteria of a role."""
    expression, _ = parse_expression(data, path)
    return [] if expression is None else unrunnable_expression(expression, path)
