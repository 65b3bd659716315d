"""A lock and the job that makes lists at one moment: one order, no gap, nothing after the last."""

import threading

import pytest
from django.db import connection

from authorship.ledger import choices
from authorship.lists import locking, locks, queries, services
from authorship.lists.models import ListSnapshot, OutputLock
from authorship.lists.verify import verify_lists
from authorship.lists.verify_locks import verify_locks
from portal.core.errors import Conflict
from portal.people.models import Subject

WHY = "The manuscript goes to the journal tomorrow."


def at_once(*acts):
    """Runs them in threads that start together; whatever they raised."""
    barrier, refused = threading.Barrier(len(acts)), []

    def run(act):
        try:
            barrier.wait(timeout=20)
            act()
        except BaseException as error:
            refused.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=run, args=[act]) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    return refused


@pytest.mark.django_db(transaction=True)
def test_two_who_lock_and_a_job_at_once_make_one_step(credit, member, open_project, core_team, paper):
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1"})
    credit("t2", {bo: "1"})

    def lock():
        locking.lock(
            actor=Subject.objects.get(pk=core_team[0].pk),
            output=queries.output(open_project, "paper-1"),
            to="order_only",
            reason=WHY,
        )

    def choose():
        choices.choose(actor=Subject.objects.get(pk=ana.pk), project=open_project, choice="acknowledged")

    refused = at_once(lock, lock, choose, lambda: services.recompute(project=open_project))
    assert [type(one) for one in refused] == [Conflict]
    assert OutputLock.objects.count() == 1
    services.recompute(project=open_project)
    numbers = list(ListSnapshot.objects.order_by("generation").values_list("generation", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    assert [*verify_lists(open_project), *verify_locks(open_project)] == []


@pytest.mark.django_db(transaction=True)
def test_a_job_beside_the_closing_makes_no_list_after_the_last(credit, member, open_project, core_team, paper):
    credit("t1", {member("ana"): "1"})
    locking.lock(actor=core_team[0], output=paper, to="order_only", reason=WHY)
    credit("t2", {member("ana"): "1"})

    def close():
        output = queries.output(open_project, "paper-1")
        locking.lock(actor=Subject.objects.get(pk=core_team[0].pk), output=output, to="closed", reason=WHY)

    assert at_once(close, *[lambda: services.recompute(project=open_project)] * 3) == []
    last = ListSnapshot.objects.order_by("generation").last()
    assert (last.last, last.generation) == (True, locks.current(paper).generation)
    assert [*verify_lists(open_project), *verify_locks(open_project)] == []
