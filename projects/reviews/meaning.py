"""The least that counts as reasons: enough words, and not the same ones again and again."""

from __future__ import annotations

import unicodedata

REASONS = 40
SHORT = 10


def why_too_little(text: str, *, least: int = REASONS) -> str | None:
    """ "short", "repeated" or None. Wide characters (Chinese, Japanese, Korean) count twice: they say more."""
    words = text.casefold().split()
    if width("".join(words)) + max(len(words) - 1, 0) < least:
        return "short"
    letters = [c for c in "".join(words) if c.isalnum()]
    if len(set(letters)) < 4 or _one_phrase(words) or _one_phrase(letters):
        return "repeated"
    return None


def width(text: str) -> int:
    """Columns that the text takes."""
    return sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text)


def _one_phrase(parts: list[str]) -> bool:
    """Whether the parts are one phrase said at least twice, the last time perhaps cut short.

    Its length is what the longest beginning that is also an end leaves over: the failure function of Knuth, Morris and
    Pratt, in as many steps as there are parts."""
    border = [0] * len(parts)
    for i in range(1, len(parts)):
        length = border[i - 1]
        while length and parts[i] != parts[length]:
            length = border[length - 1]
        border[i] = length + (parts[i] == parts[length])
    return bool(parts) and 2 * (len(parts) - border[-1]) <= len(parts)
