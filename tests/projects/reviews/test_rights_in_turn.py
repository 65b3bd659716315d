"""A right is asked once the task is held: who loses it while they wait for their turn acts no more."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable

import pytest
from django.db import connection, connections, transaction

from portal.core.errors import Forbidden
from portal.people.models import Subject
from projects.members import services as members
from projects.reviews import services
from projects.tasks.models import DeclaredInterest, Task
from tests.projects.journey import SAID, Journey

pytestmark = pytest.mark.django_db(transaction=True)
WHY = "That was another field, and it ended two years ago."
Act = Callable[[Subject, Task], object]


def declined(journey: Journey) -> Task:
    task = journey.submitted(journey.member("ana-ruiz"))
    journey.judged(task, "accept", "accept")
    journey.decided(task, "decline")
    return task


def accepted(journey: Journey) -> Task:
    return journey.accepted(journey.member("ana-ruiz"))


def corrected(journey: Journey) -> Task:
    task = accepted(journey)
    services.open_correction(actor=journey.ines, task=task, reasons=SAID)
    return task


def in_review(journey: Journey) -> Task:
    return journey.submitted(journey.member("ana-ruiz"))


def with_interest(journey: Journey) -> Task:
    task = in_review(journey)
    services.declare_interest(actor=journey.tomas, task=task, kind="personal", text=WHY)
    return task


def decide_correction(actor: Subject, task: Task) -> object:
    return services.decide_correction(actor=actor, task=task, outcome="revoke", reasons=SAID)


def waive(actor: Subject, task: Task) -> object:
    return services.waive_interest(actor=actor, interest=DeclaredInterest.objects.get(task=task), reason=WHY)


ACTS: dict[str, tuple[Callable[[Journey], Task], Act]] = {
    "reopen": (declined, lambda actor, task: services.reopen(actor=actor, task=task, reasons=SAID)),
    "open a correction": (
        accepted,
        lambda actor, task: services.open_correction(actor=actor, task=task, reasons=SAID),
    ),
    "decide a correction": (corrected, decide_correction),
    "declare an interest": (
        in_review,
        lambda actor, task: services.declare_interest(actor=actor, task=task, kind="personal", text=WHY),
    ),
    "waive an interest": (with_interest, waive),
}


@pytest.mark.parametrize("name", ACTS)
def test_who_leaves_while_they_wait_acts_no_more(journey: Journey, name: str) -> None:
    before, act = ACTS[name]
    task, editor = before(journey), journey.editor("eda-moss")
    outcome: list[object] = []

    def run() -> None:
        try:
            outcome.append(act(editor, Task.objects.get(pk=task.pk)))
        except Exception as error:
            outcome.append(error)
        finally:
            connections.close_all()

    waiting = threading.Thread(target=run)
    with transaction.atomic():
        Task.objects.select_for_update().get(pk=task.pk)
        waiting.start()
        _wait_until_it_waits(waiting)
        members.leave(actor=editor, project=journey.project)
    waiting.join(timeout=60)
    assert [type(one) for one in outcome] == [Forbidden], outcome


def _wait_until_it_waits(thread: threading.Thread) -> None:
    """On SQLite nobody else writes until the transaction ends, so there it need not have begun."""
    deadline = time.monotonic() + 30
    while connection.vendor == "postgresql" and thread.is_alive() and time.monotonic() < deadline:
        with connection.cursor() as cursor:
            cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
            row = cursor.fetchone()
        if row and row[0]:
            return
        time.sleep(0.01)


@pytest.mark.parametrize("name", ACTS)
def test_who_stays_may_act(journey: Journey, name: str) -> None:
    before, act = ACTS[name]
    task, editor = before(journey), journey.editor("eda-moss")
    assert act(editor, Task.objects.get(pk=task.pk)) is not None
