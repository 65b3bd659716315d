"""Text that people type or upload: what may enter, and in which shape it is kept."""

import re
import unicodedata

from django.utils.translation import gettext as _

from portal.core.errors import Refused

# More marks on one letter than any script stacks; beyond them they only deface the line.
MOST_MARKS = 8

_BIDI = re.compile("[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]")
_TAGS = re.compile("[\U000e0000-\U000e007f]")
# Zero-width and other invisible characters. The joiners ZWNJ and ZWJ are looked at one by one.
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u200b\u2060-\u2065\u206a-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]"
)
_NO_TEXT = re.compile("[\0\ud800-\udfff\ufdd0-\ufdef\ufffd\ufffe\uffff]")
_JOINERS = "\u200c\u200d"
# Scripts whose spelling needs the joiners (UAX 31): Arabic and its kin, the Indic scripts, Mongolian.
_JOINING = ((0x0600, 0x08FF), (0x0900, 0x0DFF), (0x0F00, 0x109F), (0x1780, 0x18AF), (0xA840, 0xABFF), (0xFB50, 0xFEFC))


def clean_text(value: object, *, max_bytes: int, multiline: bool = False) -> str:
    """`value` in NFC with plain newlines and no space at its ends. Nothing is dropped silently.

    Raises Refused, in words for the person who typed it, for anything that is no text, turns the line
    around, cannot be seen, or piles marks; `max_bytes` counts UTF-8.
    """
    if not isinstance(value, str):
        raise Refused(_("This must be text."), code="not_text")
    if len(value) > max_bytes:
        raise _too_long(value, max_bytes)
    if _NO_TEXT.search(value) or any(ord(c) & 0xFFFE == 0xFFFE for c in value if ord(c) > 0xFFFF):
        raise Refused(_("The text holds a character that is not text (NUL, or half a character)."), code="not_text")
    text = unicodedata.normalize("NFC", value.replace("\r\n", "\n").replace("\r", "\n"))
    _refuse_controls(text, multiline)
    _refuse_unseen(text)
    _refuse_piles(text)
    text = text.strip(" \t\n\u00a0\u3000")
    if len(text.encode()) > max_bytes:
        raise _too_long(text, max_bytes)
    return text


def clean_line(value: object, *, max_bytes: int) -> str:
    """One line: a name or a title. Runs of spaces become one."""
    return re.sub(r"[ \t\u00a0\u2000-\u200a\u202f\u205f\u3000]+", " ", clean_text(value, max_bytes=max_bytes)).strip()


def key(value: str) -> str:
    """What two spellings of one handle, slug or tag have in common: NFKC, case folded."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", value).casefold())


def _too_long(value: str, max_bytes: int) -> Refused:
    size = len(value.encode("utf-8", "replace"))
    return Refused(
        _("The text has %(size)s bytes; at most %(most)s are taken.") % {"size": size, "most": max_bytes},
        code="too_long",
    )


def _refuse_controls(text: str, multiline: bool) -> None:
    allowed = "\n\t" if multiline else ""
    for character in text:
        if unicodedata.category(character) in ("Cc", "Zl", "Zp") and character not in allowed:
            if character in "\n\t\u2028\u2029":
                raise Refused(_("This must be one line, without line breaks or tabs."), code="one_line")
            raise Refused(
                _("The text holds the control character U+%(code)s.") % {"code": f"{ord(character):04X}"},
                code="control_character",
            )


def _refuse_unseen(text: str) -> None:
    if _BIDI.search(text):
        raise Refused(
            _("The text holds a character that changes the direction of writing. Names keep their own."),
            code="direction_character",
        )
    found = _TAGS.search(text) or _INVISIBLE.search(text)
    if found:
        raise Refused(
            _("The text holds a character that cannot be seen, U+%(code)s.") % {"code": f"{ord(found[0]):04X}"},
            code="invisible_character",
        )
    for at, character in enumerate(text):
        if character in _JOINERS and not _joins(text, at):
            raise Refused(_("The text holds a joiner where its script needs none."), code="invisible_character")


def _joins(text: str, at: int) -> bool:
    """Whether the joiner at `at` has a letter of a joining script, or a pictograph, before it."""
    before = text[at - 1] if at else ""
    if not before or before in _JOINERS:
        return False
    if text[at] == "\u200d" and (unicodedata.category(before) in ("So", "Sk") or before == "\ufe0f"):
        return True  # family and flag pictographs are joined sequences
    return any(low <= ord(before) <= high for low, high in _JOINING)


def _refuse_piles(text: str) -> None:
    run = 0
    for character in text:
        run = run + 1 if unicodedata.category(character) in ("Mn", "Me") or character in _JOINERS else 0
        if run > MOST_MARKS:
            raise Refused(
                _("More than %(most)s marks stand on one letter.") % {"most": MOST_MARKS}, code="too_many_marks"
            )
