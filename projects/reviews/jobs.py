"""Reviewing outside the request."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

from portal.core import clock
from portal.notices.registry import Due, job, scheduled
from portal.people.models import Subject
from projects.project.models import Project
from projects.reviews import leaving, services, telling


@job("projects.reviews.step_down")
def step_down(project: str, subject: str) -> None:
    """`project` is a public id."""
    leaving.step_down_later(subject=Subject.objects.get(pk=subject), project=Project.objects.get(public_id=project))


@job("projects.reviews.remind")
def remind() -> None:
    """Whoever was reminded is not again."""
    telling.remind(clock.deciding())


@scheduled
def remind_every_day(at: dt.datetime) -> Iterator[Due]:
    midnight = at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    yield Due(job="projects.reviews.remind", args={}, key=midnight.date().isoformat(), due_at=midnight)


@job("projects.reviews.pass_on")
def pass_on() -> None:
    """What was passed on for a day is not again."""
    services.pass_on_due(clock.deciding())


@scheduled
def look_at_the_clocks_every_hour(at: dt.datetime) -> Iterator[Due]:
    """A day ends at another hour in every zone."""
    hour = at.astimezone(dt.UTC).replace(minute=0, second=0, microsecond=0)
    yield Due(job="projects.reviews.pass_on", args={}, key=hour.isoformat(), due_at=hour)
