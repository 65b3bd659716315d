"""What is wrong with a terms document, said in both languages."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Problem:
    """``path`` is written like ``core_team.members[0].since``, empty for the whole document; ``line`` counts from 1.

    ``also`` are the other clauses of a contradiction: whichever of them changes, it is gone.
    """

    path: str
    code: str
    message: str
    message_zh: str
    line: int | None = None
    also: tuple[str, ...] = ()

    @property
    def paths(self) -> tuple[str, ...]:
        return (self.path, *self.also)

    def said(self, lang: str) -> str:
        return self.message_zh if lang.lower().startswith("zh") else self.message

    def at(self, line: int | None) -> Problem:
        return replace(self, line=line)


def said_once(problems: Iterable[Problem], lang: str) -> list[str]:
    """The sentences, equal ones once: two parts of one rule may be wrong in the same way."""
    return list(dict.fromkeys(problem.said(lang) for problem in problems))


def shown(value: object) -> str:
    """A foreign value for a message: one line, at most 60 characters, nothing unprintable."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value) if value.bit_length() < 64 else "a very large number"
    if isinstance(value, str):
        text = "".join(char if char.isprintable() else "�" for char in value[:61])
        return text if len(text) <= 60 else text[:59] + "…"
    return {"dict": "{…}", "list": "[…]", "float": "a decimal number"}.get(type(value).__name__, "?")
