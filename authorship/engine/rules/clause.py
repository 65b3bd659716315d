"""The clause `authorship` as a whole: every rule in it, and what the rules say together."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

from authorship.engine.errors import Problem, shown
from authorship.engine.rules.awards import read_award
from authorship.engine.rules.expressions import read_expression
from authorship.engine.rules.order import read_block, read_mark, read_ties
from authorship.engine.rules.outputs import read_output
from authorship.engine.rules.reader import Reader, is_id
from authorship.engine.rules.types import Authorship, AwardRule, Block, Expression, Key, Mark, Output

REQUIRED = ("kinds", "blocks", "ties", "outputs")
ANSWERED = ("eligibility", "opt_out", "leavers", "unreachable", "collation", "overrides", "objection_days")
OPTIONAL = (
    "acknowledged",
    "late_joiners",
    "conditions",
    "marks",
    "grace_days",
    "after_withdrawal",
    "after_revocation",
)
MAX_KINDS = 60
_TEXTS = ("opt_out", "leavers", "late_joiners", "unreachable", "collation")

T = TypeVar("T")
Place = tuple[str, T]


@dataclass
class Clause:
    """Every rule that could be read, with its place, and every problem; the parts that failed are left out."""

    kinds: list[Place[AwardRule]] = field(default_factory=list)
    eligibility: Expression | None = None
    acknowledged: Expression | None = None
    blocks: list[Place[Block]] = field(default_factory=list)
    ties: tuple[Key, ...] = ()
    marks: list[Place[Mark]] = field(default_factory=list)
    outputs: list[Place[Output]] = field(default_factory=list)
    collation: str | None = None
    problems: list[Problem] = field(default_factory=list)

    def typed(self) -> Authorship:
        return Authorship(
            kinds=tuple(rule for _, rule in self.kinds),
            eligibility=self.eligibility,
            acknowledged=self.acknowledged,
            blocks=tuple(block for _, block in self.blocks),
            ties=self.ties,
            marks=tuple(mark for _, mark in self.marks),
            outputs=tuple(output for _, output in self.outputs),
            collation=self.collation,
        )


class ClauseReader:
    """Reads each rule with a reader of its own, since the limits are per rule."""

    def __init__(self, data: Mapping[str, object], path: str, roles: Collection[str] | None) -> None:
        self.data = data
        self.path = path
        self.roles = roles
        self.kinds: Collection[str] | None = _declared_kinds(data.get("kinds"))
        self.problems: list[Problem] = []

    def who(self, key: str) -> Expression | None:
        reader = Reader(kinds=self.kinds, roles=self.roles)
        expression = read_expression(reader, self.data[key], f"{self.path}.{key}")
        self.problems += reader.problems
        return None if reader.problems else expression

    def one(self, key: str, read: Callable[[Reader, object, str], T | None]) -> T | None:
        return self._read(read, self.data[key], f"{self.path}.{key}")

    def many(self, key: str, read: Callable[[Reader, object, str], T | None], most: int = 200) -> list[Place[T]]:
        found: list[Place[T]] = []
        outer = Reader()
        for place, item in outer.take_list(self.data[key], f"{self.path}.{key}", most=most):
            rule = self._read(read, item, place)
            if rule is not None:
                found.append((place, rule))
        self.problems += outer.problems
        return found

    def _read(self, read: Callable[[Reader, object, str], T | None], data: object, path: str) -> T | None:
        reader = Reader(kinds=self.kinds, roles=self.roles)
        rule = read(reader, data, path)
        self.problems += reader.problems
        return None if reader.problems else rule


def read_clause(data: object, path: str, roles: Collection[str] | None) -> Clause:
    clause = Clause()
    frame = Reader()
    if isinstance(data, dict):
        data = {key: value for key, value in data.items() if value not in ([], {})}  # an empty list is open too
    answered = frame.take_object(data, path, required=REQUIRED, idle=ANSWERED, optional=OPTIONAL)
    clause.problems += frame.problems
    if answered is None:
        return clause
    if isinstance(data, dict) and data.get("eligibility") == "none":
        # No authorship is offered: nothing needs to run, so no other answer can be one too few.
        clause.problems = [problem for problem in clause.problems if problem.code != "none"]
    reader = ClauseReader(answered, path, roles)
    if "kinds" in answered:
        clause.kinds = reader.many("kinds", read_award, MAX_KINDS)
        reader.problems += _twice(answered["kinds"], f"{path}.kinds", kinds=True)
    if "eligibility" in answered:
        clause.eligibility = reader.who("eligibility")
    if "acknowledged" in answered:
        clause.acknowledged = reader.who("acknowledged")
    if "blocks" in answered:
        clause.blocks = reader.many("blocks", read_block)
        reader.problems += _twice(answered["blocks"], f"{path}.blocks")
    if "ties" in answered:
        clause.ties = reader.one("ties", read_ties) or ()
    if "marks" in answered:
        clause.marks = reader.many("marks", read_mark)
        reader.problems += _twice(answered["marks"], f"{path}.marks")
    if "outputs" in answered:
        clause.outputs = reader.many("outputs", read_output)
        reader.problems += _twice(answered["outputs"], f"{path}.outputs")
    _read_plain_parts(reader, answered)
    clause.collation = reader.one("collation", Reader.take_text) if "collation" in answered else None
    clause.problems += reader.problems
    _need_collation(clause, data, path)
    return clause


def _read_plain_parts(reader: ClauseReader, answered: Mapping[str, object]) -> None:
    """Texts, days and switches: the engine keeps none of them, but a wrong one is still named."""
    for key in _TEXTS:
        if key in answered and key != "collation":
            reader.one(key, Reader.take_text)
    for key in ("objection_days", "grace_days"):
        if key in answered:
            reader.one(key, Reader.take_number)
    for key in ("after_withdrawal", "after_revocation"):
        if key in answered:
            reader.one(key, lambda inner, data, path: inner.take_choice(data, path, ("keep", "lose")))
    if "overrides" in answered:
        reader.one("overrides", _read_overrides)
    if "conditions" in answered:
        reader.many("conditions", _read_standing)


def _read_overrides(reader: Reader, data: object, path: str) -> int | None:
    fields = reader.take_object(data, path, required=("window_days",))
    if fields is None or "window_days" not in fields:
        return None
    return reader.take_number(fields["window_days"], f"{path}.window_days", least=7)


def _read_standing(reader: Reader, data: object, path: str) -> str | None:
    fields = reader.take_object(data, path, idle=("what", "due", "notice_days", "cure_days", "loses"))
    if fields is None:
        return None
    for key in ("what", "due", "loses"):
        if key in fields:
            reader.take_text(fields[key], f"{path}.{key}")
    for key in ("notice_days", "cure_days"):
        if key in fields:
            reader.take_number(fields[key], f"{path}.{key}")
    return path


def _declared_kinds(data: object) -> Collection[str] | None:
    """The kinds other rules may name; None, and no reference is checked, while kinds are open."""
    if not isinstance(data, list):
        return None
    return {item["id"] for item in data[:MAX_KINDS] if isinstance(item, dict) and is_id(item.get("id"))}


def _twice(data: object, path: str, *, kinds: bool = False) -> list[Problem]:
    """Two items with one id, both named. Two award rules that differ give one kind two values."""
    problems: list[Problem] = []
    first: dict[str, int] = {}
    for index, item in enumerate(data[:200] if isinstance(data, list) else ()):
        name = item.get("id") if isinstance(item, dict) else None
        if not isinstance(name, str) or len(name) > 64:
            continue
        if name not in first:
            first[name] = index
            continue
        one, other = f"{path}[{first[name]}]", f"{path}[{index}]"
        code, case, said = "duplicate", "items", f"{one} and {other} have the same id {shown(name)}"
        if kinds:
            said = f"{one} and {other} both give the kind {shown(name)} a value; one kind has one rule"
            code, case = "two_values", "kind"
        problems.append(Problem(f"{other}.id", code, said, case, {"one": one, "other": other, "given": name}))
    return problems


def _need_collation(clause: Clause, data: object, path: str) -> None:
    """A name key sorts under a named collation; without one, none is a good answer."""
    if not isinstance(data, dict) or data.get("collation") != "none":
        return
    sorts = [key for _, block in clause.blocks for key in block.sort] + list(clause.ties)
    if any(key.name in ("name", "name+subject") for key in sorts):
        message = "names are sorted by this; a key name needs a named collation"
        clause.problems.append(Problem(f"{path}.collation", "none", message))
