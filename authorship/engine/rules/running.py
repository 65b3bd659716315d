"""What this engine can run. Everything else in the grammar is read and checked, and named here by its place."""

from __future__ import annotations

from authorship.engine.errors import Problem
from authorship.engine.rules.clause import Clause
from authorship.engine.rules.types import (
    AllOf,
    AnyOf,
    AwardRule,
    Count,
    Expression,
    Fixed,
    Member,
    Not,
    Points,
    Range,
    Role,
)

_RUNS = (Points, Count, Role, Member)


def unrunnable(clause: Clause, path: str) -> list[Problem]:
    """Each rule that cannot be run yet, in the order of the clause."""
    problems: list[Problem] = []
    for place, rule in clause.kinds:
        problems += unrunnable_award(rule, place)
    if clause.eligibility is not None:
        problems += unrunnable_expression(clause.eligibility, f"{path}.eligibility")
    if clause.acknowledged is not None:
        problems += unrunnable_expression(clause.acknowledged, f"{path}.acknowledged")
    for place, block in clause.blocks:
        problems += unrunnable_expression(block.who, f"{place}.who")
    for place, mark in clause.marks:
        problems += unrunnable_expression(mark.who, f"{place}.who")
    for place, output in clause.outputs:
        if output.list != "full":
            problems.append(_not_yet(f"{place}.list", "a limited list", "list"))
    return problems


def unrunnable_award(rule: AwardRule, path: str) -> list[Problem]:
    problems: list[Problem] = []
    if not isinstance(rule.amount, Fixed):
        form = "range" if isinstance(rule.amount, Range) else "base"
        problems.append(_not_yet(f"{path}.amount.{form}", f"an amount by {form}", form))
    parts = {
        "first_of": rule.first_of,
        "times": rule.times,
        "cap": rule.cap,
        "budget": rule.budget,
        "applies": rule.applies,
        "window": rule.window,
    }
    problems += [_not_yet(f"{path}.{key}", key, key) for key, value in parts.items() if value is not None]
    return problems


def unrunnable_expression(expression: Expression, path: str) -> list[Problem]:
    if isinstance(expression, AllOf | AnyOf):
        name = "all" if isinstance(expression, AllOf) else "any"
        problems: list[Problem] = []
        for index, part in enumerate(expression.parts):
            problems += unrunnable_expression(part, f"{path}.{name}[{index}]")
        return problems
    if isinstance(expression, Not):
        return unrunnable_expression(expression.part, f"{path}.not")
    if isinstance(expression, _RUNS):
        return []
    name = type(expression).__name__.lower()
    return [_not_yet(f"{path}.{name}", name, name)]


def _not_yet(path: str, said: str, what: str) -> Problem:
    return Problem(path, "not_computed", f"not computed yet: {said}", values={"rule": what})
