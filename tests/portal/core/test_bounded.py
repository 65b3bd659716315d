"""The map that threads share: never larger than it may be, never broken by another thread, the longest unused goes."""

import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from portal.core import bounded
from portal.core.bounded import Bounded


def test_what_was_put_is_held() -> None:
    held: Bounded[str, int] = Bounded(2)
    held.put("a", 1)
    assert held.get("a") == 1
    assert held.get("b") is None


def test_the_longest_unused_goes() -> None:
    held: Bounded[str, int] = Bounded(2)
    held.put("a", 1)
    held.put("b", 2)
    held.get("a")
    held.put("c", 3)
    assert held.get("b") is None
    assert held.values() == [1, 3]


def test_writing_again_is_a_use() -> None:
    held: Bounded[str, int] = Bounded(2)
    for key, value in (("a", 1), ("b", 2), ("a", 3), ("c", 4)):
        held.put(key, value)
    assert held.values() == [3, 4]


def test_it_is_made_once_and_again_after_it_went() -> None:
    held: Bounded[str, tuple[int, ...]] = Bounded(1)
    made: list[str] = []

    def make() -> tuple[int, ...]:
        made.append("made")
        return ()  # an empty value is a value

    for _ in range(3):
        assert held.made("a", make) == ()
    assert len(made) == 1
    held.put("b", (1,))
    held.made("a", make)
    assert len(made) == 2


def test_what_fails_is_raised_and_not_held() -> None:
    held: Bounded[str, int] = Bounded(1)

    def fail() -> int:
        raise LookupError

    with pytest.raises(LookupError):
        held.made("a", fail)
    assert len(held) == 0
    assert held.made("a", lambda: 1) == 1


def test_cleared_it_is_empty() -> None:
    held: Bounded[str, int] = Bounded(1)
    held.put("a", 1)
    held.clear()
    assert (len(held), held.get("a")) == (0, None)


def test_threads_that_put_each_other_out_break_nothing() -> None:
    """Eight threads over 50 keys in a map of 3, changed over as often as the interpreter can."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    held: Bounded[int, str] = Bounded(3)

    def work(start: int) -> int:
        most = 0
        for step in range(4_000):
            key = (start * 7 + step) % 50
            assert held.made(key, lambda key=key: str(key)) == str(key)  # type: ignore[misc]
            if step % 97 == 0:
                assert len(held.values()) <= 3
            if step % 501 == 0:
                held.clear()
            most = max(most, len(held))
        return most

    try:
        with ThreadPoolExecutor(8) as pool:
            sizes = list(pool.map(work, range(8)))
    finally:
        sys.setswitchinterval(before)
    assert max(sizes) == 3


def test_nothing_else_puts_out_what_it_keeps() -> None:
    """A plain dict from which one thread takes the first while another writes is a RuntimeError now and then."""
    root = Path(bounded.__file__).parents[2]
    files = [file for room in ("portal", "projects", "authorship", "licensing") for file in (root / room).rglob("*.py")]
    assert len(files) > 300
    signs = ("pop(next(iter(", "popitem(last=False)")
    found = [file.relative_to(root) for file in files if any(sign in file.read_text("utf-8") for sign in signs)]
    assert found == [Path("portal/core/bounded.py")]
