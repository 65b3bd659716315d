"""Texts as they may stand in a document: no characters that hide or turn what a reader sees."""

from __future__ import annotations

import re

MAX_TEXT = 2_000  # as in the engine, which reads the texts of chapter 7
MAX_LINE = 300

# Control characters but tab and line feed, marks that turn the reading direction, line separators, what is invisible or
# zero wide (as in portal.core.text.input; the joiners stay, since scripts need them), noncharacters, halves of pairs.
HIDDEN = (
    "\\x00-\\x08\\x0b-\\x1f\\x7f-\\x9f\\u200e\\u200f\\u2028-\\u202e\\u2066-\\u2069\\u061c"
    "\\u00ad\\u034f\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b\\u2060-\\u2065\\u206a-\\u206f\\u3164\\ufeff\\uffa0"
    "\\U000e0000-\\U000e007f\\ufdd0-\\ufdef\\ufff9-\\uffff\\ud800-\\udfff"
)
_HIDDEN = re.compile(f"[{HIDDEN}]")


def tidy(text: str) -> str:
    """Line ends as ``\\n`` (forms send ``\\r\\n``), nothing blank around."""
    return text.replace("\r\n", "\n").replace("\r", "\n").strip()


def hidden(text: str) -> str | None:
    """The first character that may not stand in a text, as ``U+202E``, or None."""
    found = _HIDDEN.search(text)
    return f"U+{ord(found.group()):04X}" if found else None
