"""Reading a thing once while a request only reads.

A page that changes nothing asks for the same instant and the same published texts from many places. Inside
`while_reading` the first answer serves them all. Nothing is remembered where something is written, in jobs, or beyond
the request; but for the making of the demo, which is alone with its data and says `while_alone`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Any, TypeVar

T = TypeVar("T")


@dataclass(frozen=True)
class _Answers:
    """`of` are the first parts of the keys that are remembered; None is every key."""

    of: frozenset[str] | None = None
    kept: dict[Hashable, Any] = field(default_factory=dict)

    def remember(self, key: Hashable) -> bool:
        return self.of is None or (isinstance(key, tuple) and key[0] in self.of)


_answers: ContextVar[_Answers | None] = ContextVar("answers", default=None)


@contextmanager
def while_reading() -> Iterator[None]:
    with _remembering(_Answers()):
        yield


@contextmanager
def while_alone(*of: str) -> Iterator[None]:
    """For a process that nobody writes beside: whoever changes such an answer says `forget`."""
    with _remembering(_Answers(frozenset(of))):
        yield


@contextmanager
def _remembering(answers: _Answers) -> Iterator[None]:
    token = _answers.set(answers)
    try:
        yield
    finally:
        _answers.reset(token)


def once(key: Hashable, make: Callable[[], T]) -> T:
    """The first answer for `key` inside `while_reading`, which nobody changes; elsewhere a new one each time."""
    answers = _answers.get()
    if answers is None or not answers.remember(key):
        return make()
    if key not in answers.kept:
        answers.kept[key] = make()
    found: T = answers.kept[key]
    return found


def forget() -> None:
    """Whoever changes what is remembered says so; asking anew costs less than a list of who asks what."""
    answers = _answers.get()
    if answers is not None:
        answers.kept.clear()
