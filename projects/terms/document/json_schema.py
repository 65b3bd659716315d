"""The terms document as JSON Schema (draft 2020-12), made from the fields: what programs check before they send a file.

It describes the exchange form, as terms stand in YAML and JSON files: persons as handles, money as words or as minor
units. A document with open clauses is well formed, so only ``schema`` is required; ``x-concord`` says which clauses are
mandatory before a project can recruit.
"""

from __future__ import annotations

import re
from typing import Any

from projects.terms.document import json_grammar as rules
from projects.terms.document.field import Field
from projects.terms.document.fields import SCHEMA, SECTIONS, children
from projects.terms.document.json_grammar import NONE, OPEN, Schema
from projects.terms.document.plain import HIDDEN, MAX_LINE, MAX_TEXT
from projects.terms.document.scalars import LANGUAGE_FORM
from projects.terms.document.source import MAX_BYTES

DIALECT = "https://json-schema.org/draft/2020-12/schema"
# What no JSON Schema can say; the site and `check_terms` do.
UNSAID = (
    "Not said here, and checked on reading or publishing: whether a handle, a role, a kind, a stage, a currency or a "
    "time zone exists; that days exist in the calendar; that a licence is a whole SPDX expression; that a rule has at "
    f"most 200 nodes and a file at most {MAX_BYTES} bytes; that a share is at most 1, a range ascends, all amounts of "
    "a pay rule have one currency, places of a prize have neither gaps nor overlaps, and ties end in a total order; "
    "that an id stands once; that 14.0 is no whole number and half a character no text; and whatever two clauses say "
    "against each other."
)
_ID = "^(?!none$)[a-z0-9](?:[a-z0-9-]{0,38}[a-z0-9])?$"
_MONEY = r"^(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,4})? [A-Z]{3}$"
_LIKE_MONEY = "^[0-9][0-9.,]* *[A-Z]{3}$"
_SHARE = "^(?:0|1|(?:0|[1-9][0-9]{0,8})/(?:1000000|[1-9][0-9]{0,5}))$"
# Texts inside rules, which the engine holds to fewer characters, and an id it keeps for itself.
_NARROWER: dict[str, Schema] = {
    "authorship.kinds[].title": {"maxLength": 200},
    "authorship.blocks[].title": {"maxLength": 200},
    "authorship.blocks[].id": {"not": {"const": "rest"}},
}


def json_schema(address: str) -> Schema:
    """``address`` is where it is published, for ever: a later form of terms gets another one."""
    return {
        "$schema": DIALECT,
        "$id": address,
        "title": SCHEMA,
        "description": "The terms of a collaboration. A clause holds an answer, an explicit none, or nothing.",
        "$comment": UNSAID,
        **_object(""),
        "required": ["schema"],
        "$defs": {**rules.definitions(), **_definitions()},
    }


def _definitions() -> dict[str, Schema]:
    # Halves of pairs are left out: they are no characters, and many programs refuse a pattern that names them.
    hidden = re.sub(r"\\U([0-9a-f]{8})", lambda found: chr(int(found[1], 16)), HIDDEN).replace(r"\ud800-\udfff", "")
    whole = {"type": "integer", "minimum": -(2**53), "maximum": 2**53}
    return {
        "line": {
            "anyOf": [{"type": "string", "maxLength": MAX_LINE, "pattern": rf"^\s*[^\n{hidden}]*\s*$"}, whole],
        },
        "text": {"anyOf": [{"type": "string", "maxLength": MAX_TEXT, "pattern": f"^[^{hidden}]*$"}, whole]},
        "id": {"anyOf": [{"type": "string", "pattern": _ID}, {"type": "integer", "minimum": 0, "maximum": 2**53}]},
        "money": {"anyOf": [{"$ref": "#/$defs/money-words"}, {"$ref": "#/$defs/money-stored"}]},
        "money-words": {"type": "string", "pattern": _MONEY},
        "money-stored": {
            "type": "object",
            "properties": {
                "minor": {"type": "integer", "minimum": 0, "maximum": 10**12},
                "currency": {"type": "string", "pattern": "^[A-Z]{3}$"},
            },
            "required": ["minor", "currency"],
            "additionalProperties": False,
        },
    }


def _object(path: str) -> Schema:
    found: Schema = {
        "type": "object",
        "properties": {field.name: _field(field) for field in children(path)},
        "additionalProperties": False,
    }
    if path == "authorship.kinds[]":
        found["allOf"] = rules.award_facts()
    if path == "compensation.pay[]":
        found["allOf"] = rules.pay_facts()
    return found


def _field(field: Field) -> Schema:
    return {
        "title": field.title.en,
        "description": field.help.en,
        "x-concord": {
            "title_zh": field.title.zh,
            "mandatory": field.mandatory,
            "binds": field.binds,
            "better": field.better,
            "class": field.klass,
            "clause": field.number,
        },
        **({"default": field.default} if field.default else {}),
        **_answers(field),
    }


def _answers(field: Field) -> Schema:
    if field.kind == "schema":
        return {"const": SCHEMA}
    none = [NONE] if field.takes_none or field.path in SECTIONS else []
    return {"anyOf": [{**_typed(field), **_NARROWER.get(field.path, {})}, *none, OPEN]}


def _typed(field: Field) -> Schema:
    if field.kind == "object":
        return _object(field.path)
    if field.kind == "list":
        item = {"anyOf": [OPEN, _object(f"{field.path}[]")]}
        return {"type": "array", "items": item, "maxItems": field.most_items}
    if field.kind == "rule_part":
        return rules.award_parts()[field.name]
    if field.kind == "keys":
        return rules.keys(field.path)
    if field.kind == "expression":
        return rules.expression()
    if field.kind == "condition":
        return rules.condition()
    return _scalar(field)


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _enum(field: Field) -> Schema:
    return {"enum": list(field.values)}


def _whole(field: Field) -> Schema:
    return {"type": "integer", "minimum": field.minimum, "maximum": field.maximum}


def _day() -> Schema:
    return {"allOf": [_ref("day"), {"pattern": "^[12]"}]}


def _words(field: Field) -> Schema:
    one = {"type": "string", "minLength": 1, "maxLength": MAX_LINE, "pattern": r"\S", "not": NONE}
    return {"type": "array", "items": one, "maxItems": field.most_items}


def _hours(field: Field) -> Schema:
    one = {"anyOf": [{"type": "integer", "minimum": 0, "maximum": 100_000}, rules.AMOUNT]}
    return {"type": "array", "items": one, "minItems": 2, "maxItems": 2}


def _scalar(field: Field) -> Schema:
    if field.name == "currency":
        return {"type": "string", "pattern": "^[A-Z]{3}$"}
    several = {"type": "array", "uniqueItems": True}
    forms: dict[str, Any] = {
        "language": lambda: {"type": "string", "pattern": f"^{LANGUAGE_FORM}$"},
        "zone": lambda: {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z0-9_+-]+){0,2}$"},
        "text": lambda: _ref("line"),
        "long_text": lambda: _ref("text"),
        "role": lambda: _ref("line"),
        "yes_no_text": lambda: _ref("text"),
        "id": lambda: _ref("id"),
        "ids": lambda: {"anyOf": [_ref("id"), {**several, "items": _ref("id")}]},
        "words": lambda: _words(field),
        "choice": lambda: _enum(field),
        "yes_no": lambda: _enum(field),
        "choices": lambda: {**several, "items": _enum(field)},
        "number": lambda: _whole(field),
        "days": lambda: _whole(field),
        "number_text": lambda: {"anyOf": [_whole(field), {"type": "string", **_ref("text")}]},
        "hours": lambda: _hours(field),
        "date": _day,
        "date_choice": lambda: {"anyOf": [_enum(field), _day()]},
        "money": lambda: _ref("money"),
        "money_text": lambda: {
            "anyOf": [_ref("money"), {**_ref("text"), "not": {"type": "string", "pattern": _LIKE_MONEY}}]
        },
        "share": lambda: {"type": "string", "pattern": _SHARE},
        "person": lambda: {
            "type": "string",
            "minLength": 1,
            "maxLength": 100,
            "pattern": "^[^\\u0000-\\u001f\\u007f]+$",
        },
        "spdx": lambda: {"type": "string", "minLength": 1, "maxLength": 400, "pattern": "^[A-Za-z0-9.:+() -]+$"},
        "seed_text": lambda: {
            "anyOf": [
                {
                    "type": "object",
                    "properties": {"random": rules.SEED},
                    "required": ["random"],
                    "additionalProperties": False,
                },
                {**_ref("text"), "not": {"type": "string", "pattern": r"^\s*\{"}},
            ]
        },
    }
    made: Schema = forms[field.kind]()
    return made
