"""Two or three texts of the terms side by side, clause by clause: what differs, word by word, and which is better."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from projects.terms import changes, reading
from projects.terms.document.walk import answer
from projects.terms.document.write import flow
from projects.terms.weighing_up import verdict
from projects.terms.word_marks import OF_PROJECTS, OF_VERSIONS, Budget, Line, Signs, marked, plain

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Cell:
    """One text's answer, a line an entry. `verdict` is better, worse, both or "", against the first text."""

    lines: Sequence[Line]
    stated: bool
    differs: bool = False
    verdict: str = ""

    @property
    def paragraphs(self) -> list[tuple[str, Line]]:
        """Each line with its text, by which its language is told."""
        return [("".join(text for _, text in line), line) for line in self.lines]


@dataclass(frozen=True)
class Compared:
    """One clause of every text. `klass` is T, R or M, where versions of one project are compared and it differs."""

    number: str
    path: str
    title: str
    cells: Sequence[Cell]
    differs: bool
    klass: str = ""

    @property
    def verdict(self) -> str:
        """Of two texts: that of the second."""
        return self.cells[1].verdict if len(self.cells) == 2 else ""


@dataclass(frozen=True)
class Chapter:
    number: int
    title: str
    clauses: Sequence[Compared]

    @property
    def differing(self) -> list[Compared]:
        return [clause for clause in self.clauses if clause.differs]


@dataclass(frozen=True)
class Comparison:
    """`klass` is the class of the whole change, where versions of one project are compared."""

    chapters: Sequence[Chapter]
    klass: str = ""

    clauses: Sequence[Compared] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "clauses", [clause for chapter in self.chapters for clause in chapter.clauses])

    @property
    def differing(self) -> list[Compared]:
        return [clause for clause in self.clauses if clause.differs]

    @property
    def same(self) -> list[Compared]:
        return [clause for clause in self.clauses if not clause.differs]

    @property
    def material(self) -> list[Compared]:
        return [clause for clause in self.clauses if clause.klass == changes.MATERIAL]


def compare(
    documents: Sequence[Document], lang: str, *, people: Callable[[str], str], versions: bool = False
) -> Comparison:
    """Two or three documents, the first being what the others are held against; clauses in the order of the schema.

    `versions`: two texts of one project, of which the second replaced the first.
    """
    read = [reading.chapters(document, lang, people=people) for document in documents]
    budget = Budget()
    chapters = [
        Chapter(
            together[0].number,
            together[0].title,
            [
                _clause(clauses, documents, lang, budget, versions=versions)
                for clauses in zip(*(chapter.clauses for chapter in together), strict=True)
            ],
        )
        for together in zip(*read, strict=True)
    ]
    changed = changes.changed(documents[0], documents[1]) if versions else []
    return Comparison(chapters, changes.class_of(changed) if changed else "")


def _clause(
    clauses: Sequence[reading.Clause], documents: Sequence[Document], lang: str, budget: Budget, *, versions: bool
) -> Compared:
    head = clauses[0]
    answers = [answer(document, head.path) for document in documents]
    differs = [value != answers[0] for value in answers]
    texts = [[*clause.own, *clause.sentences] for clause in clauses]
    if any(one and text == texts[0] for one, text in zip(differs, texts, strict=True)):
        # Sentences that say less than the answers would hide a difference: the answers themselves then.
        texts = [_written(value) for value in answers]
    lines = _lines(texts, differs, OF_VERSIONS if versions else OF_PROJECTS, budget)
    cells = [
        Cell(
            lines[at],
            clause.stated,
            differs[at],
            verdict(documents[0], documents[at], head.path) if differs[at] else "",
        )
        for at, clause in enumerate(clauses)
    ]
    klass = ""
    if versions and any(differs):
        klass = changes.class_of([head.path])
    return Compared(head.number, head.path, head.title, cells, any(differs), klass)


def _lines(texts: Sequence[Sequence[str]], differs: Sequence[bool], signs: Signs, budget: Budget) -> list[list[Line]]:
    """With two texts both are marked; with three those that differ from the first, which stands as it is."""
    if len(texts) == 2 and differs[1]:
        return list(marked(texts[0], texts[1], signs, budget))
    first = plain(texts[0])
    others = [
        marked(texts[0], text, signs, budget)[1] if one else plain(text)
        for text, one in zip(texts[1:], differs[1:], strict=True)
    ]
    return [first, *others]


def _written(value: object) -> list[str]:
    """An answer as it stands in YAML, an entry a line."""
    rows = value if isinstance(value, list) else [value]
    return [flow(row) if row is not None else "–" for row in rows] or ["[]"]
