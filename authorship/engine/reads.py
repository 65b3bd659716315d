"""What rules look at, so that a database can sum that and nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from authorship.engine.clauses import read_rules
from authorship.engine.rules.types import AllOf, AnyOf, Authorship, Count, Expression, Key, Leaf, Not, Points

Kinds = tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Reads:
    """`points` are the groups of kinds that are summed (None: every kind), `counts` the kinds whose sources are
    counted; the others are the fields of `Totals` of the same name. The sum of every kind is always among them:
    whoever has points stands somewhere."""

    points: tuple[Kinds, ...]
    counts: tuple[str, ...]
    sources: bool = False
    first: bool = False
    since: bool = False


def of_list(terms: Sequence[Mapping[str, Any]], version: int) -> Reads:
    """What the list of an output under `version` reads, given every version of the terms as a bundle has them."""
    rules = read_rules(terms)
    expressions = [found for clause in rules.values() for found in (clause.eligibility, clause.acknowledged)]
    order = rules[version]
    expressions += [block.who for block in order.blocks]
    expressions += [mark.who for mark in order.marks]
    return _reads(expressions, _keys(order), since=len(rules) > 1)


def of_expressions(expressions: Iterable[Expression | None]) -> Reads:
    """What it takes to judge these, under any version that binds a person."""
    return _reads(expressions, (), since=True)


def looks_at(expression: Expression | None, leaf: type[Leaf]) -> bool:
    """Whether a leaf of this kind stands anywhere in it."""
    return any(isinstance(found, leaf) for found in _leaves(expression))


def _reads(expressions: Iterable[Expression | None], keys: Sequence[Key], *, since: bool) -> Reads:
    points: dict[Kinds, None] = {None: None}
    counts: dict[str, None] = {}
    for expression in expressions:
        for leaf in _leaves(expression):
            if isinstance(leaf, Points):
                points[leaf.kinds] = None
            elif isinstance(leaf, Count):
                counts[leaf.kind] = None
    points.update({key.kinds: None for key in keys if key.name == "points"})
    names = {key.name for key in keys}
    return Reads(
        points=tuple(points),
        counts=tuple(counts),
        sources="count" in names,
        first="first_credit" in names,
        since=since,
    )


def _leaves(expression: Expression | None) -> Iterator[Leaf]:
    if isinstance(expression, AllOf | AnyOf):
        for part in expression.parts:
            yield from _leaves(part)
    elif isinstance(expression, Not):
        yield from _leaves(expression.part)
    elif expression is not None:
        yield expression


def _keys(order: Authorship) -> list[Key]:
    return [*(key for block in order.blocks for key in block.sort), *order.ties]
