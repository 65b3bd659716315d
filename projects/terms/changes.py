"""What changed between two texts of the terms and what that makes the change: text, register or material. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from projects.terms.document.fields import field_at, place

Document = Mapping[str, Any]
TEXT, REGISTER, MATERIAL = "T", "R", "M"


def changed(old: Document, new: Document) -> list[str]:
    """The concrete paths whose value differs, in schema order; a list that grew is one path.

    Not in the order of the documents: PostgreSQL keeps the keys of JSON in an order of its own.
    """
    return sorted(_differences("", old, new), key=lambda path: (place(path), path))


def _differences(path: str, old: object, new: object) -> Iterator[str]:
    if old == new:
        return
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for name in [*old, *(name for name in new if name not in old)]:
            where = f"{path}.{name}" if path else str(name)
            yield from _differences(where, old.get(name), new.get(name))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for index, (before, after) in enumerate(zip(old, new, strict=True)):
            yield from _differences(f"{path}[{index}]", before, after)
    else:
        yield path


def class_of(paths: list[str]) -> str:
    """The heaviest class among the paths; one inside a rule counts as the field that holds the rule."""
    found = {_class_at(path) for path in paths}
    return next((klass for klass in (MATERIAL, REGISTER, TEXT) if klass in found), TEXT)


def _class_at(path: str) -> str:
    while path:
        field = field_at(path)
        if field is not None:
            return field.klass
        path = path[: max(path.rfind("."), path.rfind("["), 0)]
    return MATERIAL
