"""The authorship clause of a preset with its open parts answered, for tests: which answer is given is not public."""

from __future__ import annotations

from typing import Any

from authorship.engine.compute import compute
from tests.authorship.engine.building import bundle, entry, version
from tests.projects.terms.presets.preset_data import document

ANYONE = {"points": {"at_least": "0"}}
_ALL = ({"id": "all", "title": "Authors"},)
_FRAME = {"scope": {"carry_over": "no"}, "as_of": "2027-03-01", "lock": "open"}


def clause(name: str, **instead: Any) -> dict[str, Any]:
    """What the preset says is kept. Open stay only the texts, which no rule reads; ``instead`` replaces parts."""
    said = document(name)["authorship"]
    made = {
        "kinds": [{"split": "equal", "date": "accepted", **kind} for kind in said.get("kinds", ())],
        "blocks": [{"who": ANYONE, "sort": ["name"], **block} for block in said.get("blocks", _ALL)],
        "ties": ["name+subject"],
        **{key: said[key] for key in ("eligibility", "acknowledged") if key in said},
        "marks": [mark for mark in said["marks"] if "who" in mark] if isinstance(said.get("marks"), list) else [],
        "outputs": [{**output, **_FRAME} for output in said.get("outputs", ())],
        **instead,
    }
    return {key: value for key, value in made.items() if value or key in instead}


def without_the_rest(name: str, *way: str | int) -> dict[str, Any]:
    """Eligibility is one branch of the preset's rule, and one block takes everybody: the rest is not computed yet."""
    branch: Any = document(name)["authorship"]["eligibility"]
    for step in way:
        branch = branch[step]
    said = clause(name)["blocks"]
    return {
        "eligibility": branch,
        "blocks": [{**block, "who": ANYONE} for block in said if block["id"] in ("all", "middle", "authors")],
        "marks": [],
        "outputs": [],
    }


def ran(terms: dict[str, Any], subjects: list[Any], entries: list[Any], **parts: Any) -> dict[str, Any]:
    return compute(bundle(subjects, entries, terms=[version(**terms)], **parts))


def pieces(kind: str, **held: int) -> list[dict[str, Any]]:
    """So many entries of 1 for each person, each from its own source."""
    owners = [person for person, count in held.items() for _ in range(count)]
    return [entry(seq, person, "1", kind=kind) for seq, person in enumerate(owners, 1)]
