"""Reading a terms document from YAML, JSON or form data: either it fits the schema, or every problem is named."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from projects.terms.document import rules, scalars
from projects.terms.document.field import Field
from projects.terms.document.fields import SCHEMA, SECTIONS, children, generic
from projects.terms.document.json_source import load_json
from projects.terms.document.plain import hidden, tidy
from projects.terms.document.problems import Problem, shown
from projects.terms.document.scalars import People, Wrong
from projects.terms.document.source import MAX_DEPTH, Source
from projects.terms.document.yaml_source import load_yaml

Document = dict[str, Any]
NONE = "none"
_HASHED = {"schema", "document", "attachments"}
_MAX_PROBLEMS = 100
_LIKE_MONEY = re.compile(r"[0-9][0-9.,]* *[A-Z]{3}")


@dataclass(frozen=True)
class Reading:
    """``document`` is in stored form, or None as soon as there is one problem."""

    document: Document | None
    problems: list[Problem] = field(default_factory=list)


def read_yaml(text: str | bytes, *, people: People | None) -> Reading:
    """Never raises on any text. Persons are handles, turned into subject ids by ``people``."""
    return read_source(load_yaml(text), people=people)


def read_json(text: str | bytes, *, people: People | None) -> Reading:
    """The same for JSON: the document alone, or as it is downloaded, inside what its hash is made of."""
    return read_source(load(text, "terms.json"), people=people)


def load(text: str | bytes, name: str) -> Source:
    """A file as plain data: JSON where its name ends so, else YAML."""
    if not name.lower().endswith(".json"):
        return load_yaml(text)
    source = load_json(text)
    if isinstance(source.data, dict) and set(source.data) == _HASHED:
        lines = {path.removeprefix("document."): line for path, line in source.lines.items()}
        return Source(source.data["document"], {**lines, "": source.lines["document"]}, source.problems)
    return source


def read_source(source: Source, *, people: People | None) -> Reading:
    """Problems in the order of the file, as somebody mends them."""
    if source.problems:
        return Reading(None, source.problems)
    reading = read(source.data, people=people)
    problems = [problem.at(source.line_of(problem.path)) for problem in reading.problems]
    return Reading(reading.document, sorted(problems, key=lambda problem: problem.line or 0))


def read(data: object, *, people: People | None) -> Reading:
    """Nested plain data. Absent, null and empty are not stated; ``none`` is an answer; true and floats are refused."""
    reader = _Reader(people)
    if not isinstance(data, dict):
        reader.wrong("", Wrong("type", "A terms document is a set of named clauses.", "条款文件应由具名条款组成。"))
        return Reading(None, reader.problems)
    document = reader.parts("", data)
    if "schema" not in document and not reader.problems:
        reader.wrong("schema", Wrong("schema", f"The first line is schema: {SCHEMA}.", f"首行应为 schema: {SCHEMA}。"))
    return Reading(None if reader.problems else document, reader.problems)


class _Reader:
    def __init__(self, people: People | None) -> None:
        self._people = people
        self.problems: list[Problem] = []

    def wrong(self, path: str, wrong: Wrong) -> None:
        if len(self.problems) < _MAX_PROBLEMS:
            self.problems.append(Problem(path, wrong.code, wrong.en, wrong.zh))

    def parts(self, path: str, data: dict[Any, Any]) -> Document:
        """The named parts of an object or of a list item, in schema order; unknown names are problems."""
        known = {field.name: field for field in children(generic(path))}
        prefix = f"{path}." if path else ""
        for key in data:
            if key not in known:
                said = shown(key) if isinstance(key, str) else "?"
                where = f"{prefix}{said}" if said.isidentifier() else path
                self.wrong(
                    where,
                    Wrong("unknown_key", f"“{said}” is not a part of the terms here.", f"此处没有“{said}”这一项。"),
                )
        found: Document = {}
        for name, part in known.items():
            value = self.value(part, f"{prefix}{name}", data.get(name))
            if value is not None:
                found[name] = value
        return found

    def value(self, field: Field, path: str, data: object) -> object:
        """The stored value, or None where nothing is stated or the value is wrong, which is then among the problems."""
        before = len(self.problems)
        data = self.clean(path, data, 0)
        if data is None or len(self.problems) > before:
            return None
        if data == NONE and field.path in SECTIONS:
            return {part.name: NONE for part in children(field.path)}
        if data == NONE and field.takes_none:
            return NONE
        try:
            value = self._typed(field, path, data)
        except Wrong as wrong:
            self.wrong(path, wrong)
            return None
        if value is not None and rules.is_rule(field.path) and len(self.problems) == before:
            self.problems.extend(rules.wrong_parts(field.path, value, path))
        return value

    def _typed(self, field: Field, path: str, data: object) -> object:
        if field.kind == "object":
            return self._object(path, data)
        if field.kind == "list":
            return self._list(field, path, data)
        if field.kind == "person":
            return scalars.person(data, self._people)
        return _TYPES[field.kind](field, data)

    def _object(self, path: str, data: object) -> Document | None:
        if not isinstance(data, dict):
            names = [part.name for part in children(generic(path))]
            raise Wrong(
                "type", f"Named parts stand here: {', '.join(names)}.", f"此处应为具名的各项：{'、'.join(names)}。"
            )
        return self.parts(path, data) or None

    def _list(self, field: Field, path: str, data: object) -> list[Document] | None:
        if not isinstance(data, list):
            raise Wrong("type", "A list stands here, or none.", "此处应为列表或 none。")
        if len(data) > field.most_items:
            raise Wrong("too_many", f"At most {field.most_items} entries.", f"最多 {field.most_items} 项。")
        items = []
        for index, raw in enumerate(data):
            where = f"{path}[{index}]"
            if raw is None:
                continue
            before = len(self.problems)
            try:
                item = self._object(where, raw)
            except Wrong as wrong:
                self.wrong(where, wrong)
                continue
            if item and rules.is_rule(f"{field.path}[]") and len(self.problems) == before:
                self.problems.extend(rules.wrong_parts(f"{field.path}[]", item, where))
            if item:
                items.append(item)
        return items or None

    def clean(self, path: str, data: object, depth: int) -> object:
        """Texts tidied and checked; null and empty texts left out; truth values, floats and endless nesting refused."""
        if isinstance(data, bool):
            self.wrong(
                path,
                Wrong(
                    "truth", "Write yes or no, in quotes if it is meant as text.", "请写 yes 或 no；若是文字请加引号。"
                ),
            )
        elif isinstance(data, str):
            data = tidy(data)
            odd = hidden(data)
            if odd:
                self.wrong(
                    path,
                    Wrong("character", f"The character {odd} may not stand in terms.", f"条款中不能有字符 {odd}。"),
                )
            return data or None
        elif isinstance(data, int):
            if abs(data) <= 2**53:
                return data
            self.wrong(path, Wrong("range", "The number is too large.", "数字过大。"))
        elif isinstance(data, dict | list) and depth < MAX_DEPTH:
            return self._clean_inside(path, data, depth)
        elif data is not None:
            self.wrong(
                path,
                Wrong(
                    "type",
                    "Only text, whole numbers and lists are read here; no decimals.",
                    "此处只接受文字、整数和列表；不接受小数。",
                ),
            )
        return None

    def _clean_inside(self, path: str, data: dict[Any, Any] | list[Any], depth: int) -> object:
        if isinstance(data, list):
            return [self.clean(f"{path}[{index}]", item, depth + 1) for index, item in enumerate(data)]
        cleaned: dict[Any, object] = {}
        for key, item in data.items():
            if not isinstance(key, str) or not key.strip() or hidden(key) or not key.isascii():
                self.wrong(path, Wrong("unknown_key", "A name is a plain word.", "名称应为简单的词。"))
                continue
            value = self.clean(f"{path}.{key}", item, depth + 1)
            if value is not None:
                cleaned[key] = value
        return cleaned


def _date_choice(field: Field, data: object) -> str:
    return str(data) if data in field.values else scalars.day(data)


def _money_text(field: Field, data: object) -> object:
    """Words that look like an amount must be one: ``10.0 USD`` is no description."""
    if isinstance(data, dict) or (isinstance(data, str) and _LIKE_MONEY.fullmatch(data)):
        return scalars.money(data)
    return scalars.text(field, data)


def _number_text(field: Field, data: object) -> object:
    """Plain digits are the number, also where a form sent them as text."""
    if isinstance(data, str) and data.isascii() and data.isdigit() and len(data) < 10:
        return scalars.whole(field, int(data))
    return scalars.whole(field, data) if isinstance(data, int) else scalars.text(field, data)


def _seed_text(field: Field, data: object) -> object:
    if isinstance(data, dict):
        seed = data.get("random")
        if set(data) == {"random"} and isinstance(seed, str) and len(seed) <= 200:
            return data
    elif isinstance(data, str) and not data.startswith("{"):
        return scalars.text(field, data)
    raise Wrong(
        "rule", "Here stands {random: seed}, or the rule in words.", "此处应为 {random: 种子}，或用文字写明规则。"
    )


def _rule(field: Field, data: object) -> object:
    if not isinstance(data, dict | list):
        raise Wrong(
            "rule",
            f"A rule stands here, such as {_EXAMPLES[field.kind]}; not {shown(data)}.",
            f"此处应为规则，如 {_EXAMPLES[field.kind]}；{shown(data)} 不行。",
        )
    return data


_EXAMPLES = {"expression": '{points: {at_least: "1"}}', "keys": "[points, name+subject]", "rule_part": '{fixed: "1"}'}
_TYPES: dict[str, Callable[[Field, Any], object]] = {
    "schema": lambda field, data: scalars.schema(data, SCHEMA),
    "language": lambda field, data: scalars.language(data),
    "zone": lambda field, data: scalars.zone(data),
    "text": scalars.text,
    "long_text": scalars.text,
    "id": lambda field, data: scalars.identifier(data),
    "ids": lambda field, data: scalars.identifiers(data),
    "role": scalars.text,
    "words": scalars.words,
    "choice": scalars.choice,
    "choices": scalars.several,
    "yes_no": scalars.choice,
    "yes_no_text": scalars.text,
    "number": scalars.whole,
    "number_text": _number_text,
    "days": scalars.whole,
    "hours": lambda field, data: scalars.hours(data),
    "date": lambda field, data: scalars.day(data),
    "date_choice": _date_choice,
    "money": lambda field, data: scalars.money(data),
    "money_text": _money_text,
    "share": lambda field, data: scalars.share(data),
    "spdx": lambda field, data: scalars.licence(data),
    "expression": _rule,
    "condition": lambda field, data: data,
    "keys": _rule,
    "seed_text": _seed_text,
    "rule_part": _rule,
}
