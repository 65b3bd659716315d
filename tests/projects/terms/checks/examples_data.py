"""The hand-made examples of the checks: a base document on which every check is fair, and paths set on it."""

from __future__ import annotations

from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from projects.terms.document.read import read
from projects.terms.document.yaml_source import load_yaml

HERE = Path(__file__).parent
COLUMNS = ("recruit", "take_part", "get_credit", "after_publication")
CODES = {
    "fair": "fair",
    "flag": "flag",
    "observation": "observation",
    "not stated": "open",
    "does not apply": "na",
}
# An item of a list is named by one of these, or by its place.
_NAMES = ("id", "person", "name", "recipient")


@dataclass(frozen=True)
class Example:
    check: str
    kind: str
    changes: tuple[tuple[str, Any], ...]
    expected: str

    def __str__(self) -> str:
        return f"{self.check}-{self.kind}".replace(" ", "-")

    def document(self) -> dict[str, Any]:
        return document(dict(self.changes))


def document(changes: dict[str, Any]) -> dict[str, Any]:
    """The base document with some paths set; None empties a path. Read like any other file, so that it is valid."""
    data = deepcopy(_base())
    for path, value in changes.items():
        *way, last = path.split(".")
        node: Any = data
        for word in way:
            node = _step(node, word)
        node[last] = deepcopy(value)
    reading = read(data, people=lambda handle: handle)
    assert reading.document is not None, reading.problems
    return reading.document


def _step(node: Any, word: str) -> Any:
    key, _, named = word.partition("/")
    if not named:
        return node[key]
    rows = node[key]
    if named.isdigit():
        return rows[int(named)]
    return next(row for row in rows if named in {row.get(name) for name in _NAMES})


def _load(name: str) -> Any:
    source = load_yaml((HERE / name).read_text("utf-8"))
    assert not source.problems, source.problems
    return source.data


@cache
def _base() -> dict[str, Any]:
    return dict(_load("base.yaml"))


def examples(name: str) -> list[Example]:
    return [
        Example(row["check"], row["kind"], tuple(row["set"].items()), CODES[row["expected"]])
        for row in _load(f"examples/{name}.yaml")
    ]


def all_examples() -> list[Example]:
    return [one for column in COLUMNS for one in examples(column)]


def overlaps() -> list[dict[str, Any]]:
    return list(_load("examples/overlaps.yaml"))
