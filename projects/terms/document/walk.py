"""Going through a document in schema order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.field import Field
from projects.terms.document.fields import children, generic


def walk(document: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Field, Any]]:
    """Every answered field below ``path`` with its concrete path, an object or list before its parts."""
    prefix = f"{path}." if path else ""
    for field in children(generic(path)):
        value = document.get(field.name)
        if value is None:
            continue
        where = f"{prefix}{field.name}"
        yield where, field, value
        if field.kind == "object" and isinstance(value, dict):
            yield from walk(value, where)
        elif field.kind == "list" and isinstance(value, list):
            for index, item in enumerate(value):
                yield from walk(item, f"{where}[{index}]")


def answer(document: Mapping[str, Any], path: str) -> Any:
    """The answer at a dotted path without indexes, or None; a clause answered none gives ``none`` for its parts."""
    value: Any = document
    for name in path.split("."):
        if value == "none":
            return "none"
        value = value.get(name) if isinstance(value, dict) else None
    return value


def items(document: Mapping[str, Any], path: str) -> list[dict[str, Any]]:
    """The entries of a list clause; empty where it is open or none."""
    value = answer(document, path)
    return value if isinstance(value, list) else []
