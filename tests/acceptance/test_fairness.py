"""The fairness checks against the shared catalogue: the same examples, the same sentences, the cards typed by hand."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from projects.terms.checks.card import card
from projects.terms.checks.catalogue import CHECKS
from projects.terms.checks.text.venue import reading
from projects.terms.document.read import read
from projects.terms.document.yaml_source import load_yaml
from tests.projects.terms.checks.examples_data import CODES, all_examples, overlaps

_CELLS = re.compile(r"\| (.*) \|$")
_MARKS = {"✓": "fair", "⚑": "flag", "◇": "observation", "○": "open", "–": "na"}
Say = Callable[[str], None]


def test_the_examples_are_those_of_the_catalogue(shared: Path | None, say: Say) -> None:
    if shared is None:
        return
    typed = list(_examples((shared / "cases/fairness.md").read_text("utf-8")))
    ours = [(one.check, one.kind, dict(one.changes), one.expected) for one in all_examples()]
    assert [_plain(one) for one in ours] == [_plain(one) for one in typed]
    assert len(typed) == 225


def test_the_overlaps_are_those_of_the_catalogue(shared: Path | None, say: Say) -> None:
    if shared is None:
        return
    section = (shared / "cases/fairness.md").read_text("utf-8").split("\n## ")[4]
    rows = [row for row in _rows(section) if len(row) == 4 and row[0] not in ("situation", "---")]
    typed = [(row[0], _set(row[2]), sorted(row[3].split(", "))) for row in rows]
    ours = [(one["situation"], one["set"], sorted(one["flags"])) for one in overlaps()]
    assert [_plain(one) for one in ours] == [_plain(one) for one in typed]


def test_every_sentence_of_the_catalogue_can_be_said(shared: Path | None, say: Say) -> None:
    if shared is None:
        return
    text = (shared / "cases/fairness.md").read_text("utf-8")
    for check, section in _sections(text):
        for row in _rows(section.partition("| example |")[0]):
            if row[0] in CODES and row[2] != "–":
                said = CHECKS[check].sentences[CODES[row[0]]]
                english = [one.en for one in said][: len(row[2].split(" / "))]
                chinese = [one.zh for one in said][: len(row[3].split("／"))]
                assert english == [one.strip() for one in row[2].split(" / ")]
                assert chinese == [one.strip() for one in row[3].split("／")]


def test_every_sentence_for_the_venue_reader(shared: Path | None, say: Say) -> None:
    if shared is None:
        return
    rows = [line.split("\t") for line in (shared / "cases/promises.tsv").read_text("utf-8").splitlines()[1:]]
    assert [(row[1], reading(row[1])) for row in rows] == [(row[1], row[2]) for row in rows]


def test_the_cards_of_the_presets_as_they_were_typed(shared: Path | None, say: Say) -> None:
    """What is filled in on the page of cards, and nothing else: 17 documents, 46 checks each."""
    if shared is None:
        return
    text = (shared / "cases/cards.md").read_text("utf-8")
    line = re.search(r"^Columns: (.*)$", text, re.MULTILINE)
    assert line
    names = [column.split()[1] for column in line.group(1).split(" · ")]
    typed = {
        (name, row[0]): _MARKS[cell]
        for row in _rows(text)
        if row[0] in CHECKS and len(row) == 18
        for name, cell in zip(names, row[1:], strict=True)
    }
    assert len(typed) == 17 * 46
    for name in names:
        found = card(_filled(text, name))
        assert {one.check: one.code for one in found.findings} == {check: typed[name, check] for check in CHECKS}, name


def _filled(text: str, name: str) -> dict[str, Any]:
    block = re.search(rf"\n## {name}\n.*?```yaml\n(.*?)```", text, re.DOTALL)
    assert block, name
    data: dict[str, Any] = {"schema": "concord-terms/1"}
    for path, value in _loaded(block.group(1)).items():
        *way, last = path.split(".")
        node = data
        for word in way:
            node = node.setdefault(word, {})
        node[last] = value
    found = read(data, people=str)
    assert found.document is not None, (name, found.problems)
    return found.document


def _sections(text: str) -> Iterator[tuple[str, str]]:
    for part in text.split("\n#### ")[1:]:
        yield part.split("`")[1], part


def _rows(text: str) -> Iterator[list[str]]:
    for line in text.splitlines():
        cells = _CELLS.match(line)
        if cells:
            yield [cell.strip() for cell in cells.group(1).replace("||", "| |").split(" | ")]
        elif line.startswith("| ") and line.endswith("|"):
            yield [cell.strip() for cell in line[1:-1].split(" | ")]


def _examples(text: str) -> Iterator[tuple[str, str, dict[str, Any], str]]:
    for check, section in _sections(text):
        for line in section.partition("| example |")[2].splitlines():
            cells = [cell.strip() for cell in line[1:-1].split("|")]
            if line.startswith("|") and len(cells) == 4 and cells[0] not in ("---", ""):
                yield check, cells[0], _set(cells[1]), CODES[cells[2]]


def _set(cell: str) -> dict[str, Any]:
    """`path: value, path: value` as data; commas inside brackets and quotes part nothing."""
    parts, depth, quoted, start = [], 0, False, 0
    text = cell.strip("`")
    for index, char in enumerate(text):
        quoted ^= char == '"'
        if not quoted:
            depth += (char in "[{") - (char in "]}")
            if char == "," and depth == 0:
                parts.append(text[start:index])
                start = index + 1
    return _loaded("\n".join(part.strip() for part in [*parts, text[start:]]))


def _loaded(text: str) -> dict[str, Any]:
    source = load_yaml(text)
    assert not source.problems, source.problems
    assert isinstance(source.data, dict)
    return source.data


def _plain(value: object) -> str:
    return json.dumps(value, ensure_ascii=False).replace("`", "")
