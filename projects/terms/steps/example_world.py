"""The eight invented people of the example, with a draft's own kinds and roles in their histories. Pure.

Nothing is decided here: what a piece of work is worth comes from `authorship.engine.awards`, as it does for a ledger.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from authorship.engine.amounts import format_amount
from authorship.engine.awards import amounts, read_runnable_award
from authorship.engine.check import rules_head
from portal.core.names.collation import DEFAULT, sort_key

Clause = Mapping[str, Any]
_FILE = Path(__file__).with_name("example_people.toml")


@cache
def world() -> dict[str, Any]:
    return tomllib.loads(_FILE.read_text(encoding="utf-8"))


def bundle(clause: Clause) -> dict[str, Any]:
    """A bundle of the engine: the clause as the one version, the people, and the entries its rules make."""
    roles, day = named_roles(clause), world()["as_of"].isoformat()
    terms = [{"version": 1, "hash": "", "in_force": "2024-01-01", "authorship": dict(clause)}]
    facts = list(_facts(clause))
    return {
        "bundle": 1,
        "engine": "1.0",
        "project": "example",
        "output": {"id": "example", "list": "full", "terms": 1, "scope": {"carry_over": "yes"}},
        "as_of": day,
        "zone": "UTC",
        "heads": {"ledger": "", "choices": "", "rules": rules_head(terms)},
        "collation": DEFAULT,
        "terms": terms,
        "subjects": [_subject(person, roles) for person in world()["people"]],
        "facts": facts,
        "entries": list(_entries(clause, facts)),
        "choices": [],
        "decisions": [],
    }


def named_roles(clause: Clause) -> list[str]:
    """The roles that the rules name, in the order of the clause."""
    rules = [clause.get(key) for key in ("eligibility", "acknowledged", "blocks", "marks")]
    return list(dict.fromkeys(_roles_in(rules)))


def _roles_in(rule: Any) -> Iterator[str]:
    if isinstance(rule, list):
        for part in rule:
            yield from _roles_in(part)
    elif isinstance(rule, dict):
        for key, part in rule.items():
            if key == "role" and isinstance(part, dict) and isinstance(part.get("id"), str):
                yield part["id"]
            else:
                yield from _roles_in(part)


def held(person: Mapping[str, Any], roles: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": roles[grant["place"] - 1], "from": grant["since"].isoformat(), "to": None}
        for grant in person.get("roles", ())
        if grant["place"] <= len(roles)
    ]


def _subject(person: Mapping[str, Any], roles: list[str]) -> dict[str, Any]:
    since, *until = (day.isoformat() for day in person["member"])
    return {
        "id": person["id"],
        "kind": "person",
        "name": person["printed"],
        "sort_key": sort_key(person["given"], person["family"], person["printed"]),
        "accepted": [{"version": 1, "on": since}],
        "member": [[since, until[0] if until else None]],
        "suspended": [],
        "roles": held(person, roles),
    }


def _facts(clause: Clause) -> Iterator[dict[str, Any]]:
    """Every piece of work; those of a kind that the draft does not have are left out."""
    for work in world()["work"]:
        kinds = [rule["id"] for rule in clause["kinds"] if rule.get("from") == work["type"]]
        number = work.get("kind")
        if number is not None and number > len(kinds):
            continue
        for piece in range(work.get("pieces", 1)):
            yield {
                "id": f"{work['id']}-{piece + 1}",
                "type": work["type"],
                "kind": None if number is None else kinds[number - 1],
                "submitted": work["submitted"].isoformat(),
                "accepted": work["accepted"].isoformat(),
                "terms": 1,
                "shares": dict(work["shares"]),
                "attributes": {},
            }


def _entries(clause: Clause, facts: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """What a ledger would hold, in the order of acceptance. Raises AwardError where an amount fits no ledger."""
    seq = 0
    rules = [read_runnable_award(rule) for rule in clause["kinds"]]
    for fact in sorted(facts, key=lambda found: (found["accepted"], found["id"])):
        for rule in rules:
            if rule.source != fact["type"] or fact["kind"] not in (None, rule.id):
                continue
            for subject, amount in amounts(rule, fact).items():
                seq += 1
                yield {
                    "seq": seq,
                    "subject": subject,
                    "kind": rule.id,
                    "amount": format_amount(amount),
                    "origin": "computed",
                    "source": fact["id"],
                    "attempt": 1,
                    "terms": 1,
                    "on": fact[rule.date],
                    "reverses": None,
                }
