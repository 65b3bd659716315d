"""Whether what changed between two texts of a task can be typos only, and how much it is. Pure.

Strict, since a kept approval was given to other words; what this lets pass a reviewer may still object to.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from django.utils.translation import gettext as _
from rapidfuzz.distance import Levenshtein

from projects.tasks import texts
from projects.tasks.details import reading as details
from projects.tasks.differences.blocks import Block, Kind, blocks
from projects.tasks.differences.words import MOST, parts, words

# More signs than this in one place make another word of it.
MOST_SIGNS = 2

# No piece can fail over a long run more than once: a text may be made to try. An address of a link ends somewhere.
_CODE = re.compile(r"(?<!`)`++[^`]++`++|\$[^$\n]++\$|<[^<>\s][^<>]*+>|\]\([^)]{0,300}+\)|https?://\S++")
# With the sign before it and the unit behind it.
_NUMBER = re.compile(r"(?:(?<![^\W_])[-−+])?\d(?:[\d.,:/]*\d)?(?:\s?[^\W\d_]{1,3}\b)?")
_NOT = re.compile(
    r"\b(?:not|no|non|nor|never|none|neither|without|cannot)\b|n['’]t\b|[不没無无未非莫勿否]", re.IGNORECASE
)


class Said(Protocol):
    """What a draft and a revision have in common."""

    title: str
    tags: Any
    statement: str
    answer: str
    verification: str
    details: Any


@dataclass(frozen=True)
class Typos:
    """`places` are (what it was, what it is) in the order of reading; `reasons` say why it is more than typos."""

    places: tuple[tuple[str, str], ...]
    reasons: tuple[str, ...]


def compared(before: Said, after: Said, *, same_files: bool, same_shares: bool) -> Typos:
    """Of the title, the statement and the verification words may be mended; everything else stays as it was."""
    reasons = list(_untouched(before, after, same_files=same_files, same_shares=same_shares))
    places: list[tuple[str, str]] = []
    for part in ("title", "statement", "verification"):
        found = _of_part(getattr(before, part), getattr(after, part))
        places += found.places
        reasons += [f"{texts.NAMES[part]}: {reason}" for reason in found.reasons]
    return Typos(tuple(places), tuple(reasons))


def _untouched(before: Said, after: Said, *, same_files: bool, same_shares: bool) -> Iterator[str]:
    if _keys(before.answer) != _keys(after.answer):
        yield _("The answer has changed.")
    if list(before.tags) != list(after.tags):
        yield _("The field tags have changed.")
    if details.words(before.details) != details.words(after.details):
        yield _("What is said beside the texts has changed.")
    if not same_files:
        yield _("The attachment has changed.")
    if not same_shares:
        yield _("The shares have changed.")


def _keys(text: str) -> list[tuple[Kind, str]]:
    return [(one.kind, one.key) for one in blocks(text)]


def _of_part(old: str, new: str) -> Typos:
    before, after = blocks(old), blocks(new)
    if [one.kind for one in before] != [one.kind for one in after]:
        return Typos((), (_("a paragraph, table, formula or piece of code has come, gone or moved."),))
    places: list[tuple[str, str]] = []
    reasons: list[str] = []
    for one, other in zip(before, after, strict=True):
        if one.key != other.key:
            found = _of_block(one, other)
            places += found.places
            reasons += [reason for reason in found.reasons if reason not in reasons]
    return Typos(tuple(places), tuple(reasons))


def _of_block(old: Block, new: Block) -> Typos:
    if old.kind is not Kind.PROSE:
        changed = {
            Kind.CODE: _("code has changed."),
            Kind.TABLE: _("a table has changed."),
            Kind.FORMULA: _("a formula has changed."),
        }
        return Typos((), (changed[old.kind],))
    reasons = []
    if _CODE.findall(old.text) != _CODE.findall(new.text):
        reasons.append(_("code, a formula or an address inside a line has changed."))
    if _numbers(old.text) != _numbers(new.text):
        reasons.append(_("a number, its unit or a sign of arithmetic has changed."))
    if _negations(old.text) != _negations(new.text):
        reasons.append(_("a word that says “not” has come or gone."))
    if max(len(words(old.text)), len(words(new.text))) > MOST:
        return Typos((), (*reasons, _("a paragraph as long as this one is not compared word by word.")))
    places = tuple(_changed(parts(old.text.strip(), new.text.strip())))
    reasons += [_too_much(_short(was), _short(now)) for was, now in places if _signs(was, now) > MOST_SIGNS]
    return Typos(places, tuple(reasons))


def _too_much(was: str, now: str) -> str:
    if not was:
        return _("“%(new)s” has come, which is more than a typo.") % {"new": now}
    if not now:
        return _("“%(old)s” has gone, which is more than a typo.") % {"old": was}
    return _("“%(new)s” in the place of “%(old)s” is more than a typo.") % {"old": was, "new": now}


def _numbers(text: str) -> tuple[list[str], list[str]]:
    """The numbers, and the signs of arithmetic and money, each in their order."""
    signs = [one for one in text if one in "%‰°" or unicodedata.category(one) in ("Sm", "Sc", "Nl", "No")]
    return ["".join(one.split()) for one in _NUMBER.findall(text)], signs


def _negations(text: str) -> Counter[str]:
    return Counter(one.lower() for one in _NOT.findall(text))


def _changed(found: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """(gone, come) of each place; one of them may be empty."""
    gone = ""
    for tag, text in found:
        if tag == "del":
            if gone:
                yield gone, ""
            gone = text
        elif tag == "ins":
            yield gone, text
            gone = ""
        elif gone:
            yield gone, ""
            gone = ""
    if gone:
        yield gone, ""


def _signs(old: str, new: str) -> int:
    """How many signs came, went or became others; spaces do not count."""
    return Levenshtein.distance("".join(old.split()), "".join(new.split()))


def _short(text: str) -> str:
    said = " ".join(text.split())
    return said if len(said) <= 40 else f"{said[:39]}…"
