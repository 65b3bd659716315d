"""Form data of one rule as a tree, there and back, with everything said that the names only imply. Pure.

A twig is a dictionary from steps (words and row numbers) to twigs; its own text stands under ``""``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.rule_shapes import (
    BOUNDED,
    BOUNDS,
    GROUPS,
    Place,
    chain,
    grammar,
    is_inside,
    leaves_of,
    rule_place,
    steps_in,
)

Twig = dict[str | int, Any]


def text_of(twig: Mapping[str | int, Any], *steps: str | int) -> str:
    for step in steps:
        twig = twig.get(step, {})
    return str(twig.get("", ""))


def put(twig: Twig, text: str, *steps: str | int) -> None:
    for step in steps:
        twig = twig.setdefault(step, {})
    twig[""] = text


def row_numbers(twig: Mapping[str | int, Any]) -> list[int]:
    return sorted(step for step in twig if isinstance(step, int))


def sprout(data: Mapping[str, str]) -> dict[str, tuple[Place, Twig]]:
    """Every rule of the data by the name of its field, settled; names that no rule can have are left out."""
    found: dict[str, tuple[Place, Twig]] = {}
    for name, text in data.items():
        if not is_inside(name):
            continue
        place = rule_place(name)
        steps = steps_in(place.rest) if place else None
        if place is None or steps is None:
            continue
        put(found.setdefault(place.name, (place, {}))[1], text, *steps)
    for place, twig in found.values():
        settle(place, twig)
    return found


def names(name: str, twig: Mapping[str | int, Any]) -> Iterator[tuple[str, str]]:
    """The tree as form data again."""
    for step, inner in twig.items():
        if step == "":
            yield name, inner
        else:
            yield from names(f"{name}[{step}]" if isinstance(step, int) else f"{name}.{step}", inner)


def settled(data: Mapping[str, str]) -> dict[str, str]:
    """The data with each rule's own names settled; everything else as it was."""
    rest = {name: text for name, text in data.items() if not is_inside(name)}
    for name, (_place, twig) in sprout(data).items():
        rest.update(names(name, twig))
    return rest


def settle(place: Place, twig: Twig) -> None:
    """Says ``is`` where the names imply it, and turns names that follow a choice: ``any`` into ``all``, a bound."""
    kind = grammar(place.field)
    if kind in {"expression", "condition"}:
        settle_node(twig, leaves_of(kind))
    elif kind == "amount":
        _settle_amount(twig)
    elif kind == "keys":
        for index in row_numbers(twig):
            _settle_key(twig[index])
    elif kind == "seed_text":
        by_seed = text_of(twig, "is") in {"", "random"} and text_of(twig, "random").strip()
        twig.pop("is", None)
        if by_seed:
            put(twig, "random", "is")


def settle_node(twig: Twig, leaves: tuple[str, ...]) -> None:
    there = _there(twig, leaves)
    wanted = chain(text_of(twig, "is"), leaves) or there
    inner: Twig = {}
    if there:
        inner = _inner(twig, there)
        alike = there[-1] == wanted[-1] or (there[-1] in GROUPS and wanted[-1] in GROUPS)
        inner = inner if alike else {}
    own = twig.get("")
    twig.clear()
    if own is not None:
        twig[""] = own
    if not wanted:
        twig["is"] = {"": ""}
        return
    twig["is"] = {"": ".".join(wanted)}
    here = twig
    for step in wanted:
        here = here.setdefault(step, {})
    here.update(inner)
    if wanted[-1] in GROUPS:
        for index in row_numbers(here):
            settle_node(here[index], leaves)
    elif wanted[-1] in BOUNDED:
        _settle_bound(here)


def _there(twig: Mapping[str | int, Any], leaves: tuple[str, ...]) -> list[str]:
    """What the names below a node say it is."""
    found: list[str] = []
    while "not" in twig:
        found.append("not")
        twig = twig["not"]
    last = next((step for step in (*GROUPS, *leaves) if step in twig), None)
    return chain(".".join([*found, last]), leaves) if last else []


def _inner(twig: Twig, way: list[str]) -> Twig:
    for step in way:
        twig = twig[step]
    return twig


def _settle_bound(leaf: Twig) -> None:
    chosen = text_of(leaf, "bound")
    leaf.pop("bound", None)
    given = [bound for bound in BOUNDS if bound in leaf]
    if chosen in BOUNDS and len(given) == 1 and given[0] != chosen:
        leaf[chosen] = leaf.pop(given[0])
    elif chosen in BOUNDS and not given:
        put(leaf, "", chosen)


def _settle_amount(twig: Twig) -> None:
    if not text_of(twig, "is"):
        forms = {
            "fixed": text_of(twig, "fixed"),
            "range": text_of(twig, "range", 0) + text_of(twig, "range", 1),
            "base": text_of(twig, "base"),
        }
        put(twig, next((form for form, text in forms.items() if text.strip()), ""), "is")
    for index in row_numbers(twig.get("plus", {})):
        row = twig["plus"][index]
        if "when" in row:
            settle_node(row["when"], leaves_of("condition"))


def _settle_key(row: Twig) -> None:
    if not text_of(row, "is"):
        implied = next((key for key in ("points", "random", "decision") if text_of(row, key).strip()), "")
        put(row, implied, "is")
