"""In which language a piece of user text is, as far as its letters tell: for the `lang` of what a page quotes.

Fonts and screen readers need it where a page in one language shows names and texts in another. Scripts that write
several languages of today (Latin, Cyrillic, Arabic, Devanagari …) tell nothing.
"""

import unicodedata
from collections import Counter
from functools import lru_cache

# By the first word of a letter's Unicode name.
_WRITES = {
    "CJK": "zh",
    "HIRAGANA": "ja",
    "KATAKANA": "ja",
    "HANGUL": "ko",
    "HEBREW": "he",
    "GREEK": "el",
    "THAI": "th",
    "GEORGIAN": "ka",
    "ARMENIAN": "hy",
    "TAMIL": "ta",
}
# Chinese prose holds Latin names and formulas; an English sentence that quotes a word is still English.
_ENOUGH = 3
_READ = 400
_FIRST = "\u0370"  # before it stand Latin letters and their marks


def tongue(text: str) -> str:
    """`zh`, `ja`, `ko` …, or "" where the letters leave it open. Reads the beginning of a long text."""
    return "" if text.isascii() or max(text) < _FIRST else _told(text[:_READ])


@lru_cache(maxsize=4096)
def _told(text: str) -> str:
    letters = [character for character in text if character.isalpha()]
    found = Counter(_WRITES.get(unicodedata.name(one, "").partition(" ")[0].partition("-")[0], "") for one in letters)
    if found["ja"] and _ENOUGH * (found["ja"] + found["zh"]) >= len(letters):
        return "ja"
    named = [(count, language) for language, count in found.items() if language]
    count, language = max(named, default=(0, ""))
    return language if _ENOUGH * count >= len(letters) else ""
