"""The twelve questions, as `twelve.toml` holds them. Pure."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from projects.terms.document.field import Words

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Part:
    """One control. ``kind`` is choice, number, days, money or words; only a choice has ``options``."""

    name: str
    kind: str
    label: Words
    hint: Words
    options: dict[str, Words]


@dataclass(frozen=True)
class Question:
    id: str
    title: Words
    parts: tuple[Part, ...]


def _part(row: dict[str, Any]) -> Part:
    options = {value: Words(en, zh) for value, en, zh in row.get("options", ())}
    return Part(row["name"], row["kind"], Words(*row["label"]), Words(*row.get("hint", ("", ""))), options)


def _questions() -> tuple[Question, ...]:
    rows = tomllib.loads((HERE / "twelve.toml").read_text("utf-8"))["question"]
    return tuple(Question(row["id"], Words(*row["title"]), tuple(map(_part, row["part"]))) for row in rows)


QUESTIONS = _questions()
PARTS: dict[str, Part] = {part.name: part for question in QUESTIONS for part in question.parts}
