"""What the catalogue filters by, orders by and looks for in, from one version of the terms and its card. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import AmountError, format_amount, parse_amount
from licensing.vocabulary.licences import openness
from licensing.vocabulary.spdx import LicenceError, leaves, parse_expression
from portal.core.text.folding import fold
from projects.terms.checks.card import Card
from projects.terms.document.walk import answer, items, walk

Document = Mapping[str, Any]
NONE, NOT_STATED = "none", "not_stated"
# Kinds of field that hold somebody's own words, or a name that people look for.
_WORDS = frozenset({"text", "long_text", "role", "words", "yes_no_text", "number_text", "money_text", "spdx"})
_WORDS |= {"seed_text"}
# Which clause a translation is of; nobody wrote it to be read.
_NO_WORDS = frozenset({"translations[].texts[].path"})


@dataclass(frozen=True)
class Threshold:
    """From where on one is an author. `kind` is points or count (of `amount`, an exact fraction as text; `strict`: more
    than it), none (nobody is), not_stated, or other: a rule that is no number. `one_item`: the first accepted item is
    enough whatever it earns."""

    kind: str
    amount: str = "0"
    strict: bool = False
    one_item: bool = False

    @property
    def order(self) -> tuple[int, Fraction, bool]:
        """The lowest first; what is no number after all numbers."""
        ranks = {"points": 0, "count": 0, "other": 1, NONE: 2}
        return ranks.get(self.kind, 3), parse_amount(self.amount), self.strict


@dataclass(frozen=True)
class Facts:
    """`licences` are the SPDX ids for the data, `none` or `not_stated` alone where there are none. `flags` are the
    checks that raise one; `marks` is {column of the card: {mark: how many}}. Answers are those of the schema, `none`,
    or `not_stated`."""

    language: str
    zone: str
    pay: str
    exclusive: str
    licences: list[str]
    open_licence: bool
    commercial: str
    threshold: Threshold
    held_out: str
    released: str
    new_destination: str
    visibility: str
    anonymity: str
    open_role: bool
    earned_role: bool
    flags: list[str]
    marks: dict[str, dict[str, int]]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, told: object) -> Facts | None:
        """None for what another release wrote in another shape."""
        if not isinstance(told, dict) or told.keys() != {field.name for field in fields(cls)}:
            return None
        try:
            return cls(**{**told, "threshold": Threshold(**told["threshold"])})
        except TypeError:
            return None


def facts(document: Document, card: Card) -> Facts:
    """`card` is that of the document."""
    licences, is_open = _licences(document)
    roles = {role.get("granted") for role in items(document, "roles")}
    return Facts(
        language=str(document.get("language", "")),
        zone=str(document.get("zone", "UTC")),
        pay=_pay(document),
        exclusive=_said(document, "licence.inbound.exclusive"),
        licences=licences,
        open_licence=is_open,
        commercial=_said(document, "licence.commercial_use"),
        threshold=_threshold(document),
        held_out=_held_out(document),
        released=_released(document),
        new_destination=_said(document, "data.new_destination"),
        visibility=_said(document, "data.visibility"),
        anonymity=_said(document, "participation.anonymity"),
        open_role="open" in roles,
        earned_role=not roles.isdisjoint({"rule", "voted"}),
        flags=[found.check for found in card.findings if found.code == "flag"],
        marks={column.key: {str(mark): n for mark, n in column.counts.items()} for column in card.columns()},
    )


def text(document: Document) -> str:
    """The version's own words, folded, a line each; nobody's id is among them. Rows keep it: a change of what is taken
    in needs the next `folding.FOLDING`, too."""
    return "\n".join(fold(" ".join(said.split())) for _, said in own_words(document))


def own_words(document: Document) -> Iterator[tuple[str, str]]:
    """(concrete path, words) in schema order: every text that somebody wrote, translations included."""
    for path, field, value in walk(document):
        if field.kind not in _WORDS or field.path in _NO_WORDS or value == NONE:
            continue
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, list):
            yield from ((path, one) for one in value if isinstance(one, str))


def _said(document: Document, path: str) -> str:
    value = answer(document, path)
    return NOT_STATED if value is None else str(value)


def _pay(document: Document) -> str:
    kind = _said(document, "compensation.kind")
    if kind == NONE:
        return "paid" if items(document, "compensation.pay") else "unpaid"
    return kind


def _licences(document: Document) -> tuple[list[str], bool]:
    """The ids for the data, and whether the public gets it under an open licence."""
    value = answer(document, "licence.outbound.data")
    if not isinstance(value, str) or value == NONE:
        return [NOT_STATED if value is None else NONE], False
    try:
        expression = parse_expression(value)
    except LicenceError:
        return [NOT_STATED], False
    return list(dict.fromkeys(leaf.key for leaf in leaves(expression))), openness(expression) == "open"


def _threshold(document: Document) -> Threshold:
    rule = answer(document, "authorship.eligibility")
    if rule is None or rule == NONE:
        return Threshold(NOT_STATED if rule is None else NONE)
    if not isinstance(rule, Mapping) or len(rule) != 1:
        return Threshold("other")
    [(kind, bound)] = rule.items()
    if kind not in {"points", "count"} or not isinstance(bound, Mapping):
        return Threshold("other")
    strict = "more_than" in bound
    try:
        amount = parse_amount(str(bound.get("more_than" if strict else "at_least")))
    except AmountError:
        return Threshold("other")
    least = Fraction(1) if kind == "count" else _least_award(document, bound.get("kinds"))
    one_item = least is not None and (amount < least if strict else amount <= least)
    return Threshold(kind, format_amount(amount), strict, one_item)


def _least_award(document: Document, kinds: object) -> Fraction | None:
    """The least that one accepted task earns; None where nothing says so."""
    least: list[Fraction] = []
    for rule in items(document, "authorship.kinds"):
        counted = kinds is None or (isinstance(kinds, list) and rule.get("id") in kinds)
        amount = rule.get("amount")
        if rule.get("from") != "task" or not counted or not isinstance(amount, Mapping):
            continue
        written = amount.get("fixed") or amount.get("base") or next(iter(amount.get("range") or ()), None)
        try:
            least.append(parse_amount(written))
        except AmountError:
            return None
    return min(least, default=None)


def _held_out(document: Document) -> str:
    """How held-out tasks are chosen: rule or hand; none where none are held out."""
    value = answer(document, "data.held_out")
    if isinstance(value, Mapping):
        return str(value.get("chosen") or NOT_STATED)
    return NOT_STATED if value is None else NONE


def _released(document: Document) -> str:
    """What ends the holding back: dated, condition, none (it never ends), or not_stated."""
    value = answer(document, "data.held_out.released")
    if isinstance(value, Mapping):
        told = {"on": "dated", "when": "condition"}
        return next((name for key, name in told.items() if value.get(key) not in (None, NONE)), NOT_STATED)
    return NOT_STATED if value is None else NONE
