"""Files outside the request: what nobody uses goes."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from portal.core import clock
from portal.notices.registry import Due, job, scheduled
from projects.tasks import sweeping


@job("projects.tasks.sweep_files")
def sweep_files() -> None:
    """What is gone already is passed over, so it may run twice and at once."""
    sweeping.sweep(clock.deciding())


@scheduled
def sweep_files_every_day(at: dt.datetime) -> Iterator[Due]:
    midnight = at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    yield Due(job="projects.tasks.sweep_files", args={}, key=midnight.date().isoformat(), due_at=midnight)
