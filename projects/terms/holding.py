"""Who holds which role whose powers work. Members live in an upper room; the wiring says who knows them."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from projects.project.models import Project

Holding = Callable[[Project], Mapping[str, frozenset[str]]]
_known: list[Holding] = []


def provide(holding: Holding) -> None:
    """The wiring's: by the id of each role the people who hold it, have accepted some version and are still here."""
    _known[:] = [holding]


def people(project: Project) -> Mapping[str, frozenset[str]]:
    """By role the subject ids; a role that nobody holds is not in it."""
    return next((known(project) for known in _known), {})
