"""From a rule to its fields: one text each. A rule that fields cannot hold is given back whole. Pure."""

from __future__ import annotations

import re
from typing import Any

from projects.terms.document.field import Field
from projects.terms.document.rule_build import AS_WRITTEN, NONE, OPEN, Builder
from projects.terms.document.rule_shapes import (
    BOUNDED,
    FACT,
    GROUPS,
    KEYS,
    LEAVES,
    OBJECTS,
    Place,
    grammar,
    leaves_of,
    steps_in,
)
from projects.terms.document.rule_twigs import Twig, names, put, settle

_COMPARED = re.compile(r"([a-z_]{1,40})( *(?:≥|≤|>=|<=|=|>|<) *)([0-9]{1,9})")
_USUAL = re.compile(r" [≥≤=><] ")


class _Unfit(Exception):
    """No field can hold this."""


def rule_fields(field: Field, name: str, rule: object) -> dict[str, str] | None:
    """Texts by name, or None where the same rule would not come back, or a field of a page would change a text."""
    place = Place(name, field, "")
    try:
        twig = _twig(grammar(field), rule)
    except (_Unfit, AttributeError, TypeError):
        return None
    settle(place, twig)
    found = dict(names(name, twig))
    if any("\n" in text or "\r" in text or text != text.strip("\n") for text in found.values()):
        return None
    if any(steps_in(one[len(name) :]) is None or len(one) > 200 for one in found):
        return None
    return found if Builder().rule(place, twig) == rule else None


def _twig(kind: str, rule: Any) -> Twig:
    if kind in {"expression", "condition"}:
        return _node(rule, leaves_of(kind))
    if kind == "keys":
        return {index: _key(key) for index, key in enumerate(rule)}
    if kind == "amount":
        return _amount(rule)
    if kind == "times":
        return _times(rule)
    if kind == "hours":
        return {part: {"": str(value)} for part, value in zip(("low", "high"), rule, strict=True)}
    if kind == "seed_text":
        return {"is": {"": "random"}, "random": {"": rule["random"]}}
    return _object(rule, OBJECTS[kind])


def _node(rule: Any, leaves: tuple[str, ...]) -> Twig:
    way: list[str] = []
    if rule == NONE:
        raise _Unfit
    while isinstance(rule, dict) and set(rule) == {"not"}:
        way.append("not")
        rule = rule["not"]
    if isinstance(rule, str):
        last, inner = FACT, _comparison(rule)
    elif len(rule) == 1:
        ((last, value),) = rule.items()
        inner = _inner(last, value, leaves)
    else:
        raise _Unfit
    twig: Twig = {"is": {"": ".".join([*way, last])}}
    here = twig
    for step in way:
        here = here.setdefault(step, {})
    here[last] = inner
    return twig


def _inner(last: str, value: Any, leaves: tuple[str, ...]) -> Twig:
    if last in GROUPS:
        return {index: _node(part, leaves) for index, part in enumerate(value)}
    if last not in LEAVES or last not in leaves:
        raise _Unfit
    if last == "decision":
        return {"": value}
    leaf = _object(value, LEAVES[last])
    leaf.pop("is", None)
    if last == "agreed" and "before" in leaf and leaf["before"][""] not in {"first_accepted", NONE}:
        leaf |= {"before": {"": "day"}, "day": leaf["before"]}
    if last in BOUNDED and not {"at_least", "more_than"} & set(leaf):
        put(leaf, "", "at_least")
    return leaf


def _comparison(text: str) -> Twig:
    found = _COMPARED.fullmatch(text)
    fact, sign, number = found.groups() if found else (text, "", "")
    sign = sign.strip() if _USUAL.fullmatch(sign) or not sign else f"{AS_WRITTEN}{sign}"
    return {"name": {"": fact}, "sign": {"": sign}, "number": {"": number}}


def _object(rule: Any, parts: dict[str, str]) -> Twig:
    """A part answered none as a whole has no sentence."""
    if not isinstance(rule, dict) or not set(rule) <= set(parts):
        raise _Unfit
    if not rule:
        return {"is": {"": OPEN}}
    return {part: {"": _plain(value)} for part, value in rule.items()}


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(str(one) for one in value)
    if isinstance(value, dict):
        raise _Unfit
    return str(value)


def _key(key: Any) -> Twig:
    if isinstance(key, str):
        return {"is": {"": key}}
    if not key:
        return {"is": {"": ""}}
    ((name, value),) = key.items()
    if name not in KEYS:
        raise _Unfit
    return {"is": {"": name}, name: {"": _plain(value)}}


def _amount(rule: dict[str, Any]) -> Twig:
    if not rule:
        return {"is": {"": OPEN}}
    if "range" in rule:
        low, high = rule["range"]
        return {"is": {"": "range"}, "range": {0: {"": low}, 1: {"": high}}}
    if "fixed" in rule:
        return {"is": {"": "fixed"}, "fixed": {"": rule["fixed"]}}
    twig: Twig = {"is": {"": "base"}}
    if "base" in rule:
        put(twig, rule["base"], "base")
    for index, bonus in enumerate(rule.get("plus", ())):
        row: Twig = {"add": {"": bonus.get("add", "")}}
        if "when" in bonus:
            row["when"] = _node(bonus["when"], (FACT,))
        twig.setdefault("plus", {})[index] = row
    return twig


def _times(rule: dict[str, Any]) -> Twig:
    if not rule:
        return {"is": {"": OPEN}}
    if not set(rule) <= {"attribute", "table"}:
        raise _Unfit
    twig: Twig = {"attribute": {"": rule.get("attribute", "")}}
    for index, (value, factor) in enumerate(rule.get("table", {}).items()):
        twig.setdefault("table", {})[index] = {"value": {"": value}, "factor": {"": factor}}
    return twig
