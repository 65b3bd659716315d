"""Acts on the log of runs. The models of the demo are invented."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from portal.core import clock
from portal.people.models import Subject
from portal.site.demo.stage import Stage
from projects.runs import services as runs_services


def log_runs(stage: Stage, actor: Subject, task: str, runs: Sequence[Mapping[str, Any]]) -> None:
    """Each says what the form asks for; they were made the day before."""
    day = (clock.deciding().date() - dt.timedelta(days=1)).isoformat()
    rows = [{"ran_on": day, **run} for run in runs]
    runs_services.log(actor=actor, task=stage.task(task), rows=rows)


def retract_run(stage: Stage, actor: Subject, task: str, number: int, reason: str) -> None:
    runs_services.retract(actor=actor, task=stage.task(task), number=number, reason=reason)
