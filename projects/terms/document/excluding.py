"""Rules of who by themselves, whatever can be earned: what holds for everybody, and what excludes each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import parse_amount

GROUPS = frozenset({"all", "any"})
_MEASURES = frozenset({"points", "count", "distinct"})


def key_of(rule: object, path: str) -> Iterator[tuple[str, Any, str]]:
    """The one key of an expression, what stands behind it, and its path; nothing where the rule is open or none."""
    if isinstance(rule, dict) and len(rule) == 1:
        ((name, inner),) = rule.items()
        yield str(name), inner, f"{path}.{name}"


def is_all(name: str, parts: list[Any], holds: bool) -> bool:
    """Whether every part counts: ``all``, under ``not`` an ``any``, and a group of one part either way."""
    return (name == "all") == holds or len(parts) == 1


def always(rule: object) -> bool:
    """Whether the rule holds for everybody whatever they did, as far as that is plain."""
    for name, inner, _where in key_of(rule, ""):
        if name == "not":
            return False
        if name in GROUPS and isinstance(inner, list) and inner:
            return (all if name == "all" else any)(always(part) for part in inner)
        return isinstance(inner, dict) and name in _MEASURES and _number(inner.get("at_least")) == 0
    return False


def _number(value: object) -> Fraction | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    try:
        return parse_amount(value)
    except ValueError:
        return None


def bound_of(inner: Mapping[str, Any]) -> tuple[str, Fraction] | None:
    for name in ("at_least", "more_than"):
        number = _number(inner.get(name))
        if number is not None:
            return name, number
    return None


@dataclass(frozen=True)
class Asked:
    """One thing that an ``all`` asks for, or excludes where ``holds`` is false."""

    rule: object
    path: str
    holds: bool


def _asked(rule: object, path: str, holds: bool, at: str = "") -> Iterator[Asked]:
    """The rule without its ``not``, and where it is an ``all`` also what that asks for. ``at`` is where the first
    ``not`` stands."""
    at = at or path
    for name, inner, where in key_of(rule, path):
        if name == "not":
            yield from _asked(inner, where, not holds, at)
            return
        if name in GROUPS and isinstance(inner, list) and is_all(name, inner, holds):
            for index, part in enumerate(inner):
                yield from _asked(part, f"{where}[{index}]", holds)
    yield Asked(rule, at, holds)


def against_each_other(rule: object, path: str, holds: bool) -> Iterator[tuple[str, str]]:
    """Of what an ``all`` asks for, the path of each thing that is excluded and of the one that asks for it: the same
    asked for and excluded, or in less."""
    parts = list(_asked(rule, path, holds))
    for part in parts:
        for other in parts:
            if part.holds and not other.holds and implies(part.rule, other.rule):
                yield other.path, part.path


def implies(part: object, other: object) -> bool:
    """Whether whoever meets ``part`` meets ``other`` too, as far as that is plain."""
    if part == other:
        return True
    for (name, inner, _), (other_name, excluded, _) in zip(key_of(part, ""), key_of(other, ""), strict=False):
        if name != other_name or name not in _MEASURES or not isinstance(inner, dict) or not isinstance(excluded, dict):
            return False
        bound, least = bound_of(inner), bound_of(excluded)
        same = _measured(inner) == _measured(excluded)
        if not same or bound is None or least is None:
            return False
        # more than a is at least a, and at least a is more than a only where a is larger
        strict = least[0] == "more_than" and bound[0] == "at_least"
        return bound[1] > least[1] if strict else bound[1] >= least[1]
    return False


def _measured(inner: Mapping[str, Any]) -> dict[str, Any]:
    return {
        key: sorted(value) if isinstance(value, list) else value
        for key, value in inner.items()
        if key not in ("at_least", "more_than")
    }
