"""The fairness card of published terms, with what stands beside it, ready for pages and the API."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from portal.core.bounded import Bounded
from portal.core.text.series import series
from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.terms import people
from projects.terms.checks.card import Card, Line, Outside, card, outside
from projects.terms.checks.catalogue import CHECKS, MARKS
from projects.terms.checks.finding import CHECK_SET, Code, Finding
from projects.terms.document.fields import BY_PATH, clause_path
from projects.terms.document.strip import Tile, strip
from projects.terms.models import MarkContest, MarkReply, TermsVersion

_kept: Bounded[tuple[str, tuple[tuple[str, str], ...]], Card] = Bounded(128)


def card_of(version: TermsVersion, *, named: bool = True) -> Card:
    """Computed once a text and process: it rests on nothing but the document and the printed names in it.

    Without names people stand by their ids, and the card is the same for ever.
    """
    names = printed_names(people.subjects_in(version.document)) if named else {}
    key = (version.hash, tuple(sorted(names.items())))

    def made() -> Card:
        shown = {subject: name or subject for subject, name in names.items()}
        return card(version.document, terms_hash=version.hash, people=lambda one: shown.get(one, one))

    return _kept.made(key, made)


def outside_of(project: Project, replies: Iterable[MarkReply] = ()) -> list[Outside]:
    """What reads as a promise of a venue in the project's words that are no terms: title, summary, replies."""
    said = [(_("Title"), project.title), (_("Summary"), project.summary)]
    said += [(_("A reply of the project"), reply.text) for reply in replies]
    return [found for where, text in said for found in outside({where: text})]


@dataclass(frozen=True)
class Clause:
    href: str
    number: str


@dataclass(frozen=True)
class ShownLine:
    """One line of the card in the reader's language. `checks` are (id, title); the first names the line."""

    code: Code
    symbol: str
    word: str
    checks: list[tuple[str, str]]
    sentences: list[str]
    clauses: list[Clause]
    replies: list[MarkReply] = field(default_factory=list)
    contested: list[MarkContest] = field(default_factory=list)

    @property
    def id(self) -> str:
        return self.checks[0][0]

    @property
    def title(self) -> str:
        return " · ".join(title for _, title in self.checks)


@dataclass(frozen=True)
class ShownColumn:
    number: int
    key: str
    title: str
    lines: list[ShownLine]
    counts: list[tuple[Code, int, str]]

    def of(self, *codes: Code) -> list[ShownLine]:
        return [line for line in self.lines if line.code in codes]

    @property
    def worst_first(self) -> list[ShownLine]:
        return self.of("flag") + self.of("observation") + self.of("open") + self.of("fair", "na")

    @property
    def spelt_out(self) -> list[ShownLine]:
        """What a reader should see without asking."""
        return self.of("flag", "observation")

    @property
    def not_stated(self) -> list[ShownLine]:
        return self.of("open")

    @property
    def fair(self) -> list[ShownLine]:
        return self.of("fair")

    @property
    def marks(self) -> list[Code]:
        return [code for code, number, _ in self.counts for _one in range(number)]

    @property
    def words(self) -> str:
        return series(words for _, number, words in self.counts if number)


@dataclass(frozen=True)
class ShownCard:
    columns: list[ShownColumn]
    counts: list[tuple[Code, int, str]]
    replies: list[MarkReply]
    contested: bool

    @property
    def led(self) -> list[tuple[Code, str, str]]:
        """Each mark that has lines: how many, in words, and the id of the first of them."""
        lines = [line for column in self.columns for line in column.lines]
        first = {line.code: line.id for line in reversed(lines)}
        return [(code, words, first[code]) for code, _number, words in self.counts if code in first]

    @property
    def stands_alone(self) -> bool:
        """Nobody has said anything beside it, so that it follows from the text and the printed names."""
        return not self.replies and not self.contested


def shown(version: TermsVersion, lang: str) -> ShownCard:
    found = card_of(version)
    replies = list(replies_of(version))
    contests = list(contests_of(version))
    columns = [
        ShownColumn(
            number,
            column.key,
            column.title.said(lang),
            [_line(line, version, lang, replies, contests) for line in column.lines],
            counted(column.counts, lang),
        )
        for number, column in enumerate(found.columns(), 1)
    ]
    return ShownCard(columns, counted(found.counts, lang), replies, bool(contests))


@dataclass(frozen=True)
class FlaggedTile(Tile):
    """A tile of the strip; `flag` is the reason of a red flag on its clauses."""

    flag: str = ""


# Which clauses a tile speaks for.
_TILES = {
    "pay": ("compensation",),
    "credit": ("authorship",),
    "roles": ("roles",),
    "licence": ("licence",),
    "data": ("data", "core_team.funders"),
}


def tiles(version: TermsVersion, lang: str) -> tuple[FlaggedTile, ...]:
    """The terms in five lines, each with the first red flag on its clauses; no line names a person. They follow from
    the text alone, so those last asked for are kept."""
    return _tiles_kept.made((version.hash, lang), lambda: tuple(_tiles(version, lang)))


_tiles_kept: Bounded[tuple[str, str], tuple[FlaggedTile, ...]] = Bounded(2_000)


def _tiles(version: TermsVersion, lang: str) -> list[FlaggedTile]:
    flags = [found for found in card_of(version, named=False).findings if found.code == "flag"]
    return [
        FlaggedTile(**vars(tile), flag=_flag_on(_TILES[tile.key], flags, lang))
        for tile in strip(version.document, lang)
    ]


def _flag_on(heads: tuple[str, ...], flags: list[Finding], lang: str) -> str:
    for found in flags:
        path = found.reasons[0].path
        if any(path == head or path.startswith((f"{head}.", f"{head}[")) for head in heads):
            colon = "：" if lang.lower().startswith("zh") else ": "
            return f"{MARKS['flag'][1].said(lang)}{colon}{found.sentences[0].said(lang)}"
    return ""


def foretold(document: Mapping[str, Any], lang: str) -> list[tuple[Code, str, str]]:
    """What the card of a draft would spell out once it is published: mark, its word, and the sentence."""
    names = printed_names(people.subjects_in(document))
    found = card(document, people=lambda one: names.get(one) or one).findings
    lines = [one for one in found if one.code in ("flag", "observation")]
    lines.sort(key=lambda one: one.code != "flag")
    return [(one.code, MARKS[one.code][1].said(lang), one.sentence.said(lang)) for one in lines]


def as_told(version: TermsVersion) -> dict[str, object]:
    """The card as the API gives it, people by their ids, with what stands beside each line."""
    found = card_of(version, named=False)
    replies, contests = list(replies_of(version)), list(contests_of(version))
    findings = [
        {
            **one.as_json(),
            "sentence": {"en": one.sentence.en, "zh_hans": one.sentence.zh},
            "replies": [reply for reply in replies if reply.check_id == one.check],
            "contested": sum(contest.check_id == one.check for contest in contests),
        }
        for one in found.shown
    ]
    return {**found.as_json(), "findings": findings}


def replies_of(version: TermsVersion) -> Iterable[MarkReply]:
    """Newest first; a later one stands before the earlier ones of the same check."""
    return MarkReply.objects.filter(terms=version, check_set=CHECK_SET).select_related("by__profile")


def contests_of(version: TermsVersion) -> Iterable[MarkContest]:
    return MarkContest.objects.filter(terms=version, check_set=CHECK_SET).select_related("by__profile")


def counted(counts: Mapping[Code, int], lang: str) -> list[tuple[Code, int, str]]:
    """How many of each mark, with its word; never one number for all."""
    return [(code, number, f"{number} {_word(code, number, lang)}") for code, number in counts.items()]


def _word(code: Code, number: int, lang: str) -> str:
    word = MARKS[code][1].said(lang)
    if lang.lower().startswith("zh"):
        return word
    return f"{word.lower()}s" if code == "flag" and number != 1 else word.lower()


def _line(
    line: Line, version: TermsVersion, lang: str, replies: list[MarkReply], contests: list[MarkContest]
) -> ShownLine:
    symbol, word = MARKS[line.code]
    names = [found.check for found in line.findings]
    paths = dict.fromkeys(clause_path(reason.path) for found in line.findings for reason in found.reasons)
    page = reverse("terms_version", args=[version.project.slug, version.number])
    return ShownLine(
        line.code,
        symbol,
        word.said(lang),
        [(name, CHECKS[name].title.said(lang)) for name in names],
        list(dict.fromkeys(said.said(lang) for found in line.findings for said in found.sentences)),
        [Clause(f"{page}#{path}", BY_PATH[path].number) for path in paths if path in BY_PATH],
        [one for one in replies if one.check_id in names],
        [one for one in contests if one.check_id in names],
    )
