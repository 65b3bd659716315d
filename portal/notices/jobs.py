"""The one Celery task, and the jobs of core, which may not know of jobs itself."""

import datetime as dt
from collections.abc import Iterator

from celery import shared_task

from portal.core import clock
from portal.core.record import checkpoints
from portal.core.record.models import RecordHead
from portal.notices import broker, worker
from portal.notices.registry import Due, job, scheduled

# The message is a row number; `worker.run` reads everything else anew.
run_message = shared_task(name=broker.TASK, acks_late=True, reject_on_worker_lost=True)(worker.run)


@job("record.checkpoint")
def checkpoint(project: str) -> None:
    """`project` is a public id."""
    checkpoints.publish_by_id(project, clock.deciding())


@scheduled
def checkpoint_every_day(at: dt.datetime) -> Iterator[Due]:
    """One a project and UTC day."""
    midnight = at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    for project in RecordHead.objects.filter(count__gt=0).values_list("project", flat=True):
        yield Due(
            job="record.checkpoint",
            args={"project": project},
            key=f"{project}:{midnight.date().isoformat()}",
            due_at=midnight,
        )
