"""A draft as the form sees it: what was typed, what the document could read, what is wrong with the rest. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from projects.terms.document.edit import flatten, unflatten
from projects.terms.document.missing import missing
from projects.terms.document.problems import Problem
from projects.terms.document.read import read
from projects.terms.document.scalars import People
from projects.terms.reading import chapter_of
from projects.terms.steps.typed import TICK, Data, undecided

Document = dict[str, Any]
_ROUNDS = 50


@dataclass(frozen=True)
class State:
    """`data` is everything as typed, `readable` the part of it that stands in `document`."""

    data: Data
    readable: Data
    document: Document
    problems: list[Problem]
    open_paths: list[str] = field(default_factory=list)

    def forms(self, handles: Callable[[str], str]) -> dict[str, Data]:
        """By chapter, the typed text of those where it says more than the document: unread values, empty new rows."""
        kept = flatten(self.document, handles=handles)
        chapters: dict[str, Data] = {}
        more: set[str] = set()
        for name, text in self.data.items():
            chapter = str(chapter_of(name.removeprefix(TICK)))
            chapters.setdefault(chapter, {})[name] = text
            if name not in kept and (text.strip() or _in_empty_row(name, self.data)):
                more.add(chapter)
        return {chapter: data for chapter, data in chapters.items() if chapter in more}

    def problems_of(self, chapter: int) -> list[Problem]:
        return [problem for problem in self.problems if chapter_of(problem.path) == chapter]

    def open_of(self, chapter: int) -> list[str]:
        return [path for path in self.open_paths if chapter_of(path) == chapter]


def _in_empty_row(name: str, data: Mapping[str, str]) -> bool:
    if not name.count("["):
        return False
    row = name[: name.rindex("]") + 1]
    return not any(text.strip() for other, text in data.items() if other.removeprefix(TICK).startswith(row))


def stored(document: Document, forms: Mapping[str, Data], handles: Callable[[str], str]) -> Data:
    """The draft as form data: what was typed where that was kept, else what the document says."""
    data = {
        name: text for name, text in flatten(document, handles=handles).items() if str(chapter_of(name)) not in forms
    }
    for typed in forms.values():
        data.update(typed)
    return data


def with_step(data: Data, chapter: int, typed: Data) -> Data:
    """The data with one chapter replaced by what was typed there; names of other chapters in it are left out."""
    others = {name: text for name, text in data.items() if chapter_of(name.removeprefix(TICK)) != chapter}
    return others | {name: text for name, text in typed.items() if chapter_of(name.removeprefix(TICK)) == chapter}


def state(data: Data, *, people: People) -> State:
    """Reads what can be read. Values with a problem are left out one after the other until the rest is a document."""
    unsure = undecided(data)
    problems = [Problem(path, "both", _BOTH, _BOTH_ZH) for path in unsure]
    rest = {name: text for name, text in data.items() if not name.startswith(TICK) and name not in unsure}
    for _round in range(_ROUNDS):
        reading = read(unflatten(rest), people=people)
        if reading.document is not None:
            return State(data, rest, reading.document, problems, missing(reading.document))
        problems += [problem for problem in reading.problems if problem not in problems]
        for problem in reading.problems:
            rest = _without(rest, problem.path)
    return State(data, {}, {}, problems, missing({}))


_BOTH = "None is ticked and something is written; leave one of the two."
_BOTH_ZH = "既勾选了“无”，又写了内容；请只保留一项。"


def _without(data: Data, path: str) -> Data:
    """Leaves out the field at the path, or the nearest thing around it that has fields."""
    while path:
        left = {name: text for name, text in data.items() if not _at_or_in(name, path)}
        if len(left) < len(data):
            return left
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return data


def _at_or_in(name: str, path: str) -> bool:
    return name == path or name.startswith((f"{path}.", f"{path}["))
