"""The rule grammar of docs/interfaces.md 2 as JSON Schema, to its full depth.

The engine's parser stays the only reader of rules. This says the same shapes to other programs, with the engine's own
lists and limits, and tests hold the two together. Levels are written out, since a schema cannot count: what stands on
the last level has no more levels below it.
"""

from __future__ import annotations

from typing import Any

from authorship.engine import grammar
from authorship.engine.rules import awards, order, pay, reader

Schema = dict[str, Any]

OPEN: Schema = {"$ref": "#/$defs/open"}
NONE: Schema = {"const": "none"}
AMOUNT: Schema = {"$ref": "#/$defs/amount"}
AWARD: Schema = {"$ref": "#/$defs/award"}
DAY: Schema = {"$ref": "#/$defs/day"}
ID: Schema = {"$ref": "#/$defs/name"}
IDS: Schema = {"type": "array", "items": ID, "minItems": 1, "maxItems": 60, "uniqueItems": True}
NUMBER: Schema = {"type": "integer", "minimum": 0, "maximum": reader.MAX_NUMBER}
SEED: Schema = {"type": "string", "maxLength": 200}

_DENOMINATOR = "(?:/(?:1000000|[1-9][0-9]{0,5}))?"
_PLAIN_KEYS = ["points", "count", "name", "first_credit"]
_PRIZE_KEYS = ["points", "count", "first_credit"]
_LEVELS = range(1, reader.MAX_LEVELS + 1)


def said(*forms: Schema) -> Schema:
    """A part of a rule: one of the forms, none, or nothing; what is open or none keeps terms from running, not from
    being written."""
    return {"anyOf": [*forms, NONE, OPEN]}


def parts(of: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": {key: said(form) for key, form in of.items()},
        "additionalProperties": False,
    }


def definitions() -> dict[str, Schema]:
    """What the rules of a document point to under ``$defs``."""
    found: dict[str, Schema] = {
        "open": {
            "description": "Not stated: absent, null, and an empty text are the same.",
            "anyOf": [{"type": "null"}, {"type": "string", "pattern": r"^\s*$"}],
        },
        "amount": {"type": "string", "pattern": f"^(?:0|[1-9][0-9]{{0,8}}){_DENOMINATOR}$"},
        "award": {"type": "string", "pattern": f"^[1-9][0-9]{{0,8}}{_DENOMINATOR}$"},
        "name": {"type": "string", "pattern": "^(?!none$)[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$"},
        "day": {
            "type": "string",
            "format": "date",
            "pattern": "^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])$",
        },
        **{_level("expression", level): _expression(level) for level in _LEVELS},
    }
    for work in (None, *grammar.FACTS):
        if work is None or grammar.FACTS[work]:
            found |= {_level(_condition_name(work), level): _condition(work, level) for level in _LEVELS}
    return found


def _level(name: str, level: int) -> str:
    return name if level == 1 else f"{name}-{level}"


def _ref(name: str, level: int = 1) -> Schema:
    return {"$ref": f"#/$defs/{_level(name, level)}"}


# --- expressions


def expression() -> Schema:
    return _ref("expression")


def _bounded(of: dict[str, Schema], bound: Schema) -> Schema:
    """At most one of at_least and more_than."""
    return {**parts({**of, "at_least": bound, "more_than": bound}), "not": {"required": ["at_least", "more_than"]}}


def _leaves() -> dict[str, Schema]:
    return {
        "points": _bounded({"kinds": IDS}, AMOUNT),
        "count": _bounded({"kind": ID}, NUMBER),
        "distinct": _bounded({"of": ID, "kind": ID}, NUMBER),
        "role": parts({"id": ID, "for_days": NUMBER}),
        "member": parts({"for_days": NUMBER, "grace_days": NUMBER}),
        "service": parts(
            {
                "kind": ID,
                "at_least": AMOUNT,
                "per": {"enum": ["year", "total"]},
                "by": {"enum": ["person", "institute", "either"]},
                "carry_most": AMOUNT,
            }
        ),
        "agreed": parts({"id": ID, "before": {"anyOf": [{"const": "first_accepted"}, DAY]}}),
        "decision": ID,
        "referred": parts({"at_least": NUMBER}),
    }


def _expression(level: int) -> Schema:
    forms = {name: {"anyOf": [form, NONE]} for name, form in _leaves().items()}
    return _one_key({**_branches("expression", level), **forms})


def _branches(name: str, level: int) -> dict[str, Schema]:
    if level >= reader.MAX_LEVELS:
        return {}
    below = _ref(name, level + 1)
    several = {"type": "array", "items": below, "minItems": 1, "maxItems": reader.MAX_NODES - 1}
    return {"all": several, "any": several, "not": below}


def _one_key(properties: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "minProperties": 1,
        "maxProperties": 1,
        "properties": properties,
        "additionalProperties": False,
    }


# --- conditions


def _condition_name(work: str | None) -> str:
    return f"condition-{work}" if work else "condition"


def condition(work: str | None = None) -> Schema:
    """Over the facts of one kind of work, or of any; only nothing and none where there are no facts."""
    return said(_ref(_condition_name(work))) if work is None or grammar.FACTS[work] else said()


def _condition(work: str | None, level: int) -> Schema:
    facts = grammar.FACTS[work] if work else {key: kind for of in grammar.FACTS.values() for key, kind in of.items()}
    numbers = "|".join(name for name, kind in facts.items() if kind == "number")
    flags = "|".join(name for name, kind in facts.items() if kind == "flag")
    forms = [f"(?:{numbers}) *(?:≥|≤|>=|<=|=|>|<) *(?:0|[1-9][0-9]{{0,8}})"] if numbers else []
    forms += [f"(?:{flags})"] if flags else []
    text = {"type": "string", "maxLength": 100, "pattern": f"^ *(?:{'|'.join(forms)}) *$"}
    branches = _branches(_condition_name(work), level)
    return {"anyOf": [text, _one_key(branches)]} if branches else text


def facts_of(part: str, works: tuple[str, ...], held: dict[str, Any]) -> list[Schema]:
    """Where the part ``from`` or ``for`` says what the work is, conditions name its facts alone. ``held`` gives the
    place of each condition as nested names."""
    return [
        {
            "if": {"properties": {part: {"const": work}}, "required": [part]},
            "then": {"properties": _at(held, condition(work))},
        }
        for work in works
    ]


def _at(held: dict[str, Any], form: Schema) -> dict[str, Schema]:
    found: dict[str, Schema] = {}
    for name, inner in held.items():
        if inner is None:
            found[name] = form
        elif isinstance(inner, list):
            found[name] = {"items": {"properties": _at(inner[0], form)}}
        else:
            found[name] = {"properties": _at(inner, form)}
    return found


# --- awards, order, pay


def award_parts() -> dict[str, Schema]:
    """By the last key of the path."""
    plus = {"type": "array", "items": parts({"when": condition(), "add": AWARD}), "minItems": 1, "maxItems": 200}
    return {
        "amount": {
            "anyOf": [
                parts({"fixed": AWARD}),
                parts({"range": {"type": "array", "items": AWARD, "minItems": 2, "maxItems": 2}}),
                parts({"base": AWARD, "plus": plus}),
            ]
        },
        "first_of": parts({"by": IDS, "add": AWARD}),
        "times": parts(
            {
                "attribute": ID,
                "table": {
                    "type": "object",
                    "minProperties": 1,
                    "propertyNames": {"pattern": "^[ -~]{1,60}$"},
                    "additionalProperties": AWARD,
                },
            }
        ),
        "cap": parts({"item": AWARD, "person": AWARD, "cohort": AWARD}),
        "budget": parts({"total": AWARD, "per": {"enum": ["month", "output"]}}),
        "window": parts({"from": DAY, "to": DAY}),
    }


def award_facts() -> list[Schema]:
    return facts_of("from", awards.SOURCES, {"applies": None, "amount": {"plus": [{"when": None}]}})


def pay_facts() -> list[Schema]:
    """Also: base, bonuses and conditions for all but rankings, places for rankings alone."""
    nothing = {"anyOf": [NONE, OPEN, {"type": "array", "maxItems": 0}]}
    ranks = {"properties": {"for": {"const": "rank"}}, "required": ["for"]}
    others = {"properties": {"for": {"enum": [work for work in pay.WORK if work != "rank"]}}, "required": ["for"]}
    return [
        *facts_of(
            "for", tuple(work for work in pay.WORK if work != "rank"), {"applies": None, "plus": [{"when": None}]}
        ),
        {"if": ranks, "then": {"properties": dict.fromkeys(("base", "plus", "applies"), nothing)}},
        {"if": others, "then": {"properties": dict.fromkeys(("rank", "ranked_by"), nothing)}},
    ]


def keys(path: str) -> Schema:
    """Sort keys, tie-breaks, and what prizes are ranked by."""
    decision = parts({"decision": ID})
    forms: list[Schema] = [{"enum": _PLAIN_KEYS}, parts({"points": IDS}), parts({"random": SEED}), decision]
    if path.endswith(".ties"):
        forms.append({"const": order.TOTAL})
    if path.endswith(".ranked_by"):
        forms = [{"enum": _PRIZE_KEYS}, decision]
    return {"type": "array", "items": {"anyOf": forms}, "minItems": 1, "maxItems": 20}
