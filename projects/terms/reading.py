"""A document as chapters of numbered clauses, ready for a page. Pure but for translated notes.

`made` puts a document into words, once, when it is published; `shown` names the people in what was made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from django.utils import translation
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from projects.terms.document import translations
from projects.terms.document.clause_words import Clause as ClauseWords
from projects.terms.document.field import Field, Words
from projects.terms.document.fields import (
    CHAPTERS,
    CLAUSES,
    SECTIONS,
    children,
    clause_path,
    field_at,
)
from projects.terms.document.marked import Part, parts
from projects.terms.document.sentences import marked_sentences
from projects.terms.document.walk import answer, items
from projects.terms.document.write import flow

Document = Mapping[str, Any]

# Titles for somebody who reads, where the steps of the form are called otherwise.
_TITLES = {
    3: ("What you can count on", "你能得到什么"),
    4: ("Pay and costs", "报酬与费用"),
    5: ("Taking part", "如何参与"),
    9: ("Data and your rights", "数据与你的权利"),
}
_BINDS: Mapping[str, object] = {
    "W": gettext_lazy("Counts as it stood when the work came in."),
    "P": gettext_lazy("The better of the versions you accepted counts."),
    "O": gettext_lazy("Counts as it stood when the output was created."),
}
# Beside pay rules, and on the project's page: nobody may take a rule that is only shown for one that is run.
NOT_PAID_BY_SITE = gettext_lazy(
    "Pay, prizes and bonuses stand in the terms. Concord does not compute them yet; the project does."
)
_CLASSES: Mapping[str, object] = {
    "T": gettext_lazy("Wording: changes are announced and need no new acceptance."),
    "R": gettext_lazy("A register: kept current, changes are announced."),
}


Line = list[Part]


@dataclass(frozen=True)
class Mark:
    """A mark of the fairness card on this clause: its code, its word, and the reasons that are spelt out."""

    code: str
    label: str
    sentences: list[str]


@dataclass(frozen=True)
class Clause:
    """`path` is its anchor. `own` are the project's words, `sentences` are made from its answers; `written` is YAML.

    `lines` are the same words part by part, and say whose words each is. Where they are a translation, `binding` are
    the lines of the binding language, and `language` is that of `lines`. `itemized`: a line an entry. `html` and
    `bound` are both kinds of lines for a page; `marks` and `changed` are put beside a published version.
    """

    number: str
    path: str
    title: str
    own: list[str]
    sentences: list[str]
    written: str
    stated: bool
    notes: list[str]
    lines: list[Line] = field(default_factory=list)
    binding: list[Line] = field(default_factory=list)
    language: str = ""
    itemized: bool = False
    html: list[SafeString] = field(default_factory=list)
    bound: list[SafeString] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    changed: bool = False


@dataclass(frozen=True)
class Chapter:
    number: int
    title: str
    clauses: list[Clause]


def chapters(document: Document, lang: str, *, people: Callable[[str], str]) -> list[Chapter]:
    """Every clause of the schema, open ones too, so that what is not stated can be seen."""
    return shown(made(document, lang), document, people=people)


def made(document: Document, lang: str) -> list[dict[str, Any]]:
    """The chapters as `TermsReading` keeps them: JSON, people as subject ids, without the YAML of the document."""
    with translation.override(lang):
        found = translations.best(document, lang)
        read = translations.applied(document, found) if found else document
        said, original = Saying(read, lang), Saying(document, lang)
        return [
            {
                "number": number,
                "title": Words(*_TITLES[number]).said(lang) if number in _TITLES else words.said(lang),
                "clauses": [_made(said, original, one, found) for one in CLAUSES if one.chapter == number],
            }
            for number, words in CHAPTERS
        ]


@dataclass(frozen=True)
class Saying:
    """One document in one language, with what its sentences share."""

    document: Document
    lang: str

    @cached_property
    def clause(self) -> ClauseWords:
        return ClauseWords(self.document, self.lang)

    def lines(self, one: Field) -> list[list[list[str]]]:
        value = answer(self.document, one.path)
        if _is_own(one, value):
            return [[["own", paragraph]] for paragraph in str(value).split("\n\n")]
        texts = marked_sentences(self.document, one.path, self.lang, self.clause)
        return [[list(part) if part.language else list(part[:2]) for part in parts(text)] for text in texts]


def _is_own(one: Field, value: object) -> bool:
    return one.kind == "long_text" and isinstance(value, str) and value != "none"


def _made(said: Saying, original: Saying, one: Field, language: str) -> dict[str, Any]:
    value = answer(original.document, one.path)
    notes = [_BINDS.get(one.binds), _CLASSES.get(one.klass)]
    if one.path == "compensation.pay":
        notes.append(pay_note(original.document))
    lines = said.lines(one)
    clause = {
        "number": one.number,
        "path": one.path,
        "title": one.title.said(said.lang),
        "stated": value is not None,
        "own": _is_own(one, value),
        "lines": lines,
        "notes": [str(note) for note in notes if note],
    }
    if language and (binding := original.lines(one)) != lines:
        clause.update(binding=binding, language=language)
    return clause


def shown(kept: Iterable[Mapping[str, Any]], document: Document, *, people: Callable[[str], str]) -> list[Chapter]:
    """What was kept, with people by name and the YAML beside it."""
    return [
        Chapter(one["number"], one["title"], [_shown(clause, document, people) for clause in one["clauses"]])
        for one in kept
    ]


def _shown(clause: Mapping[str, Any], document: Document, people: Callable[[str], str]) -> Clause:
    value = answer(document, clause["path"])
    lines = [_named_line(line, people) for line in clause["lines"]]
    texts = ["".join(part.text for part in line) for line in lines]
    binding = [_named_line(line, people) for line in clause.get("binding", ())]
    binding_tag = str(answer(document, "language") or "")
    return Clause(
        number=clause["number"],
        path=clause["path"],
        title=clause["title"],
        own=texts if clause["own"] else [],
        sentences=[] if clause["own"] else texts,
        written=_written(value, people) if isinstance(value, dict | list) else "",
        stated=clause["stated"],
        notes=clause["notes"],
        lines=lines,
        binding=binding,
        language=clause.get("language", ""),
        itemized=isinstance(value, list) and len(value) == len(lines),
        html=[line_html(line, clause.get("language") or binding_tag) for line in lines],
        bound=[line_html(line, binding_tag) for line in binding],
    )


def _named_line(line: Iterable[Sequence[Any]], people: Callable[[str], str]) -> Line:
    named = [Part(*part) for part in line]
    return [part._replace(text=people(part.text)) if part.kind == "person" else part for part in named]


def line_html(line: Line, language: str) -> SafeString:
    """The organizers' words in `language` and names in `bdi`, so that neither turns the direction of the sentence."""
    return mark_safe("".join(_part_html(part, part.language or language) for part in line))  # noqa: S308  escaped below


def _part_html(part: Part, language: str) -> str:
    text = conditional_escape(part.text)
    if part.kind == "site":
        return text
    tongue = f' lang="{conditional_escape(language)}"' if part.kind == "own" and language else ""
    return f"<bdi{tongue}>{text.replace(_BREAK, '<br>')}</bdi>"


_BREAK = "\n"


def pay_note(document: Document) -> object:
    """Who works out what is paid, where the terms hold a rule for it; else nothing."""
    return NOT_PAID_BY_SITE if items(document, "compensation.pay") else ""


def _written(value: object, people: Callable[[str], str]) -> str:
    """The answer as it stands in YAML, an entry a line; persons by name."""
    rows = value if isinstance(value, list) else [value]
    return "\n".join(flow(_named(row, people)) for row in rows)


def _named(value: object, people: Callable[[str], str]) -> object:
    if isinstance(value, dict):
        return {
            key: people(item) if key == "person" and isinstance(item, str) else _named(item, people)
            for key, item in value.items()
        }
    return [_named(item, people) for item in value] if isinstance(value, list) else value


def place(path: str, lang: str) -> str:
    """A path in words for messages: the titles on the way to it, with numbers for items."""
    titles: list[str] = []
    for end in _ends(path):
        found = field_at(end)
        if found is None:
            break
        if end.endswith("]"):
            titles[-1] = found.item(int(end[end.rfind("[") + 1 : -1]) + 1, lang)
        elif found.path not in SECTIONS or end == path:
            titles.append(found.title.said(lang))
    return " › ".join(titles) or path or _("the whole document")


def _ends(path: str) -> list[str]:
    """`a.b[0].c` → `a`, `a.b`, `a.b[0]`, `a.b[0].c`."""
    ends = [index for index, character in enumerate(path) if character in ".[" and index]
    return [path[:end] for end in ends] + [path] if path else []


def chapter_of(path: str) -> int:
    """The number of the chapter, and so of the form's step, in which a path stands; 1 for what has none."""
    clause = clause_path(path)
    return next((one.chapter for one in CLAUSES if one.path == clause), _section(clause))


def _section(clause: str) -> int:
    return next((one.chapter for one in children(clause)), 1)
