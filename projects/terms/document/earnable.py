"""Criteria that nobody can ever meet: each is refused with its path, the reason, and the clause that stands against it.

Whatever cannot be decided from the terms alone counts as possible: a rule is refused only where the terms themselves
rule it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import format_amount, parse_amount
from projects.terms.document.earning import Kind, kinds_of
from projects.terms.document.problems import Problem, shown
from projects.terms.document.walk import answer, items

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Dead:
    """Why a leaf, or several together, can never hold. ``also`` are the clauses that stand against it."""

    path: str
    en: str
    zh: str
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class World:
    """What can be earned: the kinds by id, and the first day of the project where it is known.

    ``roles`` are those that can be reached; None takes every role for reachable.
    """

    kinds: Mapping[str, Kind]
    first_day: str | None = None
    roles: frozenset[str] | None = None


def world_of(document: Document, roles: frozenset[str] | None = None) -> World:
    since = [item.get("since") for item in items(document, "core_team.members")]
    days = [day for day in since if isinstance(day, str) and day != "none"]
    return World(kinds_of(document), min(days) if days and len(days) == len(since) else None, roles)


def unearnable(document: Document) -> Iterator[Problem]:
    """Every rule of who that can never hold. Rules that exclude people may well hold for nobody."""
    world = world_of(document)
    for path, rule in rules_of_who(document):
        for dead in dead_parts(rule, path, world):
            yield _problem(dead)
    yield from _scopes(document, world)
    yield from _blocks(document)


def rules_of_who(document: Document) -> Iterator[tuple[str, object]]:
    for index, role in enumerate(items(document, "roles")):
        if role.get("granted") != "open":
            yield f"roles[{index}].criteria", role.get("criteria")
    if answer(document, "authorship.eligibility") == "none":
        return
    for name in ("eligibility", "acknowledged"):
        yield f"authorship.{name}", answer(document, f"authorship.{name}")
    for name in ("blocks", "marks"):
        for index, item in enumerate(items(document, f"authorship.{name}")):
            yield f"authorship.{name}[{index}].who", item.get("who")


def _problem(dead: Dead) -> Problem:
    return Problem(
        dead.path,
        "unearnable",
        f"Nobody can ever meet this: {dead.en}.",
        f"没有人能够满足：{dead.zh}。",
        also=dead.also,
    )


# --- one expression


def dead_parts(rule: object, path: str, world: World) -> Iterator[Dead]:
    """The leaves, and the parts of an ``all``, that can never hold, each at its own path; also in one way of several,
    since somebody would set out on it."""
    for name, inner, where in _key(rule, path):
        if name in ("all", "any") and isinstance(inner, list):
            for index, part in enumerate(inner):
                yield from dead_parts(part, f"{where}[{index}]", world)
            if name == "all":
                yield from _against_each_other(inner, where)
        elif name == "not":
            if always(inner):
                yield Dead(where, "what is excluded here holds for everybody", "此处排除的条件对所有人都成立")
        elif isinstance(inner, dict) and name in _LEAVES:
            yield from _LEAVES[name](inner, where, world)


def can_hold(rule: object, path: str, world: World) -> bool:
    """Whether somebody could meet the rule. Parts that are open or wrong count as possible."""
    for name, inner, where in _key(rule, path):
        if name == "all" and isinstance(inner, list):
            each = all(can_hold(part, f"{where}[{index}]", world) for index, part in enumerate(inner))
            return each and not any(_against_each_other(inner, where))
        if name == "any" and isinstance(inner, list):
            return any(can_hold(part, f"{where}[{index}]", world) for index, part in enumerate(inner))
        if name == "role" and isinstance(inner, dict):
            return world.roles is None or inner.get("id") in world.roles
        return not any(dead_parts(rule, path, world))
    return True


def always(rule: object) -> bool:
    """Whether the rule holds for everybody whatever they did, as far as that is plain."""
    for name, inner, _where in _key(rule, ""):
        if name == "not":
            return False
        if name in ("all", "any") and isinstance(inner, list) and inner:
            return (all if name == "all" else any)(always(part) for part in inner)
        return isinstance(inner, dict) and name in _MEASURES and _number(inner.get("at_least")) == 0
    return False


def _key(rule: object, path: str) -> Iterator[tuple[str, Any, str]]:
    """The one key of an expression, what stands behind it, and its path; nothing where the rule is open or none."""
    if isinstance(rule, dict) and len(rule) == 1:
        ((name, inner),) = rule.items()
        yield str(name), inner, f"{path}.{name}"


def _number(value: object) -> Fraction | None:
    if isinstance(value, int) and not isinstance(value, bool):
        return Fraction(value)
    try:
        return parse_amount(value)
    except ValueError:
        return None


def _bound(inner: Mapping[str, Any]) -> tuple[str, Fraction] | None:
    for name in ("at_least", "more_than"):
        number = _number(inner.get(name))
        if number is not None:
            return name, number
    return None


def _above(inner: Mapping[str, Any], most: Fraction) -> str | None:
    """The bound in words where it asks for more than there can be."""
    found = _bound(inner)
    if found is None or (found[1] <= most if found[0] == "at_least" else found[1] < most):
        return None
    return f"{found[0]} {format_amount(found[1])}"


# --- leaves


def _points(inner: Mapping[str, Any], path: str, world: World) -> Iterator[Dead]:
    named = inner.get("kinds")
    kinds = [world.kinds[one] for one in (named if isinstance(named, list) else world.kinds) if one in world.kinds]
    if isinstance(named, list) and len(kinds) < len(named):
        return  # an unknown kind is named elsewhere
    limits = [kind.points for kind in kinds]
    if not kinds or any(limit is None for limit in limits):
        return
    most = sum((limit for limit in limits if limit is not None), Fraction(0))
    yield from _too_much(inner, path, most, kinds, "points", "分")


def _count(inner: Mapping[str, Any], path: str, world: World) -> Iterator[Dead]:
    kind = world.kinds.get(str(inner.get("kind")))
    if kind is not None and kind.count is not None:
        yield from _too_much(inner, path, Fraction(kind.count), [kind], f"counted items of {kind.id}", f"项 {kind.id}")


def _service(inner: Mapping[str, Any], path: str, world: World) -> Iterator[Dead]:
    kind = world.kinds.get(str(inner.get("kind")))
    # By institute the sum of several people counts, which no limit of one person bounds.
    if kind is not None and kind.points is not None and inner.get("by") == "person":
        yield from _too_much(inner, path, kind.points, [kind], "points", "分")


def _too_much(
    inner: Mapping[str, Any], path: str, most: Fraction, kinds: list[Kind], what: str, what_zh: str
) -> Iterator[Dead]:
    asked = _above(inner, most)
    if asked is not None:
        limits = tuple(kind.because for kind in kinds)
        yield Dead(
            path,
            f"it asks for {asked}, and one person can have at most {format_amount(most)} {what} ({', '.join(limits)})",
            f"要求 {asked}，而一个人最多只能有 {format_amount(most)} {what_zh}（{'、'.join(limits)}）",
            limits,
        )


def _distinct(inner: Mapping[str, Any], path: str, world: World) -> Iterator[Dead]:
    kind, of = world.kinds.get(str(inner.get("kind"))), inner.get("of")
    if kind is None or not isinstance(of, str):
        return
    if of not in kind.attributes:
        known = ", ".join(kind.attributes) or "–"
        yield Dead(
            f"{path}.of",
            f"no {kind.source} ({kind.path}.from) carries the attribute {shown(of)}; it carries {known}",
            f"{kind.source}（{kind.path}.from）没有属性 {shown(of)}；已有属性：{known}",
            (f"{kind.path}.from",),
        )
        return
    if of in kind.tables:
        values = Fraction(len(kind.tables[of]))
        asked = _above(inner, values)
        if asked is not None:
            table = f"{kind.path}.times.table"
            yield Dead(
                path,
                f"it asks for {asked} different values, and {table} has {values}",
                f"要求 {asked} 种取值，而 {table} 只有 {values} 种",
                (table,),
            )
    if kind.count is not None:
        yield from _too_much(inner, path, Fraction(kind.count), [kind], f"counted items of {kind.id}", f"项 {kind.id}")


def _agreed(inner: Mapping[str, Any], path: str, world: World) -> Iterator[Dead]:
    before = inner.get("before")
    if not isinstance(before, str) or world.first_day is None or before == "first_accepted":
        return
    if before <= world.first_day:
        yield Dead(
            f"{path}.before",
            f"nothing was agreed before {before}: the core team begins on {world.first_day} (core_team.members)",
            f"{before} 之前不可能有约定：核心团队自 {world.first_day} 起（core_team.members）",
            ("core_team.members",),
        )


_LEAVES: dict[str, Callable[[Mapping[str, Any], str, World], Iterator[Dead]]] = {
    "points": _points,
    "count": _count,
    "service": _service,
    "distinct": _distinct,
    "agreed": _agreed,
}
_MEASURES = frozenset({"points", "count", "distinct"})


# --- parts of one `all` that exclude each other


def _against_each_other(parts: list[Any], path: str) -> Iterator[Dead]:
    """A part of an ``all``, and another that excludes it: the same thing asked for and excluded, or in less."""
    for index, part in enumerate(parts):
        for other_index, other in enumerate(parts):
            excluded = other.get("not") if isinstance(other, dict) and len(other) == 1 else None
            if excluded is not None and index != other_index and _implies(part, excluded):
                one, two = f"{path}[{index}]", f"{path}[{other_index}]"
                yield Dead(two, f"{one} asks for what {two} excludes", f"{one} 要求的正是 {two} 所排除的", (one,))


def _implies(part: object, other: object) -> bool:
    """Whether whoever meets ``part`` meets ``other`` too, as far as that is plain."""
    if part == other:
        return True
    for (name, inner, _), (other_name, excluded, _) in zip(_key(part, ""), _key(other, ""), strict=False):
        if name != other_name or name not in _MEASURES or not isinstance(inner, dict) or not isinstance(excluded, dict):
            return False
        bound, least = _bound(inner), _bound(excluded)
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


# --- outputs and blocks


def _scopes(document: Document, world: World) -> Iterator[Problem]:
    """An output whose scope leaves nothing by which anybody could become an author."""
    rule, path = answer(document, "authorship.eligibility"), "authorship.eligibility"
    if not isinstance(rule, dict) or not world.kinds or not can_hold(rule, path, world):
        return
    for index, output in enumerate(items(document, "authorship.outputs")):
        kinds = {name: kind.within(output) for name, kind in world.kinds.items()}
        if not can_hold(rule, path, World(kinds, world.first_day, world.roles)):
            place = f"authorship.outputs[{index}].scope"
            yield Problem(
                place,
                "unearnable",
                f"Nobody can be an author of this output: within its scope nobody can meet {path}.",
                f"没有人能成为该成果的作者：在此范围内无人能满足 {path}。",
                also=(path,),
            )


def _blocks(document: Document) -> Iterator[Problem]:
    """A block that asks for what an earlier one took already holds nobody."""
    blocks = items(document, "authorship.blocks")
    for index, block in enumerate(blocks):
        for earlier, before in enumerate(blocks[:index]):
            who = block.get("who")
            if isinstance(who, dict) and isinstance(before.get("who"), dict) and _implies(who, before["who"]):
                here, there = f"authorship.blocks[{index}].who", f"authorship.blocks[{earlier}].who"
                yield Problem(
                    here,
                    "unreachable",
                    f"Nobody ever stands in this block: whoever meets it stands in {there} before.",
                    f"该组永远没有人：满足条件者已列入 {there}。",
                    also=(there,),
                )
                break
