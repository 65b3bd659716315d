"""Computing lists outside the request."""

import datetime as dt
import zoneinfo
from collections.abc import Iterator

from authorship.lists import roles, services
from authorship.lists.models import Output
from portal.notices.registry import Due, job, scheduled
from projects.project.models import Project
from projects.terms import queries as terms


@job("authorship.lists.recompute")
def recompute(project: str) -> None:
    """`project` is a public id. Roles by rule first: a list may rest on a role."""
    found = Project.objects.get(public_id=project)
    roles.grant_by_rule(project=found)
    services.recompute(project=found)


@scheduled
def every_day(at: dt.datetime) -> Iterator[Due]:
    """Days change lists too (membership, roles, scopes): once a day, after midnight in the project's zone."""
    for project in Project.objects.filter(pk__in=Output.objects.values("project")):
        today = at.astimezone(zoneinfo.ZoneInfo(terms.zone(project, at)))
        midnight = today.replace(hour=0, minute=0, second=0, microsecond=0)
        yield Due(
            job="authorship.lists.recompute",
            args={"project": project.public_id},
            key=f"{project.public_id}:{midnight.date().isoformat()}",
            due_at=midnight.astimezone(dt.UTC),
        )
