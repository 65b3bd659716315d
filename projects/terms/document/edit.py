"""The terms as a guided form: ten steps, and one text per field name, there and back.

Names are paths: ``core_team.members[0].duties``. A rule is many fields, named in ``rule_shapes``:
``authorship.eligibility.any[0].points.at_least``; one that fields cannot hold is kept under its own name as it stands
in YAML. Several words are separated by commas, ``none`` is the word. An object, list or rule answered none has its own
name with the text ``none``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from projects.terms.document.field import Field, Words
from projects.terms.document.fields import CHAPTERS, SCHEMA, SECTIONS, children, field_at
from projects.terms.document.money import format_money
from projects.terms.document.problems import Problem
from projects.terms.document.rule_build import Builder, words
from projects.terms.document.rule_fields import rule_fields
from projects.terms.document.rule_shapes import grammar, is_inside
from projects.terms.document.rule_twigs import sprout
from projects.terms.document.walk import walk
from projects.terms.document.write import flow
from projects.terms.document.yaml_source import load_yaml

Widget = Literal[
    "text",
    "long_text",
    "number",
    "days",
    "date",
    "money",
    "yes_no",
    "choice",
    "choices",
    "words",
    "choice_or_words",
    "person",
    "spdx",
    "rule",
    "ids",
    "list",
    "object",
    "none_or_value",
]

_WIDGETS: dict[str, Widget] = {
    "object": "object",
    "list": "list",
    "long_text": "long_text",
    "choice": "choice",
    "choices": "choices",
    "words": "words",
    "yes_no_text": "choice_or_words",
    "number_text": "choice_or_words",
    "date_choice": "choice_or_words",
    "yes_no": "yes_no",
    "number": "number",
    "days": "days",
    "date": "date",
    "money": "money",
    "person": "person",
    "spdx": "spdx",
    "ids": "ids",
    "expression": "rule",
    "keys": "rule",
    "rule_part": "rule",
    "condition": "rule",
    "seed_text": "rule",
    "hours": "rule",
}
_NAME = re.compile(r"[a-z_]+(?:\[[0-9]{1,3}\])?(?:\.[a-z_]+(?:\[[0-9]{1,3}\])?){0,6}")
_PART = re.compile(r"([a-z_]+)(?:\[([0-9]+)\])?")
_WHOLE = re.compile(r"-?(?:0|[1-9][0-9]{0,15})")
_BETWEEN = re.compile(r"\s*[,，、]\s*")
_HOURS = re.compile(r"\s*[,，、–]\s*|\s+-\s+|\s+")


@dataclass(frozen=True)
class FormField:
    """``name`` has ``[]`` where an index belongs. ``parts`` are the fields of an object or of one list item.

    ``none_or_value`` is an object that is often answered none: a switch, then its parts.
    """

    name: str
    field: Field
    widget: Widget
    parts: tuple[FormField, ...] = ()

    @property
    def takes_none(self) -> bool:
        return self.field.takes_none

    def at(self, *indexes: int) -> str:
        """The name with its ``[]`` filled from the left."""
        name = self.name
        for index in indexes:
            name = name.replace("[]", f"[{index}]", 1)
        return name


@dataclass(frozen=True)
class Step:
    chapter: int
    title: Words
    fields: tuple[FormField, ...]


def steps() -> tuple[Step, ...]:
    """One step a chapter, its clauses in order. ``schema`` is no field: it is always ``concord-terms/1``."""
    return tuple(Step(chapter, title, tuple(_clauses(chapter))) for chapter, title in CHAPTERS)


def _clauses(chapter: int) -> Iterable[FormField]:
    for field in children(""):
        if field.chapter != chapter or field.kind == "schema":
            continue
        for clause in children(field.path) if field.path in SECTIONS else (field,):
            yield _form_field(clause)


def _form_field(field: Field) -> FormField:
    inner = f"{field.path}[]" if field.kind == "list" else field.path
    parts = tuple(_form_field(part) for part in children(inner)) if field.kind in {"object", "list"} else ()
    widget = _WIDGETS.get(field.kind, "text")
    if widget == "object" and field.path in _OFTEN_NONE:
        widget = "none_or_value"
    return FormField(field.path, field, widget, parts)


_OFTEN_NONE = frozenset(
    {
        "returns.if_nothing_published",
        "returns.if_abandoned",
        "growth",
        "growth.discussions",
        "compensation.own_costs",
        "participation.conflict_of_interest",
        "participation.appeals",
        "authorship.overrides",
        "licence.outbound",
        "data.revenue",
        "data.held_out",
        "data.held_out.released",
    }
)


def flatten(document: Mapping[str, Any], *, handles: Callable[[str], str] = str) -> dict[str, str]:
    """A stored document as form data; ``handles`` gives the handle of each subject id."""
    data: dict[str, str] = {}
    for path, field, value in walk(document):
        if field.kind == "schema" or (field.kind in {"object", "list"} and value != "none"):
            continue
        inside = rule_fields(field, path, value) if grammar(field) and _has_fields(field, value) else None
        if inside is not None:
            data.update(inside)
            continue
        data[path] = handles(value) if field.kind == "person" and value != "none" else _text(field, value)
    return data


def _has_fields(field: Field, value: Any) -> bool:
    """Not the word none, and not words where a seed may stand."""
    return isinstance(value, dict) if field.kind == "seed_text" else bool(value != "none")


def _text(field: Field, value: Any) -> str:
    if isinstance(value, dict):
        return format_money(value) if set(value) == {"minor", "currency"} else flow(value)
    if not isinstance(value, list):
        return str(value)
    if field.kind in {"ids", "choices", "words", "hours"}:
        words = [str(one) for one in value]
        if words and not any(_BETWEEN.search(word) or word.startswith(("[", '"')) for word in words):
            return ", ".join(words)
    return flow(value)


def unflatten(data: Mapping[str, str]) -> dict[str, Any]:
    """Form data as nested data for ``read``; names outside the schema are left out, empty texts are not stated.

    Indexes are kept, so that every problem ``read`` finds has the name of its field; items that were left empty are
    skipped by ``read``. A rule that is no YAML stays a text, which ``read`` refuses with its path.
    """
    return unflatten_placed(data)[0]


def unflatten_placed(data: Mapping[str, str]) -> tuple[dict[str, Any], dict[str, str]]:
    """The same with the name of the field behind every path inside a rule, where rows without a word do not count."""
    raw: dict[str, Any] = {}
    for name, text in data.items():
        field = field_at(name) if len(name) <= 200 and _NAME.fullmatch(name) else None
        if field is None or not isinstance(text, str) or not text.strip():
            continue
        if field.kind in {"object", "list"} and text.strip() != "none":
            continue
        _put(raw, name, _value(field, text))
    builder = Builder()
    for name, (place, twig) in sprout(data).items():
        if (place.grammar == "seed_text" or not data.get(name, "").strip()) and (
            rule := builder.rule(place, twig)
        ) is not None:
            _put(raw, name, rule)
    raw["schema"] = SCHEMA
    return raw, builder.places


def _put(raw: dict[str, Any], name: str, value: object) -> None:
    """Parts of something answered none give way to it, whichever of them comes first."""
    *ahead, last = _PART.findall(name)
    here = raw
    for key, index in ahead:
        inner = here.setdefault(key, [] if index else {})
        if index:
            if not isinstance(inner, list):
                return
            inner.extend([None] * (int(index) + 1 - len(inner)))
            if inner[int(index)] is None:
                inner[int(index)] = {}
            inner = inner[int(index)]
        if not isinstance(inner, dict):
            return
        here = inner
    if not last[1]:
        here[last[0]] = value


def _value(field: Field, text: str) -> object:
    text = text.strip()
    if text == "none":
        return text
    if field.kind in {"number", "days"}:
        return int(text) if _WHOLE.fullmatch(text) else text
    if field.kind in {"expression", "rule_part"} or (field.kind in {"condition", "seed_text"} and text.startswith("{")):
        return _rule(text)
    if field.kind in {"ids", "words", "choices", "keys"}:
        return _rule(text) if text.startswith("[") else words(text)
    if field.kind == "hours":
        return [int(one) if _WHOLE.fullmatch(one) else one for one in _HOURS.split(text.strip("[]"))]
    return text


def _rule(text: str) -> object:
    source = load_yaml(text)
    return text if source.problems or source.data is None else source.data


def rows(data: Mapping[str, str], path: str) -> list[int]:
    """The indexes a list has in form data, in order: ``rows(data, "core_team.members")`` → ``[0, 1]``."""
    start = f"{path}["
    found = {name[len(start) :].partition("]")[0] for name in data if name.startswith(start)}
    return sorted(int(index) for index in found if index.isascii() and index.isdigit())


def is_field(name: str) -> bool:
    """Whether a field of the form can have this name."""
    return field_at(name) is not None or is_inside(name)


def field_name(path: str) -> str:
    """The form field that holds a path: ``authorship.blocks[0].sort[1]`` → ``authorship.blocks[0].sort``."""
    while path and (path.endswith("]") or field_at(path) is None):
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return path


def once(problems: Iterable[Problem]) -> list[Problem]:
    """Without those that say at the same fields what one before them says: two parts of one rule, wrong alike."""
    found: dict[tuple[str, ...], Problem] = {}
    for problem in problems:
        found.setdefault((problem.message, *map(field_name, problem.paths)), problem)
    return list(found.values())


def by_field(problems: Iterable[Problem]) -> dict[str, list[Problem]]:
    """Problems under the names of their form fields; those of the whole document under the empty name."""
    found: dict[str, list[Problem]] = {}
    for problem in problems:
        found.setdefault(field_name(problem.path), []).append(problem)
    return found
