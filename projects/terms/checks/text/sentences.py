"""A text as sentences: at . ! ? 。！？ and line ends, not inside numbers and abbreviations."""

from __future__ import annotations

import re

_END = re.compile(r"[.!?]+[\"”’')\]]*(?=\s|$)|[.!?]+[\"”’]+(?=[\u4e00-\u9fff])|[。！？]+[”’」』）\"']*|\n+")
_ABBREVIATIONS = frozenset(
    [
        "e.g",
        "i.e",
        "etc",
        "vs",
        "cf",
        "al",
        "dr",
        "prof",
        "mr",
        "mrs",
        "ms",
        "no",
        "nos",
        "fig",
        "figs",
        "sec",
        "ch",
        "eq",
        "approx",
        "st",
        "ca",
        "resp",
        "incl",
        "excl",
        "dept",
        "univ",
        "inc",
        "ltd",
        "jr",
        "sr",
        "vol",
        "pp",
        "ed",
        "eds",
        "u.s",
        "u.k",
        "ph.d",
        "b.sc",
        "m.sc",
    ]
)
# What a reader said of so many sentences is kept: a draft is judged anew with each change, and most of it is as before.
SENTENCES = 4_096
# More than any abbreviation has: what fills it is none. A text of initials alone is read in one go.
_LONGEST = 20
_WORD_BEFORE = re.compile(r"([A-Za-z][A-Za-z.]*)$")


def sentences(text: str) -> list[str]:
    found: list[str] = []
    start = 0
    for end in _END.finditer(text):
        if end.group().strip() == "." and _abbreviated(text[max(start, end.start() - _LONGEST) : end.start()]):
            continue
        found.append(text[start : end.end()].strip())
        start = end.end()
    found.append(text[start:].strip())
    return [one for one in found if one]


def _abbreviated(before: str) -> bool:
    word = _WORD_BEFORE.search(before)
    return word is not None and (
        word.group(1).lower() in _ABBREVIATIONS or re.fullmatch("[A-Z]", word.group(1)) is not None
    )
