"""What a rule is once it has been read. Days are ISO texts, points are Fractions, money is whole minor units."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Bound:
    """`at_least` includes the amount, `more_than` does not."""

    amount: Fraction
    strict: bool

    def met(self, value: Fraction | int) -> bool:
        return value > self.amount if self.strict else value >= self.amount


# --- expressions: who -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class AllOf:
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class AnyOf:
    parts: tuple[Expression, ...]


@dataclass(frozen=True, slots=True)
class Not:
    part: Expression


@dataclass(frozen=True, slots=True)
class Points:
    kinds: tuple[str, ...] | None  # None: every kind in scope
    bound: Bound


@dataclass(frozen=True, slots=True)
class Count:
    kind: str
    bound: Bound


@dataclass(frozen=True, slots=True)
class Distinct:
    of: str
    kind: str
    bound: Bound


@dataclass(frozen=True, slots=True)
class Role:
    id: str
    for_days: int


@dataclass(frozen=True, slots=True)
class Member:
    for_days: int
    grace_days: int


@dataclass(frozen=True, slots=True)
class Service:
    kind: str
    at_least: Fraction
    per: str
    by: str
    carry_most: Fraction | None


@dataclass(frozen=True, slots=True)
class Agreed:
    id: str
    before: str  # "first_accepted" or a day


@dataclass(frozen=True, slots=True)
class Decision:
    id: str


@dataclass(frozen=True, slots=True)
class Referred:
    at_least: int


Leaf = Points | Count | Distinct | Role | Member | Service | Agreed | Decision | Referred
Expression = AllOf | AnyOf | Not | Leaf


# --- conditions: what happened to one piece of work ----------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Compare:
    fact: str
    operator: str  # one of = > < ≥ ≤
    number: int


@dataclass(frozen=True, slots=True)
class Flag:
    fact: str


@dataclass(frozen=True, slots=True)
class Every:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Unless:
    part: Condition


Condition = Compare | Flag | Every | Some | Unless


# --- awards ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fixed:
    amount: Fraction


@dataclass(frozen=True, slots=True)
class Range:
    low: Fraction
    high: Fraction


@dataclass(frozen=True, slots=True)
class PlusPoints:
    when: Condition
    add: Fraction


@dataclass(frozen=True, slots=True)
class Base:
    base: Fraction
    plus: tuple[PlusPoints, ...]


@dataclass(frozen=True, slots=True)
class FirstOf:
    by: tuple[str, ...]
    add: Fraction


@dataclass(frozen=True, slots=True)
class Times:
    attribute: str
    table: tuple[tuple[str, Fraction], ...]


@dataclass(frozen=True, slots=True)
class Cap:
    item: Fraction | None
    person: Fraction | None
    cohort: Fraction | None


@dataclass(frozen=True, slots=True)
class Budget:
    total: Fraction
    per: str


@dataclass(frozen=True, slots=True)
class Window:
    start: str | None
    end: str | None


@dataclass(frozen=True, slots=True)
class AwardRule:
    id: str
    title: str
    source: str  # the key `from`: task, review, proposal, claim or import
    amount: Fixed | Range | Base
    split: str
    date: str
    first_of: FirstOf | None = None
    times: Times | None = None
    cap: Cap | None = None
    budget: Budget | None = None
    applies: Condition | None = None
    window: Window | None = None


# --- order -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Key:
    """One sort key. `name` is points, count, name, first_credit, random, decision or name+subject."""

    name: str
    kinds: tuple[str, ...] | None = None  # points only; None: every kind in scope
    argument: str = ""  # the seed of random, the id of decision


@dataclass(frozen=True, slots=True)
class Block:
    id: str
    title: str
    who: Expression
    sort: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Mark:
    id: str
    who: Expression


# --- pay: read and shown, computed by a later engine -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PlusMoney:
    when: Condition
    add: int


@dataclass(frozen=True, slots=True)
class Prize:
    first: int
    last: int
    each: int


@dataclass(frozen=True, slots=True)
class PayRule:
    id: str
    work: str  # the key `for`: task, review, solve, hour or rank
    currency: str
    ties: str
    base: int | None = None
    plus: tuple[PlusMoney, ...] = ()
    applies: Condition | None = None
    rank: tuple[Prize, ...] = ()
    ranked_by: tuple[Key, ...] = ()
    cohort: int | None = None
    deadline: str | None = None
    exclude: Expression | None = None


# --- the clause --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Scope:
    kinds: tuple[str, ...] | None
    start: str | None
    end: str | None
    carry_over: bool


@dataclass(frozen=True, slots=True)
class Output:
    id: str
    title: str
    kind: str
    list: str
    scope: Scope
    as_of: str
    lock: str


@dataclass(frozen=True, slots=True)
class Authorship:
    """The clause `authorship`. An expression that is None is open or answered with none."""

    kinds: tuple[AwardRule, ...]
    eligibility: Expression | None
    acknowledged: Expression | None
    blocks: tuple[Block, ...]
    ties: tuple[Key, ...]
    marks: tuple[Mark, ...]
    outputs: tuple[Output, ...]
    collation: str | None
