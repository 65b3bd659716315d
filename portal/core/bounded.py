"""What a process keeps in memory for all its threads: a map of so many entries, of which the longest unused goes."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Bounded(Generic[Key, Value]):
    """Any thread may read and write at any moment. It holds at most `most` entries; each reading or writing makes its
    entry the last to go. None is no value, since it stands for what is not there."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._held: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def get(self, key: Key) -> Value | None:
        with self._lock:
            found = self._held.get(key)
            if found is not None:
                self._held.move_to_end(key)
            return found

    def put(self, key: Key, value: Value) -> None:
        with self._lock:
            self._held[key] = value
            self._held.move_to_end(key)
            if len(self._held) > self._most:
                self._held.popitem(last=False)

    def made(self, key: Key, make: Callable[[], Value]) -> Value:
        """What is held, or what `make` gives, held from now on. Nobody waits while something is made, so two threads
        may make the same; what `make` raises is raised here, and nothing is held."""
        found = self.get(key)
        if found is None:
            found = make()
            self.put(key, found)
        return found

    def clear(self) -> None:
        with self._lock:
            self._held.clear()

    def values(self) -> list[Value]:
        """The longest unused first."""
        with self._lock:
            return list(self._held.values())

    def __len__(self) -> int:
        with self._lock:
            return len(self._held)
