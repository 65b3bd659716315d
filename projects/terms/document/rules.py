"""The one door to the engine's grammar: which parser reads which path of the document."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from authorship.engine import grammar
from authorship.engine.errors import Problem as EngineProblem
from projects.terms.document.engine_words import from_engine
from projects.terms.document.problems import Problem


@dataclass(frozen=True)
class Names:
    """The ids a rule may name; None leaves references unchecked, as while the document is only read."""

    kinds: Collection[str] | None = None
    roles: Collection[str] | None = None


_UNCHECKED = Names()
_EXPRESSIONS = frozenset({"authorship.eligibility", "authorship.acknowledged", "roles[].criteria"})
_RULES = _EXPRESSIONS | {
    "authorship.kinds[]",
    "authorship.blocks[]",
    "authorship.ties",
    "authorship.marks[]",
    "compensation.pay[]",
}


def is_rule(generic_path: str) -> bool:
    return generic_path in _RULES


def _parse(generic_path: str, value: object, path: str, names: Names) -> list[EngineProblem]:
    if generic_path in _EXPRESSIONS:
        return grammar.parse_expression(value, path, kinds=names.kinds, roles=names.roles)[1]
    if generic_path == "authorship.kinds[]":
        return grammar.parse_award(value, path)[1]
    if generic_path == "authorship.blocks[]":
        return grammar.parse_block(value, path, kinds=names.kinds, roles=names.roles)[1]
    if generic_path == "authorship.ties":
        return grammar.parse_ties(value, path, kinds=names.kinds)[1]
    if generic_path == "authorship.marks[]":
        return grammar.parse_mark(value, path, kinds=names.kinds, roles=names.roles)[1]
    return grammar.parse_pay_rule(value, path, kinds=names.kinds, roles=names.roles)[1]


def wrong_parts(generic_path: str, value: object, path: str, names: Names = _UNCHECKED) -> list[Problem]:
    """What makes the rule wrong; open parts and parts answered none leave it unfinished and are no problem here."""
    found = _parse(generic_path, value, path, names)
    return from_engine(problem for problem in found if problem.code not in grammar.DRAFT_CODES)


def open_parts(generic_path: str, value: object, path: str) -> list[str]:
    """Paths inside the rule that hold nothing and have to."""
    return [problem.path for problem in _parse(generic_path, value, path, _UNCHECKED) if problem.code == "missing"]
