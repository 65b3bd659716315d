"""Criteria that nobody can ever meet: each is refused with its path, the reason, and the clause that stands against it.

Whatever cannot be decided from the terms alone counts as possible: a rule is refused only where the terms themselves
rule it out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from authorship.engine.amounts import format_amount
from projects.terms.document.earning import Kind, kinds_of
from projects.terms.document.excluding import GROUPS, against_each_other, always, bound_of, implies, is_all, key_of
from projects.terms.document.problems import Problem, shown
from projects.terms.document.walk import answer, items

Document = Mapping[str, Any]
# An output ends before its project began. Only a first version is sure to name everybody who was there from the start.
TOO_EARLY = "too_early"
# Sources whose work is done on this site, so not before the project begins.
_DONE_HERE = frozenset({"task", "review", "proposal", "claim"})


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


def dead_parts(rule: object, path: str, world: World, *, holds: bool = True, joined: bool = False) -> Iterator[Dead]:
    """The leaves, and the parts of an ``all``, that can never hold, each at its own path; also in one way of several,
    since somebody would set out on it.

    ``holds`` is whether the rule is asked for or excluded: under ``not`` an ``any`` asks for all of its opposites.
    ``joined`` says that it is a part of an ``all`` around it, which has compared what stands in here.
    """
    for name, inner, where in key_of(rule, path):
        if name in GROUPS and isinstance(inner, list):
            every = is_all(name, inner, holds)
            for index, part in enumerate(inner):
                yield from dead_parts(part, f"{where}[{index}]", world, holds=holds, joined=every)
            if every and not joined:
                for two, one in against_each_other(rule, path, holds):
                    yield Dead(two, f"{one} asks for what {two} excludes", f"{one} 要求的正是 {two} 所排除的", (one,))
        elif name == "not":
            if holds and always(inner):
                yield Dead(where, "what is excluded here holds for everybody", "此处排除的条件对所有人都成立")
            else:
                yield from dead_parts(inner, where, world, holds=not holds, joined=joined)
        elif holds and isinstance(inner, dict) and name in _LEAVES:
            yield from _LEAVES[name](inner, where, world)


def can_hold(rule: object, path: str, world: World, *, holds: bool = True) -> bool:
    """Whether somebody could meet the rule, or with ``holds`` false its opposite. Parts that are open or wrong count as
    possible."""
    for name, inner, where in key_of(rule, path):
        if name == "not":
            return can_hold(inner, where, world, holds=not holds)
        if name in GROUPS and isinstance(inner, list) and (inner or holds):
            each = (can_hold(part, f"{where}[{index}]", world, holds=holds) for index, part in enumerate(inner))
            if is_all(name, inner, holds):
                return all(each) and not any(against_each_other(rule, path, holds))
            return any(each)
        if not holds:
            return not always(rule)
        if name == "role" and isinstance(inner, dict):
            return world.roles is None or inner.get("id") in world.roles
        return not any(dead_parts(rule, path, world))
    return True


def _above(inner: Mapping[str, Any], most: Fraction) -> str | None:
    """The bound in words where it asks for more than there can be."""
    found = bound_of(inner)
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


# --- outputs and blocks


def _scopes(document: Document, world: World) -> Iterator[Problem]:
    """An output whose scope leaves nothing by which anybody could become an author."""
    rule, path = answer(document, "authorship.eligibility"), "authorship.eligibility"
    if not isinstance(rule, dict) or not world.kinds or not can_hold(rule, path, world):
        return
    for index, output in enumerate(items(document, "authorship.outputs")):
        early = _before_the_first_day(output, world)
        if early and not can_hold(rule, path, replace(world, kinds=_nothing_of(world.kinds))):
            yield _too_early(f"authorship.outputs[{index}].{early}", str(world.first_day))
            continue
        kinds = {name: kind.within(output) for name, kind in world.kinds.items()}
        if not can_hold(rule, path, replace(world, kinds=kinds)):
            place = f"authorship.outputs[{index}].scope"
            yield Problem(
                place,
                "unearnable",
                f"Nobody can be an author of this output: within its scope nobody can meet {path}.",
                f"没有人能成为该成果的作者：在此范围内无人能满足 {path}。",
                also=(path,),
            )


def _before_the_first_day(output: Mapping[str, Any], world: World) -> str:
    """The part of an output that ends it before any work of these terms could count; empty where none does, and where
    credit for earlier work may be imported."""
    if world.first_day is None or any(kind.source not in _DONE_HERE for kind in world.kinds.values()):
        return ""
    scope = output.get("scope")
    ends = {"as_of": output.get("as_of"), "scope.to": scope.get("to") if isinstance(scope, dict) else None}
    days = [(day, name) for name, day in ends.items() if isinstance(day, str) and day != "none"]
    day, name = min(days, default=("", ""))
    return name if day < world.first_day else ""


def _nothing_of(kinds: Mapping[str, Kind]) -> dict[str, Kind]:
    return {name: replace(kind, points=Fraction(0), count=0) for name, kind in kinds.items()}


def _too_early(place: str, first_day: str) -> Problem:
    team = "core_team.members"
    return Problem(
        place,
        TOO_EARLY,
        f"Nobody can be an author of this output: it ends before the core team begins on {first_day} ({team}), so no "
        "work counts for it. Credit for earlier work needs a kind from import.",
        f"没有人能成为该成果的作者：它的截止日早于核心团队开始的 {first_day}（{team}），没有任何工作可以计入。"
        "此前的工作须有来源为“导入”的计分项目。",
        also=(team,),
    )


def _blocks(document: Document) -> Iterator[Problem]:
    """A block that asks for what an earlier one took already holds nobody."""
    blocks = items(document, "authorship.blocks")
    for index, block in enumerate(blocks):
        for earlier, before in enumerate(blocks[:index]):
            who = block.get("who")
            if isinstance(who, dict) and isinstance(before.get("who"), dict) and implies(who, before["who"]):
                here, there = f"authorship.blocks[{index}].who", f"authorship.blocks[{earlier}].who"
                yield Problem(
                    here,
                    "unreachable",
                    f"Nobody ever stands in this block: whoever meets it stands in {there} before.",
                    f"该组永远没有人：满足条件者已列入 {there}。",
                    also=(there,),
                )
                break
