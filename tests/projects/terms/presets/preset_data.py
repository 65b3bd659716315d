"""The presets as documents, and their cards as they were written by hand."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import projects.terms
from projects.terms.document.read import read_yaml
from projects.terms.document.yaml_source import load_yaml

FOLDER = Path(projects.terms.__path__[0]) / "presets"
MARKS = {"✓": "fair", "⚑": "flag", "◇": "observation", "○": "open", "–": "na"}
NAMES = (
    "terminal-bench-science",
    "terminal-bench-1",
    "humanitys-last-exam",
    "gpqa",
    "critpt",
    "agents-last-exam",
    "ligo",
    "cms",
    "atlas",
    "xenon",
    "mmteb",
    "nl-augmenter",
    "multi-swe-rl",
    "rsi-bench",
    "soohak",
    "deep-review",
    "callat",
)


def path(name: str) -> Path:
    return FOLDER / f"{name}.yaml"


@cache
def _document(name: str) -> dict[str, Any]:
    found = read_yaml(path(name).read_bytes(), people=str)
    assert found.document is not None, (name, found.problems)
    return found.document


def document(name: str) -> dict[str, Any]:
    return deepcopy(_document(name))


def index() -> list[dict[str, Any]]:
    source = load_yaml(path("index").read_bytes())
    assert not source.problems
    assert isinstance(source.data, dict)
    return list(source.data["presets"])


@cache
def cards() -> tuple[dict[str, dict[str, str]], dict[str, list[int]]]:
    """The marks by preset and check, and the counts by preset in the order of MARKS."""
    lines = [line.split() for line in Path(__file__).with_name("cards.txt").read_text("utf-8").splitlines()]
    rows = [line for line in lines if line[0] != "#"]
    names = rows[0][1:]
    marks: dict[str, dict[str, str]] = {name: {} for name in names}
    counts: dict[str, list[int]] = {}
    for check, *cells in rows[1:]:
        if check in names:
            counts[check] = [int(cell) for cell in cells]
        elif check != "counts:":
            for name, cell in zip(names, cells, strict=True):
                marks[name][check] = MARKS[cell]
    return marks, counts
