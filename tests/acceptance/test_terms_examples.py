"""Every example of the fairness catalogue is a document that is read, kept and judged."""

from __future__ import annotations

import copy
import re
from pathlib import Path
from typing import Any

from projects.terms.checks.card import card
from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.missing import missing
from projects.terms.document.read import read, read_yaml
from projects.terms.document.refusals import refusals
from projects.terms.document.write import to_yaml
from projects.terms.document.yaml_source import load_yaml

EXAMPLE = re.compile(
    r"\| (?:fair|flagged|not stated|near miss) \| `(.*?)` \| (fair|flag|observation|not stated|does not apply) \|"
)
CODES = {"fair": "fair", "flag": "flag", "observation": "observation", "open": "not stated", "na": "does not apply"}

# Another check holds the flag, as the row says.
HELD_BY = {
    ("guarantee-in-hands", "does not apply"): {"venue-promise"},
    ("marks-rule", "does not apply"): {"core-authors"},
}


def put(document: Any, path: str, value: object) -> None:
    """Set ``clause.part`` or ``list/key.part``; the key is an id, a person, a name, a recipient or an index."""
    here = document
    steps = path.split(".")
    for number, step in enumerate(steps, start=1):
        name, _, key = step.partition("/")
        slot: Any = name
        if key:
            here = here[name]
            names = [{item.get(part) for part in ("id", "person", "name", "recipient")} for item in here]
            slot = int(key) if key.isdigit() else next(index for index, said in enumerate(names) if key in said)
        if number == len(steps):
            here[slot] = value
        else:
            here = here[slot]


def examples(catalogue: str) -> list[tuple[str, str, str]]:
    """Check, what is set, and the expected finding."""
    found, check = [], ""
    for line in catalogue.splitlines():
        heading = re.match(r"#### `([a-z-]+)`", line)
        check = heading[1] if heading else check
        row = EXAMPLE.match(line)
        if row:
            found.append((check, row[1], row[2]))
    return found


def test_the_examples_of_the_catalogue(shared: Path | None) -> None:
    if shared is None:
        return
    catalogue = (shared / "cases" / "fairness.md").read_text(encoding="utf-8")
    block = re.search(r"```yaml\n(.*?)```", catalogue, re.DOTALL)
    assert block is not None
    base = load_yaml(block[1]).data
    rows = examples(catalogue)
    assert len(rows) == 225
    for check, changes, expected in rows:
        raw = copy.deepcopy(base)
        changed = load_yaml(f"{{{changes}}}").data
        assert isinstance(changed, dict), changes
        for path, value in changed.items():
            put(raw, path, value)
        reading = read(raw, people=None)
        assert reading.problems == [], changes
        document = reading.document
        assert document is not None
        assert read_yaml(to_yaml(document, handles=str), people=None).document == document
        assert read(unflatten(flatten(document)), people=None).document == document
        missing(document)
        refusals(document, rubrics={1})
        found = card(document)
        assert CODES[found.of(check).code] == expected, changes
        flags = {finding.check for finding in found.findings if finding.code == "flag"}
        assert flags <= {check} | HELD_BY.get((check, expected), set()), changes
