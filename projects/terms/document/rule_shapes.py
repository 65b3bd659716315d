"""Which form names a rule has. Names are paths of the document; what has no path of its own is said here.

``<node>.is`` says what stands at a node of an expression or condition: ``points``, ``any``, ``not.any``, ``not.role``.
``<leaf>.bound`` chooses between at_least and more_than, and is gone once the number has the name of its bound.
A comparison is three fields, ``fact.name``, ``fact.sign`` and ``fact.number``; a table is rows of value and factor.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from projects.terms.document.field import Field
from projects.terms.document.fields import BY_PATH, generic

MAX_LEVELS = 8
MAX_NODES = 200
MAX_KEYS = 20
GROUPS = ("all", "any")
FACT = "fact"
SIGNS = ("≥", "=", ">", "≤", "<")

# Parts of each leaf of an expression with what they hold; a decision is its id alone.
LEAVES: dict[str, dict[str, str]] = {
    "points": {"kinds": "ids", "at_least": "amount", "more_than": "amount"},
    "count": {"kind": "text", "at_least": "number", "more_than": "number"},
    "distinct": {"of": "text", "kind": "text", "at_least": "number", "more_than": "number"},
    "role": {"id": "text", "for_days": "number"},
    "member": {"for_days": "number", "grace_days": "number"},
    "service": {"kind": "text", "at_least": "amount", "per": "text", "by": "text", "carry_most": "amount"},
    "agreed": {"id": "text", "before": "text", "day": "text"},
    "decision": {},
    "referred": {"at_least": "number"},
}
BOUNDED = frozenset({"points", "count", "distinct"})
BOUNDS = ("at_least", "more_than")
# Leaves that ask for the same in two ways: each with the other.
TURNS = {"points": "count", "count": "points"}
KEYS = ("points", "count", "name", "first_credit", "name+subject", "random", "decision")
# Parts of an award rule that are one object of plain values.
OBJECTS: dict[str, dict[str, str]] = {
    "first_of": {"by": "ids", "add": "amount"},
    "cap": {"item": "amount", "person": "amount", "cohort": "amount"},
    "budget": {"total": "amount", "per": "text"},
    "window": {"from": "text", "to": "text"},
}

_ROW = r"\[[0-9]{1,3}\]"
_WAY = rf"(?:\.not|\.(?:all|any){_ROW}){{0,16}}"
_LEAF = "|".join(
    rf"{leaf}(?:\.(?:{'|'.join([*parts, 'bound'] if leaf in BOUNDED else parts)}))?" if parts else leaf
    for leaf, parts in LEAVES.items()
)
_WHEN = rf"{_WAY}\.(?:is|fact\.(?:name|sign|number))"
_INSIDE: dict[str, re.Pattern[str]] = {
    "expression": re.compile(rf"{_WAY}\.(?:is|{_LEAF})"),
    "condition": re.compile(_WHEN),
    "keys": re.compile(rf"{_ROW}\.(?:is|points|random|decision)"),
    "seed_text": re.compile(r"\.(?:is|random)"),
    "hours": re.compile(r"\.(?:low|high)"),
    "amount": re.compile(
        rf"\.(?:is|fixed|base|range\[[01]\]|plus{_ROW}\.(?:add|when(?:{_WHEN})?))",
    ),
    "times": re.compile(rf"\.(?:is|attribute|table{_ROW}\.(?:value|factor))"),
    **{name: re.compile(rf"\.(?:is|{'|'.join(parts)})") for name, parts in OBJECTS.items()},
}
_STEP = re.compile(r"\.?([a-z_]+)|\[([0-9]{1,3})\]")
_SEGMENT = re.compile(r"[a-z_]+(?:\[[0-9]{1,3}\])?")


@dataclass(frozen=True)
class Place:
    """Where a name stands: ``name`` is the rule's own field, ``rest`` what follows, ``""`` for the field itself."""

    name: str
    field: Field
    rest: str

    @property
    def grammar(self) -> str:
        return grammar(self.field)


def grammar(field: Field) -> str:
    """The form a rule has: its kind, or the name of the part of an award rule; ``""`` for what is one text."""
    if field.kind == "rule_part":
        return field.name
    return field.kind if field.kind in _INSIDE else ""


@lru_cache(maxsize=8192)
def rule_place(name: str) -> Place | None:
    """The rule a name or a path belongs to, or None; the rest is not looked at."""
    if len(name) > 200:
        return None
    end = 0
    for segment in name.split("."):
        if not _SEGMENT.fullmatch(segment):
            return None
        stop = end + len(segment)
        field = BY_PATH.get(generic(name[:stop]).removesuffix("[]"))
        if field is not None and grammar(field):
            own = name[: end + len(segment.partition("[")[0])]
            return Place(own, field, name[len(own) :])
        end = stop + 1
    return None


@lru_cache(maxsize=8192)
def is_inside(name: str) -> bool:
    """Whether a field inside a rule can have this name."""
    place = rule_place(name)
    return place is not None and _INSIDE[place.grammar].fullmatch(place.rest) is not None


def steps_in(rest: str) -> list[str | int] | None:
    """``.any[0].points`` → ``["any", 0, "points"]``; None for anything else."""
    found: list[str | int] = []
    end = 0
    for match in _STEP.finditer(rest):
        if match.start() != end:
            return None
        found.append(int(match[2]) if match[1] is None else match[1])
        end = match.end()
    return found if end == len(rest) else None


def chain(text: str, leaves: tuple[str, ...]) -> list[str]:
    """``not.any`` → ``["not", "any"]``; empty where the text names nothing a node can be."""
    *nots, last = text.split(".")
    if last not in leaves and last not in GROUPS:
        return []
    return [*nots, last] if all(one == "not" for one in nots) and len(nots) <= MAX_LEVELS else []


def leaves_of(grammar_: str) -> tuple[str, ...]:
    return tuple(LEAVES) if grammar_ == "expression" else (FACT,)
