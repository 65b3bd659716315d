"""The complete schema ``concord-terms/1`` in the order of docs/interfaces.md, chapters and clause numbers included."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from projects.terms.document.chapters.after import CHAPTER_8, CHAPTER_9, CHAPTER_10
from projects.terms.document.chapters.credit import CHAPTER_7
from projects.terms.document.chapters.opening import CHAPTER_1, CHAPTER_2, CHAPTER_3
from projects.terms.document.chapters.working import CHAPTER_4, CHAPTER_5, CHAPTER_6
from projects.terms.document.field import Field, Words

SCHEMA = "concord-terms/1"

CHAPTERS: tuple[tuple[int, Words], ...] = (
    (1, Words("Purpose", "目的")),
    (2, Words("Core team", "核心团队")),
    (3, Words("Returns and growth", "回报与成长")),
    (4, Words("Compensation", "报酬")),
    (5, Words("Participation", "参与")),
    (6, Words("Roles", "角色")),
    (7, Words("Authorship", "署名")),
    (8, Words("Licence", "许可")),
    (9, Words("Data and rights", "数据与权利")),
    (10, Words("Changes and contact", "变更与联系")),
)
_PARTS = (CHAPTER_1, CHAPTER_2, CHAPTER_3, CHAPTER_4, CHAPTER_5, CHAPTER_6, CHAPTER_7, CHAPTER_8, CHAPTER_9, CHAPTER_10)
# Objects whose parts are clauses of their own; everywhere else the object is the clause.
SECTIONS = frozenset(
    {"purpose", "core_team", "returns", "compensation", "participation", "authorship", "licence", "data", "changes"}
)
_INDEX = re.compile(r"\[\d+\]")


def clause_path(path: str) -> str:
    """The clause a path belongs to: ``core_team.members[0].since`` → ``core_team.members``; a section is its own."""
    head, _, rest = path.replace("[]", "").partition(".")
    head = _INDEX.sub("", head)
    if head not in SECTIONS or not rest:
        return head
    return f"{head}.{_INDEX.sub('', rest.partition('.')[0])}"


def _numbered() -> Iterator[Field]:
    for (chapter, _), fields in zip(CHAPTERS, _PARTS, strict=True):
        numbers: dict[str, int] = {}
        for field in fields:
            clause = clause_path(field.path)
            if clause not in SECTIONS:
                numbers.setdefault(clause, len(numbers) + 1)
            number = f"{chapter}.{numbers[clause]}" if clause in numbers else str(chapter)
            yield replace(field, chapter=chapter, number=number)


FIELDS: tuple[Field, ...] = tuple(_numbered())
BY_PATH: dict[str, Field] = {field.path: field for field in FIELDS}
CLAUSES: tuple[Field, ...] = tuple(
    field for field in FIELDS if clause_path(field.path) == field.path and field.path not in SECTIONS
)


def _children() -> dict[str, tuple[Field, ...]]:
    below: dict[str, list[Field]] = {}
    for field in FIELDS:
        below.setdefault(field.path.rpartition(".")[0], []).append(field)
    return {parent: tuple(fields) for parent, fields in below.items()}


_CHILDREN = _children()


def children(path: str) -> tuple[Field, ...]:
    """Fields one step below an object path, below ``""`` for the whole document, below ``list[]`` for an item."""
    return _CHILDREN.get(path, ())


def generic(path: str) -> str:
    """``core_team.members[0].since`` → ``core_team.members[].since``."""
    return _INDEX.sub("[]", path)


def field_at(path: str) -> Field | None:
    """The field of a concrete or generic path, or None where the schema has none."""
    return BY_PATH.get(generic(path).removesuffix("[]"))


_ORDER = {field.path: index for index, field in enumerate(FIELDS)}


def place(path: str) -> int:
    """Where in the schema a concrete path stands, or the field that holds it; −1 where nothing does."""
    here = generic(path).removesuffix("[]")
    while here and here not in BY_PATH:
        here = here[: max(here.rfind("."), here.rfind("["), 0)]
    return _ORDER.get(here, -1)


def label(path: str, value: object, lang: str) -> str:
    """The words of a closed list's value, beginning small in English; other values as they are."""
    field = BY_PATH[path]
    for choice in field.choices:
        if choice.value == value:
            return choice.label.said(lang)
    return str(value)
