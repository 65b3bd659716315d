"""Text as it is looked for: the same letters whatever their case, width or accents, in any script.

Both sides of a search are folded here and compared as they are, so that no engine's own rules of case or collation say
what is found.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache

# Accents of Latin, Greek and Cyrillic letters. Marks of other scripts are letters of their own (が is not か).
_FIRST_ACCENT, _LAST_ACCENT = "\u0300", "\u036f"
# The dotless i of Turkish has no decomposition, and its capital is the I of everybody else.
_ALIKE = str.maketrans({"ı": "i"})
_CONTEXT = 70
# Folded text is stored: whatever makes `fold` give another text for anything takes the next number here.
FOLDING = 1


def fold(text: str) -> str:
    """NFKC and case folded, without accents: `ＲＥＥＦ` and `reef`, `İstanbul` and `ıstanbul`, ß and ss are alike."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", text).casefold())
    bare = "".join(one for one in decomposed if not _FIRST_ACCENT <= one <= _LAST_ACCENT)
    return unicodedata.normalize("NFC", bare).translate(_ALIKE)


def words_of(typed: str) -> list[str]:
    """The words to look for, each once, in the order typed."""
    return list(dict.fromkeys(fold(typed).split()))


def holds(text: str, words: Iterable[str]) -> bool:
    """Whether every folded word stands somewhere in the text, inside another word too."""
    folded = kept_fold(text)
    return all(word in folded for word in words)


@lru_cache(maxsize=20_000)
def kept_fold(text: str) -> str:
    """The same as `fold`, for short texts that are looked through again and again."""
    return fold(text)


Part = tuple[bool, str]


def marked(text: str, words: Sequence[str]) -> list[Part]:
    """The text in parts, (is one of the words, part). In one part where folding does not go letter by letter."""
    pieces = [fold(one) for one in text]
    folded = "".join(pieces)
    if folded != fold(text):
        return [(False, text)]
    home = [at for at, piece in enumerate(pieces) for _ in piece]
    hit = [False] * len(text)
    for word in words:
        start = folded.find(word) if word else -1
        while start >= 0:
            for at in range(home[start], home[start + len(word) - 1] + 1):
                hit[at] = True
            start = folded.find(word, start + len(word))
    for at in range(1, len(text)):
        hit[at] = hit[at - 1] if not pieces[at] else hit[at]  # an accent goes with its letter
    parts: list[Part] = []
    for is_word, one in zip(hit, text, strict=True):
        if parts and parts[-1][0] == is_word:
            parts[-1] = (is_word, parts[-1][1] + one)
        else:
            parts.append((is_word, one))
    return parts


def around(parts: Sequence[Part], context: int = _CONTEXT) -> list[Part]:
    """The parts with long stretches between the words cut down to `context` characters on each side of a word."""
    last = len(parts) - 1
    shown: list[Part] = []
    for at, (is_word, text) in enumerate(parts):
        before, after = (0 if at == 0 else context), (0 if at == last else context)
        if not is_word and len(text) > before + after + 1 and last:
            text = text[:before] + "…" + (text[-after:] if after else "")
        elif not last and len(text) > 2 * context:
            text = text[: 2 * context] + "…"
        shown.append((is_word, text))
    return shown
