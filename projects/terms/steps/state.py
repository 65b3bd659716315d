"""A draft as the form sees it: what was typed, what the document could read, what is wrong with the rest. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from projects.terms.document.edit import flatten, once, rows, unflatten_placed
from projects.terms.document.fields import BY_PATH, clause_path, generic
from projects.terms.document.missing import missing
from projects.terms.document.problems import Problem
from projects.terms.document.read import read
from projects.terms.document.rule_build import twice
from projects.terms.document.rule_shapes import rule_place
from projects.terms.document.rule_twigs import settled, sprout
from projects.terms.document.scalars import People
from projects.terms.reading import chapter_of
from projects.terms.steps.typed import TICK, Data, undecided

Document = dict[str, Any]
_ROUNDS = 50
_ROW = re.compile(r"([^\[]*)\[([0-9]+)\]")
_ORDER = {path: place for place, path in enumerate(BY_PATH)}


@dataclass(frozen=True)
class State:
    """`data` is everything as typed, `readable` the part of it that stands in `document`; `refused` is what publishing
    would refuse in that and `warned` what it would not, both by the names of fields."""

    data: Data
    readable: Data
    document: Document
    problems: list[Problem]
    open_paths: list[str] = field(default_factory=list)
    places: Mapping[str, str] = field(default_factory=dict)
    refused: list[Problem] = field(default_factory=list)
    warned: list[Problem] = field(default_factory=list)

    def refusing(self, problems: Iterable[Problem]) -> State:
        """With problems of the document, whose paths count neither empty rows nor what could not be read."""
        return replace(self, refused=self._at_fields(problems))

    def warning(self, problems: Iterable[Problem]) -> State:
        """With what is no refusal, found in the document likewise."""
        return replace(self, warned=self._at_fields(problems))

    def _at_fields(self, problems: Iterable[Problem]) -> list[Problem]:
        problems = list(problems)
        stated = {name: text for name, text in self.readable.items() if text.strip()}
        named = {path: _typed_at(_row_of(path, stated), self.places) for one in problems for path in one.paths}
        return once(
            replace(one, path=named[one.path], also=tuple(named[path] for path in one.also)) for one in problems
        )

    def forms(self, handles: Callable[[str], str]) -> dict[str, Data]:
        """By chapter, the typed text of those where it says more than the document: unread values, empty new rows."""
        kept = flatten(self.document, handles=handles)
        chapters: dict[str, Data] = {}
        more: set[str] = set()
        for name, text in self.data.items():
            chapter = str(chapter_of(name.removeprefix(TICK)))
            chapters.setdefault(chapter, {})[name] = text
            if _says_more(name, text, kept.get(name)) or (name not in kept and _in_empty_row(name, self.data)):
                more.add(chapter)
        return {chapter: data for chapter, data in chapters.items() if chapter in more}

    def problems_of(self, chapter: int) -> list[Problem]:
        """In the order in which their fields stand on the page."""
        found = [problem for problem in self.problems if chapter_of(problem.path) == chapter]
        return sorted(found, key=lambda problem: _standing(problem.path))

    def refused_of(self, chapter: int) -> list[Problem]:
        """Those of which some clause stands in the chapter: whichever of them changes, they are gone."""
        return [one for one in self.refused if any(chapter_of(path) == chapter for path in one.paths)]

    def warned_of(self, chapter: int) -> list[Problem]:
        return [one for one in self.warned if any(chapter_of(path) == chapter for path in one.paths)]

    def open_of(self, chapter: int) -> list[str]:
        return [path for path in self.open_paths if chapter_of(path) == chapter]


def _standing(path: str) -> tuple[int, list[int], int]:
    numbers = [int(index) for _before, index in _ROW.findall(path)]
    return _ORDER.get(clause_path(path), 0), numbers, _ORDER.get(generic(path), 0)


def _says_more(name: str, text: str, said: str | None) -> bool:
    """A text where the document has none, or a choice it does not show: a random order whose seed is open."""
    return bool(text.strip()) and (not said if not name.endswith(".is") else said != text)


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
    data = settled(data)
    unsure = undecided(data)
    problems = [Problem(path, "both", _BOTH, _BOTH_ZH) for path in unsure]
    problems += [Problem(name, "twice", _TWICE, _TWICE_ZH) for name in _half_said(data)]
    rest = {name: text for name, text in data.items() if not name.startswith(TICK) and name not in unsure}
    for _round in range(_ROUNDS):
        raw, places = unflatten_placed(rest)
        reading = read(raw, people=people)
        if reading.document is not None:
            still_open = [_typed_at(path, places) for path in missing(reading.document)]
            return State(data, rest, reading.document, problems, still_open, places)
        found = [replace(problem, path=_typed_at(problem.path, places)) for problem in reading.problems]
        problems += [problem for problem in found if problem not in problems]
        for problem in found:
            rest = _without(rest, problem.path)
    return State(data, {}, {}, problems, missing({}))


def _typed_at(path: str, places: Mapping[str, str]) -> str:
    """The name of the field or row behind a path of the document, which inside a rule counts other rows."""
    place = rule_place(path)
    while place is not None and path != place.name:
        if path in places:
            return places[path]
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path


def _row_of(path: str, stated: Mapping[str, str]) -> str:
    """The same path with the numbers that the rows have in the form; inside a rule they stay."""
    place = rule_place(path)
    end = len(place.name) if place else len(path)
    found = ""
    for before, index in _ROW.findall(path[:end]):
        numbers = rows(stated, f"{found}{before}")
        found += f"{before}[{numbers[int(index)] if int(index) < len(numbers) else index}]"
    return found + path[:end].rpartition("]")[2] + path[end:]


def _half_said(data: Mapping[str, str]) -> list[str]:
    return [
        f"{name}.table[{index}].value"
        for name, (place, twig) in sprout(data).items()
        if place.grammar == "times"
        for index in twice(twig.get("table", {}))
    ]


_BOTH = "None is ticked and something is written; leave one of the two."
_BOTH_ZH = "既勾选了“无”，又写了内容；请只保留一项。"
_TWICE = "A row has a value, once, and a factor."
_TWICE_ZH = "每行须有一个不重复的取值和一个倍数。"


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
