"""Small bundles for tests, written the way a reader would: only what the case is about is said."""

from __future__ import annotations

from typing import Any

from authorship.engine.check import rules_head
from authorship.engine.compute import compute

AS_OF = "2027-03-01"


def award(id: str = "task", fixed: str = "1", *, source: str = "task", split: str = "equal") -> dict[str, Any]:
    return {
        "id": id,
        "title": id.capitalize(),
        "from": source,
        "amount": {"fixed": fixed},
        "split": split,
        "date": "accepted",
    }


def clause(**parts: Any) -> dict[str, Any]:
    """One point a task, split equally; author from 1 point; more points first, then name."""
    whole = {
        "kinds": [award(), award("review", "1/2", source="review", split="each")],
        "eligibility": {"points": {"at_least": "1"}},
        "blocks": [{"id": "all", "title": "Authors", "who": {"points": {"at_least": "0"}}, "sort": ["points"]}],
        "ties": ["name+subject"],
    }
    return {**whole, **parts}


def version(number: int = 1, in_force: str = "2026-12-01", **parts: Any) -> dict[str, Any]:
    return {"version": number, "hash": f"hash-{number}", "in_force": in_force, "authorship": clause(**parts)}


def subject(id: str, sort_key: str | None = None, **parts: Any) -> dict[str, Any]:
    whole = {"id": id, "kind": "person", "sort_key": id if sort_key is None else sort_key, "name": id}
    return {**whole, "accepted": [{"version": 1, "on": "2026-12-03"}], **parts}


def entry(seq: int, subject: str, amount: str, **parts: Any) -> dict[str, Any]:
    whole = {
        "seq": seq,
        "subject": subject,
        "kind": "task",
        "amount": amount,
        "origin": "judged",
        "source": f"t{seq}",
        "attempt": 1,
        "terms": 1,
        "on": "2027-01-05",
        "reverses": None,
    }
    return {**whole, **parts}


def reversal(seq: int, of: dict[str, Any], on: str = "2027-02-01") -> dict[str, Any]:
    return {**of, "seq": seq, "amount": f"-{of['amount']}", "on": on, "reverses": of["seq"]}


def fact(id: str, shares: dict[str, str], **parts: Any) -> dict[str, Any]:
    whole = {
        "id": id,
        "type": "task",
        "submitted": "2026-12-20",
        "accepted": "2027-01-05",
        "terms": 1,
        "shares": shares,
        "attributes": {},
    }
    return {**whole, **parts}


def choice(seq: int, subject: str, chosen: str, on: str = "2027-02-01") -> dict[str, Any]:
    return {"seq": seq, "subject": subject, "choice": chosen, "on": on}


def bundle(
    subjects: list[Any], entries: list[Any], *, terms: list[Any] | None = None, scope: Any = None, **parts: Any
) -> dict[str, Any]:
    """A bundle whose subjects may be given by id alone."""
    versions = [version()] if terms is None else terms
    whole: dict[str, Any] = {
        "bundle": 1,
        "engine": "1.0",
        "project": "reef-bench",
        "output": {
            "id": "paper-1",
            "list": "full",
            "terms": versions[-1]["version"],
            "scope": scope or {"carry_over": "no"},
        },
        "as_of": AS_OF,
        "zone": "UTC",
        "heads": {"ledger": "head of the ledger", "choices": "head of the choices", "rules": rules_head(versions)},
        "collation": "root-folded/1",
        "terms": versions,
        "subjects": [subject(found) if isinstance(found, str) else found for found in subjects],
        "facts": [],
        "entries": entries,
        "choices": [],
        "decisions": [],
    }
    return {**whole, **parts}


def with_result(found: dict[str, Any]) -> dict[str, Any]:
    return {**found, "result": compute(found)}


def authors(result: dict[str, Any]) -> list[str]:
    return [row["subject"] for row in result["authors"]]


def row(result: dict[str, Any], subject: str) -> dict[str, Any]:
    """The one row of a subject, with the list it stands in under `list`."""
    found = [
        {"list": name, **row}
        for name in ("authors", "acknowledged", "near", "excluded")
        for row in result[name]
        if row["subject"] == subject
    ]
    assert len(found) == 1, f"{subject} stands {len(found)} times"
    return found[0]
