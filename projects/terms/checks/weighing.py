"""How a check comes to its finding: it reads, names reasons, and the strongest mark wins."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from projects.terms.checks.catalogue import CHECKS
from projects.terms.checks.finding import STRENGTH, Code, Finding, Reason, parts, quoted
from projects.terms.checks.terms import Terms
from projects.terms.document.field import Words

Said = Words | str | int


class Weighing:
    """One check over one document. ``fair`` may be named first: anything stronger wins."""

    def __init__(self, check: str, terms: Terms, people: Callable[[str], str] = str) -> None:
        self.check = CHECKS[check]
        self.people = people
        self.terms = terms
        self._paths: list[str] = []
        self._reasons: dict[Code, list[tuple[Reason, Words]]] = {}
        self._open: dict[tuple[int, frozenset[tuple[str, Said]]], list[tuple[str, Words]]] = {}

    # --- reading

    def at(self, path: str) -> Any:
        self._paths.append(path)
        return self.terms.at(path)

    def rows(self, path: str) -> list[tuple[str, Mapping[str, Any]]]:
        self._paths.append(path)
        return self.terms.rows(path)

    def read_texts(self) -> None:
        self._paths.extend(path for path, _ in self.terms.leaves)

    # --- reasons

    # ``quote`` is another quotation than the leaf's own; as words of ours it has both languages, and only the sentence
    # says them.

    def fair(self, path: str, *, say: int = 0, quote: str | Words | None = None, **words: Said) -> None:
        self._add("fair", path, say, quote, path, words)

    def observe(self, path: str, *, say: int = 0, quote: str | Words | None = None, **words: Said) -> None:
        self._add("observation", path, say, quote, path, words)

    def flag(
        self, path: str, *, say: int = 0, quote: str | Words | None = None, cause: str = "", **words: Said
    ) -> None:
        self._add("flag", path, say, quote, cause or path, words)

    def open(self, path: str, *named: Words, say: int = 0, **words: Said) -> None:
        """A clause holds nothing. All parts named under the same words stand in one sentence."""
        under = say, frozenset(words.items())
        self._open.setdefault(under, []).extend((path, part) for part in named or (Words("", ""),))

    def _add(
        self, code: Code, path: str, say: int, quote: str | Words | None, cause: str, words: Mapping[str, Said]
    ) -> None:
        own = quoted(quote if isinstance(quote, str) else self.terms.quote(path))
        said = (
            Words(quoted(quote.en).rstrip("."), quoted(quote.zh).rstrip("。"))
            if isinstance(quote, Words)
            else own.rstrip(".。")
        )
        sentence = _told(self.check.sentences[code][say], {**words, "quote": said})
        self._reasons.setdefault(code, []).append((Reason(path, cause, own), sentence))

    # --- the finding

    def result(self) -> Finding:
        reasons, said = self._reasons, self._said_open()
        if said:
            reasons = {**reasons, "open": said}
        code: Code = next((one for one in STRENGTH if reasons.get(one)), "na")
        winners = reasons.get(code, [])
        paths = dict.fromkeys([reason.path for reason, _ in winners] + self._paths)
        return Finding(
            self.check.id,
            code,
            tuple(paths),
            tuple(dict.fromkeys(reason for reason, _ in winners)),
            tuple(dict.fromkeys(sentence for _, sentence in winners)),
        )

    def _said_open(self) -> list[tuple[Reason, Words]]:
        found: list[tuple[Reason, Words]] = []
        for (say, words), named in self._open.items():
            joined = parts(part for _, part in named)
            sentence = _told(self.check.sentences["open"][say], {**dict(words), "parts": joined})
            found.extend((Reason(path, path, ""), sentence) for path, _ in named)
        return found


# What a number makes of the words around it, in English and in Chinese.
_NUMBERED = {
    "0": (("within {n} days", "on the same day"), ("{n} 天内", "当天")),
    "1": (("{n} days", "{n} day"), ("{n} stages, each with", "{n} stage, with")),
}
_SLOT = re.compile(r"\{(\w+)\}")


def _told(template: Words, words: Mapping[str, Said]) -> Words:
    """Fills in all at once, so that braces inside a quotation stay as they are."""
    en, zh = template.en, template.zh
    for before, after in _NUMBERED.get(str(words.get("n")), ()):
        en, zh = en.replace(before, after), zh.replace(before, after)
    if str(words.get("high")) == "1":
        en = en.replace("{high} hours", "{high} hour")
    if "low" in words and str(words["low"]) == str(words.get("high")):
        en, zh = en.replace("{low}–", ""), zh.replace("{low}–", "")
    said = {key: one if isinstance(one, Words) else Words(str(one), str(one)) for key, one in words.items()}
    chinese = ""
    for place, piece in enumerate(_SLOT.split(zh)):
        chinese = _meeting(chinese, said[piece].zh if place % 2 and piece in said else piece)
    return Words(_SLOT.sub(lambda slot: said[slot[1]].en if slot[1] in said else slot[0], en), chinese)


_CHINESE = re.compile(r"[\u4e00-\u9fff]")
_DATE = re.compile(r"\d{1,4}年")


def _meeting(left: str, right: str) -> str:
    """Chinese before or after words that were filled in: a space where it meets a figure or Latin letter, but for a
    date, and nowhere else."""
    before, after = left.rstrip(" "), right.lstrip(" ")
    if not before or not after or not before[-1].isalnum() or not after[0].isalnum():
        return before + after
    met = [_CHINESE.match(one) is not None for one in (before[-1], after[0])]
    if all(met) or _DATE.match(after):
        return before + after
    return f"{before} {after}" if any(met) else left + right
