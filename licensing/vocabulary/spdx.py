"""SPDX licence expressions: reading them, and what the known licences allow.

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

Terms = Literal["open", "no_derivatives", "non_commercial", "reference", "unknown"]

_TOKEN = re.compile(r"\s*(?:([()])|([A-Za-z0-9.:+-]+))")
_REFERENCE = re.compile(r"(?:DocumentRef-[A-Za-z0-9.-]+:)?LicenseRef-[A-Za-z0-9.-]+")
_OPEN = re.compile(
    r"(?:CC0-1\.0|CC-PDDC|CC-BY(?:-SA)?-[0-9.]+(?:-[A-Z]+)?|PDDL-1\.0|ODC-By-1\.0|ODbL-1\.0|C-UDA-1\.0"
    r"|CDLA-(?:Permissive|Sharing)-[0-9.]+|OGL-[A-Za-z-]*[0-9.]+|DL-DE-(?:BY|ZERO)-2\.0|etalab-2\.0"
    r"|MIT(?:-0)?|0BSD|BSD-[123]-Clause|ISC|Zlib|Apache-2\.0|BSL-1\.0|Unlicense|NCSA|PostgreSQL|Python-2\.0|PSF-2\.0"
    r"|(?:L|A)?GPL-[0-9.]+(?:-only|-or-later|\+)?|MPL-2\.0|EPL-[12]\.0|EUPL-1\.[12]|Artistic-2\.0|CECILL-2\.1|CECILL-[BC]"
    r"|MulanPSL-2\.0|GFDL-[0-9.]+(?:-no-invariants)?(?:-only|-or-later))"
)
_NON_COMMERCIAL = re.compile(r"CC-BY-NC(?:-SA|-ND)?-[0-9.]+(?:-[A-Z]+)?")
_NO_DERIVATIVES = re.compile(r"CC-BY-ND-[0-9.]+(?:-[A-Z]+)?")


class LicenceError(ValueError):
    """An expression that does not parse; ``position`` is the 0-based character where reading stopped."""

    def __init__(self, position: int, message: str) -> None:
        super().__init__(message)
        self.position = position
        self.message = message


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
    """Lower-case licence and exception keys, each to the spelling of the SPDX list."""
    licences: dict[str, str] = {}
    exceptions: dict[str, str] = {}
    for row in get_license_index():
        target = exceptions if row.get("is_exception") else licences
        names = [row.get("spdx_license_key"), *(row.get("other_spdx_license_keys") or [])]
        for name in names:
            if name and not name.startswith("LicenseRef-"):
                target[name.lower()] = name
    return licences, exceptions


def parse_expression(text: str) -> Expression:
    """Keys are read in any case and returned in the spelling of the SPDX list; ``LicenseRef-`` names stay as written.

    Refused with LicenceError: unknown keys, dangling operators, more than 400 characters or 8 levels of brackets.
    """
    if len(text) > MAX_LENGTH:
        raise LicenceError(MAX_LENGTH, f"an expression has at most {MAX_LENGTH} characters")
    reader = _Reader(text)
    expression = reader.read_or(0)
    if reader.word:
        raise LicenceError(reader.position, f"unexpected “{reader.word}”")
    return expression


def keys(text: str) -> tuple[str, ...]:
    """Every licence key in the expression, in order, each once. Raises LicenceError."""
    return tuple(dict.fromkeys(leaf.key for leaf in leaves(parse_expression(text))))


def leaves(expression: Expression) -> Iterator[Expression]:
    if expression.operator == "key":
        yield expression
    for part in expression.parts:
        yield from leaves(part)


def terms_of(key: str) -> Terms:
    """What the licence table says of one key; a licence with both limits counts as non-commercial."""
    if _REFERENCE.fullmatch(key):
        return "reference"
    if _NON_COMMERCIAL.fullmatch(key):
        return "non_commercial"
    if _NO_DERIVATIVES.fullmatch(key):
        return "no_derivatives"
    return "open" if _OPEN.fullmatch(key) else "unknown"


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
            raise LicenceError(
                self.position, f"unexpected character {f'“{char}”' if char.isprintable() else ascii(char)}"
            )
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
                raise LicenceError(self.position, f"at most {MAX_DEPTH} levels of brackets")
            self.advance()
            inner = self.read_or(depth + 1)
            if self.word != ")":
                raise LicenceError(self.position, "a closing bracket is missing")
            self.advance()
            return inner
        if not self.word or self.word == ")" or self.word.lower() in {"and", "or", "with"}:
            raise LicenceError(self.position, "a licence is missing here")
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
        known = _known()[0].get(name.lower())
        if known is None:
            raise LicenceError(
                position, f"“{name}” is not a licence of the SPDX list; your own one is written LicenseRef-name"
            )
        return known

    def _exception(self) -> str:
        name, position = self.word, self.position
        known = _known()[1].get(name.lower())
        if known is None:
            raise LicenceError(position, f"“{name}” is not an exception of the SPDX list")
        self.advance()
        return known
