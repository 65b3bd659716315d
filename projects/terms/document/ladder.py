"""The ladder of roles: which of them somebody new can reach, and which only wait for each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from projects.terms.document.earnable import World, can_hold, world_of
from projects.terms.document.holders import said_power
from projects.terms.document.problems import Problem
from projects.terms.document.walk import items

Document = Mapping[str, Any]


def reachable(document: Document) -> frozenset[str]:
    """The roles that somebody who begins with nothing can come to hold. Founding members do not count: they hold
    theirs without any rule, and nobody follows them that way."""
    roles = _roles(document)
    held: frozenset[str] = frozenset()
    world = world_of(document)
    while True:
        step = held | {
            name for name, (index, role) in roles.items() if _open_to(role, index, replace(world, roles=held))
        }
        if step == held:
            return held
        held = step


def unclimbable(document: Document) -> Iterator[Problem]:
    """Roles that wait for each other, once each ring, and roles to which nobody could be appointed. What else keeps a
    role out of reach is named where it stands, as a criterion that nobody can meet."""
    roles = _roles(document)
    held = reachable(document)
    needs = {
        name: {other: where for where, other in _named(role.get("criteria"), f"roles[{index}].criteria")
               if other in roles and other not in held}
        for name, (index, role) in roles.items()
        if name not in held
    }  # fmt: skip
    told: set[str] = set()
    for name in needs:
        ring = _ring(name, needs)
        if ring and not told & set(ring):
            told |= set(ring)
            yield _waiting(ring, needs)
    yield from _nobody_appoints(document)


def _roles(document: Document) -> dict[str, tuple[int, Mapping[str, Any]]]:
    found: dict[str, tuple[int, Mapping[str, Any]]] = {}
    for index, role in enumerate(items(document, "roles")):
        found.setdefault(str(role.get("id")), (index, role))
    return found


def _open_to(role: Mapping[str, Any], index: int, world: World) -> bool:
    """By accepting the terms, or where the criteria can be met; an appointment and a vote ask for them too."""
    known = world.roles or frozenset()
    if role.get("granted") == "open":
        return True
    return can_hold(role.get("criteria"), f"roles[{index}].criteria", replace(world, roles=known))


def _named(rule: object, path: str) -> Iterator[tuple[str, str]]:
    """Each role that the rule asks for, with the path of its leaf; not those it excludes."""
    if not isinstance(rule, dict) or len(rule) != 1:
        return
    ((name, inner),) = rule.items()
    if name in ("all", "any") and isinstance(inner, list):
        for index, part in enumerate(inner):
            yield from _named(part, f"{path}.{name}[{index}]")
    elif name == "role" and isinstance(inner, dict) and isinstance(inner.get("id"), str):
        yield f"{path}.role.id", inner["id"]


def _ring(start: str, needs: Mapping[str, Mapping[str, str]]) -> list[str]:
    """The shortest way from a role back to itself; empty where there is none."""
    ways = [[start]]
    seen: set[str] = set()
    while ways:
        way = ways.pop(0)
        for other in needs.get(way[-1], ()):
            if other == start:
                return way
            if other not in seen:
                seen.add(other)
                ways.append([*way, other])
    return []


def _waiting(ring: list[str], needs: Mapping[str, Mapping[str, str]]) -> Problem:
    pairs = list(zip(ring, [*ring[1:], ring[0]], strict=True))
    paths = [needs[one][other] for one, other in pairs]
    said = "; ".join(f"{one} asks for {other} ({needs[one][other]})" for one, other in pairs)
    said_zh = "；".join(f"{one} 要求先有 {other}（{needs[one][other]}）" for one, other in pairs)
    return Problem(
        paths[0],
        "cycle",
        f"Nobody can begin: {said}.",
        f"没有人能够开始：{said_zh}。",
        also=tuple(paths[1:]),
    )


def _nobody_appoints(document: Document) -> Iterator[Problem]:
    roles = items(document, "roles")
    powers = [role.get("powers") for role in roles]
    if not all(isinstance(one, list) for one in powers) or any("invite" in one for one in powers if one):
        return
    for index, role in enumerate(roles):
        if role.get("granted") == "appointed":
            yield Problem(
                f"roles[{index}].granted",
                "unreachable",
                f"Nobody can be appointed: no role holds the power “{said_power('invite', 'en')}”.",
                f"没有人能够被任命：没有角色拥有“{said_power('invite', 'zh')}”的权力。",
                also=("roles",),
            )
