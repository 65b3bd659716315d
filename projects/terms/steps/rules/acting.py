"""Buttons inside a rule: a part added, removed or moved. Pure.

`add:<place>=<kind>` adds at the end of a group, of sort keys, of bonuses or of a table; on a rule that is one
condition it makes a group of both, `all` or, with `any:` before the kind, `any`. `remove:<row>`, `up:<row>` and
`down:<row>` act on one row; a group whose last row goes, goes with it. `turn:<row>` makes a condition on points one on
credits of a kind, and back; the number, its bound and a single kind stay.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from projects.terms.document.rule_shapes import (
    BOUNDS,
    FACT,
    GROUPS,
    KEYS,
    MAX_LEVELS,
    TURNS,
    Place,
    chain,
    grammar,
    is_inside,
    leaves_of,
    rule_place,
    steps_in,
)
from projects.terms.document.rule_twigs import Twig, names, put, row_numbers, settle, sprout, text_of

Data = dict[str, str]
_VERBS = frozenset({"add", "remove", "up", "down", "turn"})


@dataclass
class Node:
    """A node of an expression or condition inside the tree of its rule; `name` is that of its root."""

    name: str
    root: Twig
    leaves: tuple[str, ...]
    way: list[str | int]


def rule_acted(data: Data, verb: str, path: str, kind: str) -> tuple[Data, str] | None:
    """The data after the button and the id of the row to go to; None where the path is in no rule."""
    place = rule_place(path)
    if place is None or verb not in _VERBS:
        return None
    steps = steps_in(place.rest)
    if steps is None:
        return data, ""
    twig = sprout(data).get(place.name, (place, {}))[1]
    landed = _act(place, twig, steps, verb, kind)
    if landed is None:
        return data, ""
    settle(place, twig)
    rest = {name: text for name, text in data.items() if not _of(name, place.name)}
    return rest | dict(names(place.name, twig)), landed


def _of(name: str, rule: str) -> bool:
    return name == rule or (name.startswith(rule) and is_inside(name) and _belongs(name, rule))


def _belongs(name: str, rule: str) -> bool:
    place = rule_place(name)
    return place is not None and place.name == rule


def _act(place: Place, twig: Twig, steps: list[str | int], verb: str, kind: str) -> str | None:
    if verb == "remove" and not steps:
        twig.clear()
        return place.name
    node = _node_of(place, twig, steps)
    if node is not None:
        if verb == "turn":
            return _turned(node)
        return _add_part(node, kind) if verb == "add" else _change_part(node, verb)
    if verb == "add":
        return _add_row(place, twig, steps, kind)
    if not steps:
        return None
    *ahead, last = steps
    rows = _at(twig, ahead)
    if not isinstance(last, int) or rows is None or last not in rows:
        return None
    place_of = _moved(rows, last, verb)
    prefix = f"{place.name}{written(ahead)}"
    return f"{prefix}[{place_of}]" if place_of is not None else _after_removal(place.name, prefix, rows)


def _after_removal(rule: str, prefix: str, rows: Twig) -> str:
    left = row_numbers(rows)
    return f"{prefix}[{left[-1]}]" if left else rule


def _node_of(place: Place, twig: Twig, steps: list[str | int]) -> Node | None:
    """The expression or condition the steps lead into."""
    kind = grammar(place.field)
    if kind in {"expression", "condition"}:
        return Node(place.name, twig, leaves_of(kind), _followed(twig, steps, leaves_of(kind)))
    if kind == "amount" and len(steps) > 2 and steps[0] == "plus" and steps[2] == "when":
        row = _at(twig, steps[:2])
        if row is None:
            return None
        name = f"{place.name}{written(steps[:3])}"
        when = row.setdefault("when", {"is": {"": ""}})
        return Node(name, when, (FACT,), _followed(when, steps[3:], (FACT,)))
    return None


def _followed(twig: Twig, steps: list[str | int], leaves: tuple[str, ...]) -> list[str | int]:
    """The steps as the groups are called now: a button was drawn before `any` was turned into `all` beside it."""
    found: list[str | int] = []
    rest = list(steps)
    while rest:
        way = chain(text_of(twig, "is"), leaves)
        named = next((place for place, step in enumerate(rest) if step != "not"), len(rest))
        if named == len(rest) or rest[named] not in GROUPS or not way or way[-1] not in GROUPS:
            break
        found += way
        twig = _at(twig, list(way)) or {}
        rest = rest[named + 1 :]
        if rest and rest[0] in twig:
            found.append(rest[0])
            twig = twig[rest.pop(0)]
    return found + rest


def written(steps: list[str | int]) -> str:
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in steps)


def _at(twig: Twig, steps: list[str | int]) -> Twig | None:
    for step in steps:
        if step not in twig:
            return None
        twig = twig[step]
    return twig


# --- groups of who and when


def new_part(kind: str, leaves: tuple[str, ...]) -> Twig | None:
    """A group begins with one row, so that it says something; membership with no days, which is what most mean."""
    if not chain(kind, leaves):
        return None
    part: Twig = {"is": {"": kind}}
    here = part
    for step in kind.split("."):
        here = here.setdefault(step, {})
    if kind.split(".")[-1] in GROUPS:
        here[0] = {"is": {"": leaves[0]}, leaves[0]: {}}
    elif kind == "decision":
        here[""] = ""
    elif kind == "member":
        here["for_days"] = {"": "0"}
    elif kind == FACT:
        here["name"] = {"": ""}
    return part


def _add_part(node: Node, kind: str) -> str | None:
    joined, _colon, kind = kind.rpartition(":")
    part = new_part(kind, node.leaves)
    if part is None:
        return None
    here = _at(node.root, node.way)
    if here is None:
        return None
    if not node.way:
        return _add_at_root(node, part, joined if joined in GROUPS else "all")
    if node.way[-1] not in GROUPS:
        return None
    level = 1 + sum(1 for step in node.way if not isinstance(step, int))
    return _appended(node, here, node.way, part, level)


def _add_at_root(node: Node, part: Twig, joined: str) -> str | None:
    way = chain(text_of(node.root, "is"), node.leaves)
    if not way:
        node.root.clear()
        node.root.update(part)
        return node.name
    if way[-1] in GROUPS:
        steps: list[str | int] = list(way)
        return _appended(node, _at(node.root, steps) or {}, steps, part, 1 + len(way))
    old = dict(node.root)
    node.root.clear()
    node.root.update({"is": {"": joined}, joined: {0: old, 1: part}})
    return f"{node.name}.{joined}[1]"


def _appended(node: Node, rows: Twig, way: list[str | int], part: Twig, level: int) -> str | None:
    deep = level + (len(text_of(part, "is").split(".")) if _is_group(part) else 0)
    if deep > MAX_LEVELS:
        return None
    index = max(row_numbers(rows), default=-1) + 1
    rows[index] = part
    return f"{node.name}{written(way)}[{index}]"


def _is_group(part: Twig) -> bool:
    return text_of(part, "is").split(".")[-1] in GROUPS


def _change_part(node: Node, verb: str) -> str | None:
    if not node.way:
        if verb != "remove":
            return None
        node.root.clear()
        return node.name
    *ahead, last = node.way
    rows = _at(node.root, ahead)
    if not isinstance(last, int) or rows is None or last not in rows:
        return None
    place_of = _moved(rows, last, verb)
    if place_of is not None:
        return f"{node.name}{written(ahead)}[{place_of}]"
    if row_numbers(rows):
        return f"{node.name}{written(ahead)}[{row_numbers(rows)[-1]}]"
    while ahead and not isinstance(ahead[-1], int):
        ahead.pop()
    return _change_part(Node(node.name, node.root, node.leaves, ahead), "remove")


def _turned(node: Node) -> str | None:
    here = _at(node.root, node.way) or {}
    way = chain(text_of(here, "is"), node.leaves)
    if not way or way[-1] not in TURNS:
        return None
    *nots, leaf = way
    put(here, ".".join([*nots, TURNS[leaf]]), "is")
    for step in nots:
        here = here[step]
    old = here.pop(leaf)
    here[TURNS[leaf]] = {bound: old[bound] for bound in BOUNDS if bound in old} | _kind_kept(old)
    return f"{node.name}{written(node.way)}"


def _kind_kept(leaf: Twig) -> Twig:
    """One kind has a name in both; several cannot be counted as one."""
    if text_of(leaf, "kind"):
        return {"kinds": leaf["kind"]}
    return {} if "," in text_of(leaf, "kinds") else {"kind": leaf.get("kinds", {"": ""})}


# --- rows of everything else


def _add_row(place: Place, twig: Twig, steps: list[str | int], kind: str) -> str | None:
    which = grammar(place.field)
    rows: Twig
    row: Twig
    if which == "keys" and not steps and kind in KEYS:
        rows, row = twig, {"is": {"": kind}}
    elif which == "amount" and steps == ["plus"]:
        twig["is"] = {"": "base"}
        if not text_of(twig, "base").strip():
            twig["base"] = twig.pop("fixed", {"": ""})
        rows, row = twig.setdefault("plus", {}), {"add": {"": ""}, "when": new_part(FACT, (FACT,))}
    elif which == "times" and steps == ["table"]:
        rows, row = twig.setdefault("table", {}), {"value": {"": ""}, "factor": {"": ""}}
    else:
        return None
    index = max(row_numbers(rows), default=-1) + 1
    rows[index] = row
    return f"{place.name}{written(steps)}[{index}]"


def _moved(rows: Twig, index: int, verb: str) -> int | None:
    """Changes the rows and numbers them from 0; the new number of the row, None once it is removed."""
    order = row_numbers(rows)
    at = order.index(index)
    if verb == "remove":
        order.remove(index)
    elif verb == "up" and at > 0:
        order[at - 1 : at + 1] = [order[at], order[at - 1]]
    elif verb == "down" and at < len(order) - 1:
        order[at : at + 2] = [order[at + 1], order[at]]
    kept = [rows[number] for number in order]
    for number in row_numbers(rows):
        del rows[number]
    rows.update(enumerate(kept))
    return order.index(index) if index in order else None


def node_count(twig: Mapping[str | int, object]) -> int:
    """Rows and nodes of a rule, as its limits count them."""
    found = 1 if "is" in twig else 0
    for step, inner in twig.items():
        if isinstance(inner, dict):
            found += node_count(inner) + (1 if isinstance(step, int) and "is" not in inner else 0)
    return found
