"""Canonical JSON: the one text of a value, and a strict reader of JSON from strangers."""

from __future__ import annotations

import hashlib
import json
import re
from fractions import Fraction
from typing import Any, NoReturn

from authorship.engine.amounts import format_amount
from authorship.engine.errors import shown

MAX_INTEGER = 2**53
MAX_BYTES = 100 * 1024 * 1024
MAX_DEPTH = 64

# A whole string or one bracket. Possessive, so that an unclosed string costs one pass and not one per quote.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"?|[\[\]{}]', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class CanonicalError(ValueError):
    """The value has no canonical form, or the text is no JSON that we read."""


def dumps(value: object) -> str:
    """The canonical text: sorted ASCII keys, no space, whole numbers within ±2⁵³, fractions as strings.

    Floats, other types, keys that are not ASCII, lone surrogates and more than 64 levels raise CanonicalError.
    """
    text = json.dumps(_plain(value, 0), sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    try:
        text.encode()
    except UnicodeEncodeError:
        raise CanonicalError("a text holds half of a surrogate pair") from None
    return text


def digest(value: object) -> str:
    """SHA-256 of the canonical text, as 64 lower-case hexadecimal digits."""
    return hashlib.sha256(dumps(value).encode()).hexdigest()


def _plain(value: object, depth: int) -> object:
    if value is None or isinstance(value, str | bool):
        return str(value) if isinstance(value, str) else value
    if isinstance(value, int):
        if abs(value) > MAX_INTEGER:
            raise CanonicalError("a whole number beyond 2^53 has no canonical form")
        return int(value)
    if isinstance(value, Fraction):
        return format_amount(value)
    if depth >= MAX_DEPTH:
        raise CanonicalError(f"more than {MAX_DEPTH} levels")
    if isinstance(value, dict):
        for key in value:
            if not isinstance(key, str) or not key.isascii():
                raise CanonicalError(f"a key is ASCII text; this is {shown(key)}")
        return {str(key): _plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, depth + 1) for item in value]
    raise CanonicalError(f"{shown(value)} has no canonical form")


def loads(text: str | bytes, *, max_bytes: int = MAX_BYTES, max_depth: int = MAX_DEPTH) -> Any:
    """Read JSON strictly; the text need not be canonical. Every refusal is a CanonicalError.

    Refused: more than `max_bytes` or `max_depth`, anything but UTF-8, a byte order mark, a key twice in one
    object, floats, NaN and Infinity, whole numbers beyond ±2⁵³, lone surrogates. Size and depth are measured
    before anything is parsed.
    """
    source = _decoded(text, max_bytes)
    _refuse_deep(source, max_depth)
    try:
        value = json.loads(
            source,
            object_pairs_hook=_object,
            parse_float=_no_float,
            parse_int=_integer,
            parse_constant=_no_float,
        )
    except CanonicalError:
        raise
    except ValueError as error:
        raise CanonicalError(f"this is no JSON: {error}") from None
    if _SURROGATE.search(source):
        try:
            json.dumps(value, ensure_ascii=False).encode()
        except UnicodeEncodeError:
            raise CanonicalError("a text holds half of a surrogate pair") from None
    return value


def _decoded(text: str | bytes, max_bytes: int) -> str:
    if len(text) > max_bytes:
        raise CanonicalError(f"more than {max_bytes} bytes")
    try:
        raw = text.encode() if isinstance(text, str) else text
        decoded = raw.decode()
    except UnicodeError:
        raise CanonicalError("the text is not UTF-8") from None
    if len(raw) > max_bytes:
        raise CanonicalError(f"more than {max_bytes} bytes")
    if decoded.startswith("\ufeff"):
        raise CanonicalError("the text begins with a byte order mark")
    return decoded


def _refuse_deep(text: str, max_depth: int) -> None:
    depth = 0
    for match in _TOKEN.finditer(text):
        found = match[0]
        if found in "[{":
            depth += 1
            if depth > max_depth:
                raise CanonicalError(f"more than {max_depth} levels")
        elif found in "]}":
            depth -= 1


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        seen: set[str] = set()
        for key, _ in pairs:
            if key in seen:
                raise CanonicalError(f"the key {shown(key)} stands twice in one object")
            seen.add(key)
    return value


def _integer(text: str) -> int:
    if len(text) > 17 or abs(int(text)) > MAX_INTEGER:
        raise CanonicalError("a whole number beyond 2^53")
    return int(text)


def _no_float(text: str) -> NoReturn:
    raise CanonicalError(f"{shown(text)} is no whole number; fractions are written as text")
