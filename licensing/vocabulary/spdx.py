"""SPDX licence expressions: reading and writing them.

The list of licence keys comes from the license-expression package, offline. Its parser is not used, because it reads
some ``LicenseRef-`` names as the known licence they were derived from, and a house licence must never count as open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from license_expression import get_license_index

MAX_LENGTH = 400
MAX_DEPTH = 8

_TOKEN = re.compile(r"\s*(?:([()])|([A-Za-z0-9.:+-]+))")
# Ids that the list has retired carry a version; other short names were never ids.
_RETIRED = re.compile(r"[A-Za-z]+(?:-[A-Za-z0-9]+)*-[0-9][0-9.]*(?:-[A-Za-z-]+)?\+?")
_REFERENCE = re.compile(r"(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+")


class LicenceError(ValueError):
    """An expression that does not parse; ``position`` is the 0-based character where reading stopped, ``message`` and
    ``message_zh`` say why."""

    def __init__(self, position: int, message: str, message_zh: str) -> None:
        super().__init__(message)
        self.position = position
        self.message = message
        self.message_zh = message_zh


@dataclass(frozen=True)
class Expression:
    """A leaf (``key``, with its ``exception``) or ``and``/``or`` over ``parts``."""

    operator: Literal["key", "and", "or"]
    key: str = ""
    exception: str = ""
    parts: tuple[Expression, ...] = ()

    def __str__(self) -> str:
        if self.operator == "key":
            return f"{self.key} WITH {self.exception}" if self.exception else self.key
        word = f" {self.operator.upper()} "
        return word.join(f"({part})" if part.operator != "key" else str(part) for part in self.parts)


@lru_cache(maxsize=1)
def _known() -> tuple[dict[str, str], dict[str, str]]:
    """Lower-case licence and exception keys, each to the spelling in use; retired ids to the id that replaced them."""
    licences: dict[str, str] = {}
    exceptions: dict[str, str] = {}
    for row in get_license_index():
        target = exceptions if row.get("is_exception") else licences
        in_use = row.get("spdx_license_key")
        if not in_use or in_use.startswith("LicenseRef-"):
            continue
        target[in_use.lower()] = in_use
        for name in row.get("other_spdx_license_keys") or []:
            if not name.startswith("LicenseRef-") and _RETIRED.fullmatch(name):
                target.setdefault(name.lower(), in_use)
    return licences, exceptions


def current(name: str) -> str | None:
    """The id in use for a licence id in any case, also where the list has retired it; None where it is unknown."""
    return _known()[0].get(name.lower())


def parse_expression(text: str) -> Expression:
    """Keys are read in any case and returned in the spelling of the SPDX list, retired ones as the id that replaced
    them (``GPL-3.0`` is ``GPL-3.0-only``); ``LicenseRef-`` names stay as written.

    Refused with LicenceError: unknown keys, dangling operators, more than 400 characters or 8 levels of brackets.
    """
    if len(text) > MAX_LENGTH:
        raise LicenceError(
            MAX_LENGTH, f"an expression has at most {MAX_LENGTH} characters", f"表达式最多 {MAX_LENGTH} 个字符"
        )
    reader = _Reader(text)
    expression = reader.read_or(0)
    if reader.word:
        raise LicenceError(reader.position, f"unexpected “{reader.word}”", f"此处不应有“{reader.word}”")
    return expression


def keys(text: str) -> tuple[str, ...]:
    """Every licence key in the expression, in order, each once. Raises LicenceError."""
    return tuple(dict.fromkeys(leaf.key for leaf in leaves(parse_expression(text))))


def leaves(expression: Expression) -> Iterator[Expression]:
    if expression.operator == "key":
        yield expression
    for part in expression.parts:
        yield from leaves(part)


def is_reference(key: str) -> bool:
    """Whether a key names a house licence, which the SPDX list does not know."""
    return _REFERENCE.fullmatch(key) is not None


class _Reader:
    """Recursive descent: OR binds weakest, then AND, then WITH, as the SPDX specification orders them."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._next = 0
        self.position = 0
        self.word = ""
        self.advance()

    def advance(self) -> None:
        rest = self._text[self._next :]
        if not rest.strip():
            self.position, self.word = len(self._text), ""
            return
        match = _TOKEN.match(self._text, self._next)
        if match is None:
            self.position = self._next + len(rest) - len(rest.lstrip())
            char = self._text[self.position]
            said = f"“{char}”" if char.isprintable() else ascii(char)
            raise LicenceError(self.position, f"unexpected character {said}", f"此处不应有字符{said}")
        self.word = match.group(1) or match.group(2)
        self.position = match.end() - len(self.word)
        self._next = match.end()

    def read_or(self, depth: int) -> Expression:
        return self._chain("or", depth)

    def _chain(self, word: Literal["and", "or"], depth: int) -> Expression:
        parts = [self._part(word, depth)]
        while self.word.lower() == word:
            self.advance()
            parts.append(self._part(word, depth))
        return parts[0] if len(parts) == 1 else Expression(word, parts=tuple(parts))

    def _part(self, word: Literal["and", "or"], depth: int) -> Expression:
        return self._chain("and", depth) if word == "or" else self._leaf(depth)

    def _leaf(self, depth: int) -> Expression:
        if self.word == "(":
            if depth >= MAX_DEPTH:
                raise LicenceError(self.position, f"at most {MAX_DEPTH} levels of brackets", f"括号最多 {MAX_DEPTH} 层")
            self.advance()
            inner = self.read_or(depth + 1)
            if self.word != ")":
                raise LicenceError(self.position, "a closing bracket is missing", "缺少右括号")
            self.advance()
            return inner
        if not self.word or self.word == ")" or self.word.lower() in {"and", "or", "with"}:
            raise LicenceError(self.position, "a licence is missing here", "此处缺少许可证")
        key = self._licence()
        if self.word.lower() != "with":
            return Expression("key", key=key)
        self.advance()
        return Expression("key", key=key, exception=self._exception())

    def _licence(self) -> str:
        name, position = self.word, self.position
        self.advance()
        if _REFERENCE.fullmatch(name):
            return name
        known = current(name)
        if known is None:
            raise LicenceError(
                position,
                f"“{name}” is not a licence of the SPDX list; your own one is written LicenseRef-name",
                f"“{name}”不在 SPDX 许可证列表中；自己的许可证写作 LicenseRef-名称",
            )
        return known

    def _exception(self) -> str:
        name, position = self.word, self.position
        known = _known()[1].get(name.lower())
        if known is None:
            said_zh = f"“{name}”不在 SPDX 例外列表中"
            raise LicenceError(position, f"“{name}” is not an exception of the SPDX list", said_zh)
        self.advance()
        return known
