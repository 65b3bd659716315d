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
    """Whether the parts are one phrase said at least twice, the last time perhaps cut short."""
    for period in range(1, len(parts) // 2 + 1):
        if all(part == parts[i % period] for i, part in enumerate(parts)):
            return True
    return False
