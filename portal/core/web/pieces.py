"""Parts of pages kept by what they show.

A component that declares itself `kept` is drawn once for the same values in the same language, whoever reads: the
values are the whole of its key, so nothing can be shown to somebody for whom it was not put together, and nothing has
to be forgotten when data change, since other data are another key. Its template reads its own context and nothing
else, and says nothing that depends on the hour.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import cache
from types import SimpleNamespace
from typing import Any

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from portal.core.bounded import Bounded

_PLAIN = frozenset({str, int, bool, type(None), Fraction, dt.date, SafeString})
_kept: Bounded[Hashable, SafeString] = Bounded(4_000)


def piece(name: str, values: Mapping[str, object], draw: Callable[[], SafeString]) -> SafeString:
    """What `draw` gives for these values; TypeError where a value is of a kind that has no value of its own."""
    key = (name, get_language(), *((one, frozen(value)) for one, value in values.items()))
    return _kept.made(key, draw)


def frozen(value: object) -> Hashable:
    """The value as a key. Its type is a part of it: 1 and True, or a text and HTML, are drawn differently."""
    kind = type(value)
    if kind in _PLAIN:
        return (kind, value)
    if is_dataclass(value):
        names: tuple[str, ...] = _names(kind)  # type: ignore[arg-type]
        return (kind, *(frozen(getattr(value, name)) for name in names))
    if isinstance(value, SimpleNamespace):
        return (kind, frozen(vars(value)))
    if isinstance(value, Promise):
        return (str, str(value))
    if isinstance(value, Mapping):
        return (dict, *((frozen(one), frozen(other)) for one, other in value.items()))
    if isinstance(value, Sequence) and not isinstance(value, str):
        return (list, *map(frozen, value))
    if isinstance(value, Enum | str):
        return (kind, str(value))
    raise TypeError(f"no part of a page is kept by a {kind.__name__}")


@cache
def _names(kind: Any) -> tuple[str, ...]:
    return tuple(field.name for field in fields(kind))
