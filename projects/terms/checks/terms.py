"""One document as the checks see it: answers by path, and its sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from projects.terms.checks.text.readers import no_reasons, reach_back
from projects.terms.checks.text.sentences import sentences
from projects.terms.checks.text.venue import readings
from projects.terms.document.fields import field_at, generic
from projects.terms.document.walk import walk
from projects.terms.document.write import flow

_STEP = re.compile(r"([^.\[]+)|\[(\d+)\]")
_PART = re.compile(r"[.\[]")
_WORDED = frozenset({"text", "long_text", "role", "words", "yes_no_text", "money_text", "number_text", "seed_text"})
# Names of funders and recipients, codes.
_NO_TEXT = frozenset(
    {"core_team.funders[].name", "data.destinations[].recipient", "compensation.pay[].currency", "authorship.collation"}
)
_ANSWERS = frozenset({"yes", "no", "none"})


@dataclass(frozen=True)
class Sentence:
    """``number`` counts from 1 inside its leaf; ``reading`` is what the venue reader takes it for."""

    path: str
    number: int
    text: str
    reading: str

    @property
    def cause(self) -> str:
        return f"{self.path}#{self.number}"


class Terms:
    def __init__(self, document: Mapping[str, Any]) -> None:
        self.document: Mapping[str, Any] = _in_words(document)
        self._quotes: dict[str, str] = {}  # a rule may be long, and several checks quote the same

    def at(self, path: str) -> Any:
        """The answer at a concrete path, or None; a clause answered none gives ``none`` for its parts."""
        value: Any = self.document
        for name, index in _STEP.findall(path):
            if value == "none":
                return "none"
            if name:
                value = value.get(name) if isinstance(value, Mapping) else None
            else:
                value = value[int(index)] if isinstance(value, list) and int(index) < len(value) else None
        return value

    def rows(self, path: str) -> list[tuple[str, Mapping[str, Any]]]:
        """The entries of a list clause with their paths; empty where it is open or none."""
        value = self.at(path)
        return [(f"{path}[{index}]", row) for index, row in enumerate(value if isinstance(value, list) else [])]

    def quote(self, path: str) -> str:
        """The leaf's own words, or ``key: value`` where it has none; of a clause answered none that answer."""
        if path not in self._quotes:
            self._quotes[path] = self._quote(path)
        return self._quotes[path]

    def _quote(self, path: str) -> str:
        path = self._answered(path)
        value = self.at(path)
        if _worded(path) and isinstance(value, list):
            return ", ".join(value)
        if isinstance(value, str) and value not in _ANSWERS and _worded(path):
            return value
        key = re.split(r"[.]", re.sub(r"\[\d+\]", "", path))[-1]
        shown = "…" if value is None else value if isinstance(value, str) else flow(value)
        return f"{key}: {shown}"

    def _answered(self, path: str) -> str:
        """The path, or that of the clause around it that is answered none: its parts stand nowhere in the document."""
        ends = [end.start() for end in _PART.finditer(path)]
        return next((path[:end] for end in ends if self.at(path[:end]) == "none"), path)

    # --- text

    @cached_property
    def leaves(self) -> list[tuple[str, str]]:
        """Every text leaf, titles included, in the order of the document."""
        return list(_leaves(self.document))

    @cached_property
    def sentences(self) -> list[Sentence]:
        return [
            Sentence(path, number, text, reading)
            for path, leaf in self.leaves
            for number, (text, reading) in enumerate(readings(sentences(leaf)), 1)
        ]

    @cached_property
    def owners(self) -> dict[str, str]:
        """Which reader of whole documents each faulty sentence is charged to: once, to the first that claims it."""
        found: dict[str, str] = {}
        for one in self.sentences:
            if one.reading == "promise":
                found[one.cause] = "venue-promise"
            elif reach_back(one.text):
                found[one.cause] = "reach-back"
            elif no_reasons(one.text):
                found[one.cause] = "decline-reasons"
        return found

    def charged_to(self, check: str) -> list[Sentence]:
        return [one for one in self.sentences if self.owners.get(one.cause) == check]

    def free(self, path: str) -> list[str]:
        """The sentences of a leaf that no reader of whole documents has charged."""
        return [one.text for one in self.sentences if one.path == path and one.cause not in self.owners]


def _in_words(value: Any) -> Any:
    """The words of the schema decide, not truth values: what another reader of YAML turned into true or false is yes or
    no again, and what is null or an empty text holds nothing."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return {key: _in_words(one) for key, one in value.items() if one is not None and one != ""}
    if isinstance(value, list):
        return [_in_words(one) for one in value if one is not None]
    return value


def _worded(path: str) -> bool:
    """Whether the answer is somebody's own wording, and no value of a closed list, date, licence, number or rule."""
    field = field_at(path)
    return field is not None and field.kind in _WORDED and field.path not in _NO_TEXT


def _leaves(document: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for path, field, value in walk(document):
        if field.kind not in _WORDED or generic(path) in _NO_TEXT:
            continue
        if isinstance(value, list):
            yield from ((f"{path}[{index}]", word) for index, word in enumerate(value) if isinstance(word, str))
        elif isinstance(value, str) and value not in _ANSWERS:
            yield path, value
