"""The ten steps beside the form, and the links from paths to their fields."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from projects.project.models import Project
from projects.terms.document.edit import field_name, steps
from projects.terms.document.problems import Problem
from projects.terms.reading import chapter_of, place
from projects.terms.steps.controls import nothing_yet
from projects.terms.steps.mending import way
from projects.terms.steps.state import State


@dataclass(frozen=True)
class StepLink:
    """What the component `steps` draws. `state` is fair, open, flag or empty."""

    name: str
    href: str
    here: bool
    state: str
    says: str


@dataclass(frozen=True)
class PathLink:
    """A path with its place in words, the step it is in, and the address of its field. `mend` is what can be done,
    where `says` does not tell."""

    path: str
    step: int
    href: str
    words: str
    says: str = ""
    mend: str = ""


def step_links(project: Project, state: State, here: int, lang: str) -> list[StepLink]:
    return [
        StepLink(
            step.title.said(lang),
            reverse("terms_step", args=[project.slug, step.chapter]),
            step.chapter == here,
            *_standing(state, step.chapter),
        )
        for step in steps()
    ]


def _standing(state: State, chapter: int) -> tuple[str, str]:
    wrong, open_paths, refused = state.problems_of(chapter), state.open_of(chapter), state.refused_of(chapter)
    mend = ngettext("%(n)s to mend", "%(n)s to mend", len(refused)) % {"n": len(refused)} if refused else ""
    if wrong:
        return "flag", ngettext("%(n)s problem", "%(n)s problems", len(wrong)) % {"n": len(wrong)}
    if open_paths and nothing_yet(state, chapter):
        return "", _("not begun")
    if open_paths:
        said = ngettext("%(n)s clause open", "%(n)s clauses open", len(open_paths)) % {"n": len(open_paths)}
        return "open", " · ".join(filter(None, [said, mend]))
    if refused:
        return "flag", mend
    return "fair", _("complete")


def path_link(project: Project, path: str, lang: str, says: str = "") -> PathLink:
    chapter = chapter_of(path)
    step = reverse("terms_step", args=[project.slug, chapter])
    return PathLink(path, chapter, f"{step}#{field_name(path) or 'main'}", place(path, lang), says)


def path_links(project: Project, paths: Iterable[str], lang: str) -> list[PathLink]:
    return [path_link(project, path, lang) for path in paths]


def grouped_links(project: Project, problems: Iterable[Problem], lang: str) -> list[tuple[str, list[PathLink]]]:
    """Each problem in words with a link for each of its clauses."""
    return [(one.said(lang), path_links(project, one.paths, lang)) for one in problems]


def problem_links(project: Project, problems: Iterable[Problem], lang: str) -> list[PathLink]:
    """A link for each clause of a contradiction, since either of them may change."""
    return [
        replace(path_link(project, path, lang, problem.said(lang)), mend=way(problem, lang))
        for problem in problems
        for path in problem.paths
    ]
