"""A locked list: who is on it is fixed; once it is closed, an erased person keeps the place they had."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from authorship.engine.placing import Placed
from authorship.engine.rules.reader import is_day

ORDER_ONLY, CLOSED = "order_only", "closed"
STATES = (ORDER_ONLY, CLOSED)
LISTS = ("authors", "acknowledged")

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class Lock:
    """`state` is empty for an open list. Both sequences are in the order of the list that was locked; `brackets` are
    those of its authors, first and last place of who was tied, where the lock names them."""

    state: str = ""
    authors: Sequence[str] = field(default_factory=tuple)
    acknowledged: Sequence[str] = field(default_factory=tuple)
    brackets: Sequence[Sequence[int]] = field(default_factory=tuple)

    @classmethod
    def of(cls, output: Mapping[str, Any]) -> Lock:
        """From the `output` of a bundle."""
        found = output.get("lock")
        if not found:
            return cls()
        return cls(found["state"], found["authors"], found["acknowledged"], found.get("brackets") or ())

    def __bool__(self) -> bool:
        return bool(self.state)

    def places(self, placed: Sequence[Placed]) -> list[Placed]:
        """The list with the places and the ties of erased people kept, where it is closed."""
        return self._tied_again(self._in_order(placed))

    def _in_order(self, placed: Sequence[Placed]) -> list[Placed]:
        """Brackets follow their people."""
        ordered = self._kept(
            self.authors, placed, subject=lambda one: one.person.id, erased=lambda one: one.person.erased
        )
        if all(one.place == index for index, one in enumerate(ordered, 1)):
            return list(placed)
        brackets: dict[tuple[int, int], list[int]] = {}
        for place, one in enumerate(ordered, 1):
            brackets.setdefault(one.tied, []).append(place)
        return [
            one._replace(place=place, tied=(min(brackets[one.tied]), max(brackets[one.tied])))
            for place, one in enumerate(ordered, 1)
        ]

    def _tied_again(self, placed: list[Placed]) -> list[Placed]:
        """Somebody erased has no name left to be tied by. A bracket that the lock names and that holds them stands
        again, if everybody else in it is still tied with one another."""
        if self.state != CLOSED or len(self.brackets) != len(placed):
            return placed
        found = list(placed)
        for first, last in sorted({(first, last) for first, last in self.brackets if first < last}):
            inside = found[first - 1 : last]
            others = [one for one in inside if not one.person.erased]
            if len(others) < len(inside) and len({one.tied for one in others}) < 2:
                found[first - 1 : last] = [one._replace(tied=(first, last)) for one in inside]
        return found

    def thanks(self, rows: Sequence[Row], *, subject: Callable[[Row], str], erased: Callable[[Row], bool]) -> list[Row]:
        """The same for the acknowledged."""
        return self._kept(self.acknowledged, rows, subject=subject, erased=erased)

    def _kept(
        self, order: Sequence[str], rows: Sequence[Row], *, subject: Callable[[Row], str], erased: Callable[[Row], bool]
    ) -> list[Row]:
        """`rows` in their order, but for erased people, who stand where `order` has them."""
        gone = {subject(row): row for row in rows if erased(row)} if self.state == CLOSED else {}
        if not gone or sorted(order) != sorted(map(subject, rows)):
            return list(rows)
        others = iter([row for row in rows if subject(row) not in gone])
        return [gone[name] if name in gone else next(others) for name in order]


def problems(bundle: Mapping[str, Any], subjects: set[str]) -> Iterator[tuple[str, str]]:
    """What keeps the `lock` of a bundle's output from being read: (path, what should be there)."""
    output = bundle.get("output")
    lock = output.get("lock") if isinstance(output, dict) else None
    if lock is None:
        return
    if not isinstance(lock, dict):
        yield "output.lock", "this is an object or is left out"
        return
    if lock.get("state") not in STATES:
        yield "output.lock.state", f"this is one of {', '.join(STATES)}"
    if not isinstance(lock.get("on"), str) or not is_day(lock["on"]):
        yield "output.lock.on", "this is a day like 2027-01-31"
    named: list[str] = []
    for name in LISTS:
        found = lock.get(name)
        if not isinstance(found, list) or not all(isinstance(one, str) and one in subjects for one in found):
            yield f"output.lock.{name}", "this is a list of subjects of this bundle"
        else:
            named += found
    yield from _odd_brackets(lock)
    if len(set(named)) != len(named):
        yield "output.lock", "a subject stands twice"


def _odd_brackets(lock: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Left out, or for each author the first and the last place of the bracket that they stood in."""
    if "brackets" not in lock:
        return
    found, authors = lock["brackets"], lock.get("authors")
    most = len(authors) if isinstance(authors, list) else 0
    right = isinstance(found, list) and len(found) == most
    for place, bracket in enumerate(found if right else (), 1):
        whole = isinstance(bracket, list) and len(bracket) == 2 and all(type(end) is int for end in bracket)
        right = right and whole and 1 <= bracket[0] <= place <= bracket[1] <= most
    if not right:
        yield "output.lock.brackets", "this is, for each author, the first and the last place they were tied in"
