"""What a rule is made of on a page: sentences with slots, rows of them, and the buttons that add rows."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from projects.terms.steps.rules.options import Option

SlotKind = Literal["text", "number", "date", "select", "boxes"]


@dataclass(frozen=True)
class Slot:
    """One input inside a sentence. `size` is short or medium; `note` stands behind it."""

    name: str
    kind: SlotKind
    label: str
    value: str
    options: tuple[Option, ...] = ()
    errors: tuple[str, ...] = ()
    size: str = "short"
    note: str = ""


@dataclass(frozen=True)
class Piece:
    """Words of a sentence, or a slot in it."""

    text: str
    slot: Slot | None = None


@dataclass(frozen=True)
class Line:
    pieces: tuple[Piece, ...]

    @property
    def wrong(self) -> list[Slot]:
        return [piece.slot for piece in self.pieces if piece.slot and piece.slot.errors]


@dataclass(frozen=True)
class Adder:
    """A button: `value` is what it sends."""

    value: str
    label: str


@dataclass(frozen=True)
class Join:
    """A way in which a second condition joins the first: in words, and the buttons that add one so."""

    label: str
    adders: list[Adder]


@dataclass
class Row:
    """One part of a rule: a condition with its own parts, a sort key, a bonus, a line of a table.

    `kind` is that of a sort key, which its sentence does not let one change; `turn` makes a condition ask otherwise.
    """

    path: str
    number: str
    line: Line
    rows: list[Row] = field(default_factory=list)
    adders: list[Adder] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    group: bool = False
    first: bool = True
    last: bool = True
    when: RuleForm | None = None
    kind: str = ""
    turn: Adder | None = None


@dataclass
class Choice:
    """One of several forms an answer may have, each a sentence; `long` asks for a box of several lines."""

    name: str
    value: str
    chosen: bool
    line: Line
    label: str
    long: Slot | None = None


@dataclass
class RuleForm:
    """`shape` names the template: who, keys, choices, times, line or raw. `raw` is a rule no sentence can show. `joins`
    stand where there is one condition, `adders` everywhere else. `later` are choices that are not computed yet; they
    are folded while none of them is in use."""

    shape: str
    path: str
    used: bool
    root: Row | None = None
    rows: list[Row] = field(default_factory=list)
    choices: list[Choice] = field(default_factory=list)
    later: list[Choice] = field(default_factory=list)
    line: Line | None = None
    adders: list[Adder] = field(default_factory=list)
    joins: list[Join] = field(default_factory=list)
    raw: str = ""

    @property
    def uses_later(self) -> bool:
        return bool(self.rows) or any(one.chosen for one in self.later)
