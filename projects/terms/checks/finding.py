"""What one fairness check finds in one terms document."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from projects.terms.document.field import Words
from projects.terms.document.words import series

Code = Literal["fair", "flag", "observation", "open", "na"]
CHECK_SET = "fairness/1"
# Inside one check the strongest wins.
STRENGTH: tuple[Code, ...] = ("flag", "open", "observation", "fair", "na")
_QUOTE = 160


@dataclass(frozen=True)
class Reason:
    """One leaf that led to the finding, with its own words.

    ``cause`` is the leaf whose other value would remove a flag; for a sentence ``path#number``, for a decision
    ``decision:id``.
    """

    path: str
    cause: str
    quote: str


@dataclass(frozen=True)
class Finding:
    """``paths`` are all clauses read, those of the reasons first. Sentences stand once each, in the check's order."""

    check: str
    code: Code
    paths: tuple[str, ...]
    reasons: tuple[Reason, ...]
    sentences: tuple[Words, ...]
    check_set: str = CHECK_SET
    terms_hash: str = ""

    @property
    def cause(self) -> str:
        return self.reasons[0].cause if self.reasons else ""

    @property
    def quote(self) -> str:
        return self.reasons[0].quote if self.reasons else ""

    @property
    def sentence(self) -> Words:
        return Words(" ".join(one.en for one in self.sentences), "".join(one.zh for one in self.sentences))

    def as_json(self) -> dict[str, object]:
        return {
            "check": self.check,
            "finding": self.code,
            "paths": list(self.paths),
            "causes": [one.cause for one in self.reasons],
            "quotes": list(dict.fromkeys(one.quote for one in self.reasons if one.quote)),
            "sentence": {"en": self.sentence.en, "zh-hans": self.sentence.zh},
            "check_set": self.check_set,
            "terms": self.terms_hash,
        }


def quoted(text: str) -> str:
    """At most 160 characters, cut at a word, on one line."""
    text = " ".join(text.split())
    if len(text) <= _QUOTE:
        return text
    head = text[: _QUOTE - 1]
    return f"{head[: head.rfind(' ')] if ' ' in head else head}…"


def parts(words: Iterable[Words], word: str = "") -> Words:
    """Words for ``{parts}``, each once: ``a, b and c``, ``a、b、c``. A given ``word`` is said in Chinese, too."""
    once = list(dict.fromkeys(words))
    en, zh = [one.en for one in once], [one.zh for one in once]
    return Words(series(en, "en", word=word or "and"), series(zh, "zh", word=word) if word else "、".join(zh))
