"""Two people at once, on real connections: the database decides, and one of them is told."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.core import mail
from django.db import connection, connections

from authorship.ledger.models import CreditEntry
from portal.core import clock
from portal.core.errors import Conflict
from portal.core.record.verify import verify_chain
from portal.notices import registry, worker
from portal.notices.models import Mail, Notice, OutboxMessage
from projects.reviews import services
from projects.reviews.models import ReviewDecision, Round
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests.projects.journey import POINT, SAID, Journey

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = 200
Act = Callable[[], object]


def in_pairs(pairs: Sequence[tuple[Act, Act]]) -> list[tuple[object, object]]:
    """Runs both acts of each pair at one barrier, in two threads with a connection each."""
    barrier = threading.Barrier(2)
    outcomes: list[list[object]] = [[None, None] for _ in pairs]

    def run(side: int) -> None:
        try:
            for number, pair in enumerate(pairs):
                barrier.wait(timeout=60)
                try:
                    outcomes[number][side] = pair[side]()
                except Exception as error:
                    outcomes[number][side] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(side,)) for side in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=600)
    connection.close()
    return [(first, second) for first, second in outcomes]


def _led(journey: Journey, count: int) -> list[Round]:
    """So many tasks whose one stage is its lead's, with the lead appointed."""

    def one_stage(document: dict[str, Any]) -> None:
        document["participation"]["stages"] = [document["participation"]["stages"][1]]
        document["participation"]["stages"][0].pop("after")

    journey.publish_first(one_stage)
    ana = journey.member("ana-ruiz")
    rounds = []
    for number in range(count):
        task = journey.submitted(ana, f"Task {number}")
        rounds.append(services.appoint_lead(actor=journey.ines, round=journey.round(task), lead=journey.ines))
    return rounds


def test_two_decisions_at_once_are_one(fresh: Journey) -> None:
    """F07: accept and decline pressed in the same moment, two hundred times."""
    rounds = _led(fresh, PAIRS)
    ines = fresh.ines
    OutboxMessage.objects.all().delete()  # what is told by the decisions alone

    def decide(one: Round, outcome: str) -> Act:
        points = [] if outcome == "accept" else [POINT]
        return lambda: services.decide(actor=ines, round=one, outcome=outcome, criteria=[], reasons=SAID, points=points)

    outcomes = in_pairs([(decide(one, "accept"), decide(one, "decline")) for one in rounds])
    kinds = Counter(tuple(sorted(type(one).__name__ for one in pair)) for pair in outcomes)
    assert kinds == {("Conflict", "ReviewDecision"): PAIRS}, outcomes[:3]
    assert ReviewDecision.objects.count() == PAIRS
    accepted = set(ReviewDecision.objects.filter(outcome="accept").values_list("round__task__public_id", flat=True))
    assert set(Task.objects.filter(state="accepted").values_list("public_id", flat=True)) == accepted
    assert sorted(CreditEntry.objects.filter(kind="task").values_list("source", flat=True)) == sorted(accepted)
    assert verify_chain(fresh.project) == []
    _work_off_twice()
    assert Notice.objects.filter(kind="task_decided", subject__handle="ana-ruiz").count() == PAIRS
    assert Mail.objects.filter(to="ana-ruiz@example.org").count() == PAIRS
    assert len([one for one in mail.outbox if one.to == ["ana-ruiz@example.org"]]) == PAIRS


def _work_off_twice() -> None:
    """Every job taken by two workers at once, and once more, as after a worker that died before it said "done"."""
    registry.load()
    while rows := list(OutboxMessage.objects.filter(done_at=None, parked_at=None, due_at__lte=clock.deciding())):
        outcomes = in_pairs([(lambda row=row: worker.run(row.pk), lambda row=row: worker.run(row.pk)) for row in rows])
        assert {tuple(sorted(map(str, pair))) for pair in outcomes} == {("done", "left")}
        for row in rows:
            registry.find(row.job).function(**row.args)


def test_two_reviews_at_once_settle_the_round_once(journey: Journey) -> None:
    """Each filing sees the other or waits for it: no decision is lost and none is made twice."""
    ana = journey.member("ana-ruiz")
    places = []
    for number in range(20):
        task = journey.submitted(ana, f"Task {number}")
        places.append([journey.agreed(task, one) for one in (journey.tomas, journey.amara)])
    outcomes = in_pairs(
        [
            (lambda a=first: journey.file(a, "accept"), lambda b=second: journey.file(b, "accept"))
            for first, second in places
        ]
    )
    assert not [one for pair in outcomes for one in pair if isinstance(one, Exception)]
    assert ReviewDecision.objects.filter(outcome="accept").count() == 20
    assert Round.objects.filter(stage="final", state="open").count() == 20


def test_withdrawing_and_deciding_at_once_do_one_of_both(fresh: Journey) -> None:
    rounds = _led(fresh, 20)
    ana, ines = fresh.person("ana-ruiz"), fresh.ines
    outcomes = in_pairs(
        [
            (
                lambda one=one: tasks.withdraw(actor=ana, task=one.task),
                lambda one=one: services.decide(
                    actor=ines, round=one, outcome="decline", criteria=[], reasons=SAID, points=[POINT]
                ),
            )
            for one in rounds
        ]
    )
    for pair, one in zip(outcomes, rounds, strict=True):
        assert [isinstance(act, Conflict) for act in pair].count(True) == 1, pair
        one.task.refresh_from_db()
        assert (one.task.state == "declined") == isinstance(pair[0], Conflict)
