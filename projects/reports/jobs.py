"""Reports whose days for an answer are over go to those who decide."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from django.db import transaction

from portal.core import clock
from portal.notices.registry import Due, job, scheduled
from projects.reports import queries, services
from projects.tasks.models import Task
from projects.tasks.services import locked
from projects.tasks.states import ReportState


@job("projects.reports.lapse")
def lapse() -> None:
    """Each case by itself; what has been answered meanwhile is passed over."""
    at = clock.deciding()
    waiting = (ReportState.OPEN, ReportState.CORRECTING)
    for task in Task.objects.filter(reported__in=waiting, reported_until__lt=at).order_by("pk"):
        with transaction.atomic():
            now = locked(task)
            case = queries.open_case(now)
            if case is not None and now.reported in waiting:
                services.lapse(task=now, case=case, at=at)


@scheduled
def lapse_every_hour(at: dt.datetime) -> Iterator[Due]:
    """A day ends at another hour in each project's zone."""
    hour = at.astimezone(dt.UTC).replace(minute=0, second=0, microsecond=0)
    yield Due(job="projects.reports.lapse", args={}, key=hour.strftime("%Y-%m-%dT%H"), due_at=hour)
