"""Whether somebody meets what a role takes. Credit lives in upper rooms; the wiring says who judges."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

from portal.people.models import Subject
from projects.project.models import Project

Judge = Callable[..., bool]
_judges: list[Judge] = []


def provide(judge: Judge) -> None:
    """The wiring's: `(*, project, subject, role, at) -> bool`, read from the ledger at every question."""
    _judges[:] = [judge]


def hold(*, project: Project, subject: Subject, role: str, at: dt.datetime) -> bool:
    """True only where a judge says so: criteria that nobody can judge are not met."""
    return bool(_judges) and all(judge(project=project, subject=subject, role=role, at=at) for judge in _judges)
