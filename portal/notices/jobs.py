"""The one Celery task, and the jobs of core, which may not know of jobs itself."""

import datetime as dt
from collections.abc import Iterator

from celery import shared_task
from django.db.models import Min

from portal.api import keeping
from portal.core import clock
from portal.core.record import checkpoints
from portal.core.record.models import RecordHead
from portal.notices import broker, sending, telling, worker
from portal.notices import mail as mails
from portal.notices.models import Notice
from portal.notices.registry import Due, job, scheduled

# The message is a row number; `worker.run` reads everything else anew.
run_message = shared_task(name=broker.TASK, acks_late=True, reject_on_worker_lost=True)(worker.run)


@job("record.checkpoint")
def checkpoint(project: str) -> None:
    """`project` is a public id."""
    checkpoints.publish_by_id(project, clock.deciding())


# A mail server may be down for a day and lose nothing. Its time-outs count for each step of a delivery.
@job(mails.JOB, patience=300, back_off=(10, 60, 300, 1800, 7200, 21600, 43200))
def send_mail(mail: int) -> None:
    """`mail` is a row number; its outcome is in the row."""
    mails.send(mail)


@job(telling.MAIL_ONE)
def mail_one(notice: int) -> None:
    """`notice` is a row number."""
    sending.mail_one(notice)


@job("notices.send_digest")
def send_digest(subject: str) -> None:
    """`subject` is an id."""
    sending.send_digest(subject)


@scheduled
def digests_that_are_due(at: dt.datetime) -> Iterator[Due]:
    """One a person and digest in which something waits for them. The first of what waits is in the key: what came after
    that digest was sent, or could not be sent, is another."""
    waiting = Notice.objects.filter(settled_at=None, digest_at__lte=at).order_by("digest_at", "subject")
    for subject, due_at, first in waiting.values_list("subject", "digest_at").annotate(first=Min("pk")):
        if due_at is not None:
            key = f"{subject}:{due_at.isoformat()}:{first}"
            yield Due(job="notices.send_digest", args={"subject": subject}, key=key, due_at=due_at)


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


@job("api.forget_answers")
def forget_answers() -> None:
    """Answers kept for writes that are sent twice are needed for a day."""
    keeping.forget(clock.deciding())


@scheduled
def forget_answers_every_day(at: dt.datetime) -> Iterator[Due]:
    midnight = at.astimezone(dt.UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    yield Due(job="api.forget_answers", args={}, key=midnight.date().isoformat(), due_at=midnight)
