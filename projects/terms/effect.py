"""What stands beside the form: how the draft, as typed, would read in five lines and on the fairness card."""

from __future__ import annotations

from dataclasses import dataclass

from portal.people.queries import names as printed_names
from projects.project.models import Project
from projects.terms import people
from projects.terms.checks.card import Column, Line, card
from projects.terms.checks.catalogue import CHECKS, MARKS
from projects.terms.checks.finding import Code
from projects.terms.document.fields import BY_PATH, clause_path
from projects.terms.document.pointless import POINTLESS
from projects.terms.document.strip import strip
from projects.terms.steps.example import for_step
from projects.terms.steps.navigation import PathLink, path_link, path_links, problem_links, step_links
from projects.terms.steps.state import State


@dataclass(frozen=True)
class DraftLine:
    """One line of the card of a draft; `href` is the field of the form that it speaks of."""

    code: Code
    word: str
    sentence: str
    title: str
    href: str


@dataclass(frozen=True)
class DraftColumn:
    """`marks` is one mark for each check, the fair ones first."""

    title: str
    marks: list[Code]
    said: list[DraftLine]
    not_stated: list[DraftLine]


def beside(project: Project, now: State, chapter: int, lang: str) -> dict[str, object]:
    """The context of `projects/terms/terms_beside.html`, and of the lists of steps and of what is wrong."""
    return {
        "steps": step_links(project, now, chapter, lang),
        "problems": problem_links(project, now.problems_of(chapter), lang),
        "open_here": path_links(project, now.open_of(chapter), lang),
        "refused_here": _here(problem_links(project, now.refused_of(chapter), lang), chapter),
        "warned_here": _warned(project, now, chapter, lang, pointless=False),
        "pointless_here": _warned(project, now, chapter, lang, pointless=True),
        "refused_count": len(now.refused),
        "open_count": len(now.open_paths),
        "problem_count": len(now.problems),
        "tiles": strip(now.document, lang),
        "columns": columns(project, now, lang),
        "example": for_step(now.document, chapter, lang),
    }


def _warned(project: Project, now: State, chapter: int, lang: str, *, pointless: bool) -> list[PathLink]:
    """One for each, at its first field in this step."""
    warned = [one for one in now.warned_of(chapter) if (one.code == POINTLESS) == pointless]
    found = [_here(problem_links(project, [one], lang), chapter) for one in warned]
    return [links[0] for links in found if links]


def _here(links: list[PathLink], chapter: int) -> list[PathLink]:
    """Of the clauses of a contradiction those of this step."""
    return [link for link in links if link.step == chapter]


def columns(project: Project, now: State, lang: str) -> list[DraftColumn]:
    names = printed_names(people.subjects_in(now.document))
    found = card(now.document, people=lambda one: names.get(one) or one)
    return [_column(project, one, lang) for one in found.columns()]


def _column(project: Project, column: Column, lang: str) -> DraftColumn:
    lines = [_line(project, line, lang) for line in column.lines]
    return DraftColumn(
        column.title.said(lang),
        [code for code, number in column.counts.items() for _one in range(number)],
        [line for line in lines if line.code in ("flag", "observation")],
        [line for line in lines if line.code == "open"],
    )


def _line(project: Project, line: Line, lang: str) -> DraftLine:
    first = line.findings[0]
    paths = [reason.path for found in line.findings for reason in found.reasons]
    known = next((path for path in paths if clause_path(path) in BY_PATH), "purpose.measures")
    return DraftLine(
        line.code,
        MARKS[line.code][1].said(lang),
        first.sentence.said(lang),
        " · ".join(CHECKS[found.check].title.said(lang) for found in line.findings),
        path_link(project, known, lang).href,
    )
