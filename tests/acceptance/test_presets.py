"""The presets against the shared page of cards: the same marks, and every filled path with what the page gives it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from projects.terms.document.yaml_source import load_yaml
from tests.projects.terms.presets.preset_data import MARKS, NAMES, cards, document

Say = Callable[[str], None]
# Texts of the presets are their own; so are titles, which the page does not always give.
_TEXTS = {"what", "title", "loses", "say", "opt_out", "leavers", "late_joiners", "reviewer_qualification"}
_MONEY = re.compile(r"([0-9]+)\.([0-9]{2}) ([A-Z]{3})")


def test_the_marks_and_counts_are_those_of_the_page(shared: Path | None, say: Say) -> None:
    if shared is None:
        return
    text = (shared / "cases/cards.md").read_text("utf-8").partition("# Preset by preset")[0]
    marks, counts = cards()
    rows = [[cell.strip() for cell in line[1:-1].split("|")] for line in text.splitlines() if line.startswith("| ")]
    typed = {row[0]: row[1:] for row in rows if len(row) == 18 and row[0] != "check"}
    assert len(typed) == 46
    for place, name in enumerate(NAMES):
        assert marks[name] == {check: MARKS[cells[place]] for check, cells in typed.items()}
    assert counts == {row[0]: [int(cell) for cell in row[1:]] for row in rows if len(row) == 6 and row[1].isdigit()}


def test_each_preset_fills_the_paths_of_the_page_and_no_others(shared: Path | None, say: Say) -> None:
    if shared is None:
        return
    text = (shared / "cases/cards.md").read_text("utf-8")
    for name in NAMES:
        block = re.search(rf"\n## {name}\n.*?```yaml\n(.*?)```", text, re.DOTALL)
        assert block, name
        source = load_yaml(block.group(1))
        assert isinstance(source.data, dict)
        made = document(name)
        assert {path for path, _ in _filled(made)} == set(source.data), name
        for path, value in _filled(made):
            assert _bare(value) == _bare(source.data[path]), (name, path)


def _filled(made: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    """The paths in the notation of the page: a chapter and a clause, or `roles`."""
    for chapter, clauses in made.items():
        if isinstance(clauses, dict):
            yield from ((f"{chapter}.{clause}", value) for clause, value in clauses.items())
        elif chapter != "schema":
            yield chapter, clauses


def _bare(value: Any) -> Any:
    """Without texts and open parts; money and single ids in their stored form."""
    if isinstance(value, dict):
        kept = {key: _bare(one) for key, one in value.items() if key not in _TEXTS and one is not None}
        return {**kept, "after": [kept["after"]]} if isinstance(kept.get("after"), str) else kept
    if isinstance(value, list):
        return [_bare(one) for one in value]
    if isinstance(value, str):
        amount = _MONEY.fullmatch(value)
        if amount:
            return {"minor": int(amount[1] + amount[2]), "currency": amount[3]}
        return "text" if " " in value and "≥" not in value else value
    return value
