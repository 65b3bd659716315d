"""Marks inside a sentence: what the organizers wrote, and whom a subject id stands for.

Sentences are made as texts in which somebody's own words and subject ids are wrapped in noncharacters, which no
document may hold (`plain.hidden`). A page takes the parts one by one; everybody else takes the plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Literal, NamedTuple

_OPEN, _CLOSE = "\ufdd0", "\ufdd1"
_PERSON, _END = "\ufdd2", "\ufdd3"
_IN = "\ufdd4"
MARKS = frozenset({_OPEN, _CLOSE, _PERSON, _END, _IN})
_PARTS = re.compile(f"{_OPEN}(?:([^{_CLOSE}{_IN}]*){_IN})?([^{_CLOSE}]*){_CLOSE}|{_PERSON}([^{_END}]*){_END}")


class Part(NamedTuple):
    """``site`` words are ours, ``own`` words the organizers', and ``person`` is a subject id, or a name once shown.

    ``language`` is that of ``own`` words where it is another than the binding one.
    """

    kind: Literal["site", "own", "person"]
    text: str
    language: str = ""


def own(text: str, language: str = "") -> str:
    return f"{_OPEN}{language}{_IN}{text}{_CLOSE}" if language else f"{_OPEN}{text}{_CLOSE}"


def person(subject: str) -> str:
    return f"{_PERSON}{subject}{_END}"


def parts(text: str) -> list[Part]:
    found: list[Part] = []
    end = 0
    for match in _PARTS.finditer(text):
        if match.start() > end:
            found.append(Part("site", text[end : match.start()]))
        found.append(Part("person", match[3]) if match[2] is None else Part("own", match[2], match[1] or ""))
        end = match.end()
    if end < len(text):
        found.append(Part("site", text[end:]))
    return found


def plain(text: str, people: Callable[[str], str] = str) -> str:
    """Without marks; ``people`` turns subject ids into printed names."""
    return _PARTS.sub(lambda match: people(match[3]) if match[2] is None else match[2], text)
