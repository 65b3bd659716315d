"""A decision is one mail, with the worker killed while it writes it."""

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

import psycopg2
from django.db import connection

from portal.notices.models import Mail, Notice, OutboxMessage
from tests.running import wait_for
from tests.services.conftest import Start

# By name, since these tests are typed strictly and those are not.
_PROJECTS, _JOURNEY = import_module("tests.projects.conftest"), import_module("tests.projects.journey")
person, core_team = _PROJECTS.person, _PROJECTS.core_team
project, published, recruiting = _PROJECTS.project, _PROJECTS.published, _PROJECTS.recruiting
journey = _JOURNEY.journey


@contextmanager
def mails_locked() -> Iterator[None]:
    """Holds up whoever writes a mail, after the notice was settled and before anything is committed."""
    parameters = connection.get_connection_params()
    other = psycopg2.connect(**{name: parameters[name] for name in ("host", "port", "user", "dbname")})
    try:
        other.cursor().execute("LOCK TABLE portal_mail IN SHARE MODE")
        yield
    finally:
        other.close()


def waits_for_lock() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'portal_mail'::regclass")
        return bool(cursor.fetchone()[0])


def story() -> str:
    return str(list(OutboxMessage.objects.values("job", "attempts", "done_at", "parked_at", "error")))


def test_a_worker_killed_while_it_mails_a_decision_gives_one_mail(start: Start, journey: Any) -> None:
    ana = journey.member("ana-ruiz")
    task = journey.submitted(ana)
    OutboxMessage.objects.all().delete()  # what is told by the decision alone
    journey.judged(task, "revise", "revise")
    OutboxMessage.objects.exclude(job="notices.mail_one", args={"notice": decided(ana.pk).pk}).delete()
    with mails_locked():
        worker = start("worker")
        start("dispatcher")
        wait_for(waits_for_lock, 60, story)
        os.kill(worker.pid, signal.SIGKILL)
        worker.wait()
    assert (Mail.objects.count(), decided(ana.pk).settled_at) == (0, None)
    start("worker")
    wait_for(lambda: Mail.objects.filter(sent_at__isnull=False).exists(), 90, story)
    wait_for(lambda: not OutboxMessage.objects.filter(done_at=None).exists(), 90, story)
    assert list(Mail.objects.values_list("to", "message")) == [("ana-ruiz@example.org", "")]
    assert decided(ana.pk).settled_at is not None
    row = OutboxMessage.objects.get(job="notices.mail_one")
    assert (row.attempts, row.parked_at) == (2, None)


def decided(subject: str) -> Notice:
    return Notice.objects.get(subject=subject, kind="task_decided")
