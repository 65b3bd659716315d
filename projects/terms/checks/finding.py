"""What one fairness check finds in one terms document (catalogue ``fairness/1``)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from projects.terms.document.field import Words

Code = Literal["fair", "flag", "observation", "open", "na"]
CHECK_SET = "fairness/1"
_QUOTE = 160


@dataclass(frozen=True)
class Finding:
    """``paths`` are all clauses read; ``cause`` is the leaf whose other value would remove a flag."""

    check: str
    code: Code
    paths: tuple[str, ...]
    cause: str
    quote: str
    sentence: Words


def quoted(text: str) -> str:
    """At most 160 characters, cut at a word."""
    if len(text) <= _QUOTE:
        return text
    head = text[: _QUOTE - 1]
    return f"{head[: head.rfind(' ')] if ' ' in head else head}…"


def parts(*words: Words) -> Words:
    """Words for ``{parts}``, joined as lists are in each language."""
    return Words(", ".join(word.en for word in words), "、".join(word.zh for word in words))
