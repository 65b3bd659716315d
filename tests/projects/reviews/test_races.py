"""Two people at once, on real connections: the database decides, and one of them is told."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from django.db import connection, connections

from authorship.ledger.models import CreditEntry
from portal.core.errors import Conflict
from portal.core.record.verify import verify_chain
from projects.reviews import services
from projects.reviews.models import ReviewDecision, Round
from projects.tasks import services as tasks
from projects.tasks.models import Task
from tests.projects.journey import SAID, Journey

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

    def decide(one: Round, outcome: str) -> Act:
        criteria = [] if outcome == "accept" else ["sound"]
        return lambda: services.decide(actor=ines, round=one, outcome=outcome, criteria=criteria, reasons=SAID)

    outcomes = in_pairs([(decide(one, "accept"), decide(one, "decline")) for one in rounds])
    kinds = Counter(tuple(sorted(type(one).__name__ for one in pair)) for pair in outcomes)
    assert kinds == {("Conflict", "ReviewDecision"): PAIRS}, outcomes[:3]
    assert ReviewDecision.objects.count() == PAIRS
    accepted = set(ReviewDecision.objects.filter(outcome="accept").values_list("round__task__public_id", flat=True))
    assert set(Task.objects.filter(state="accepted").values_list("public_id", flat=True)) == accepted
    assert sorted(CreditEntry.objects.filter(kind="task").values_list("source", flat=True)) == sorted(accepted)
    assert verify_chain(fresh.project) == []


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
                    actor=ines, round=one, outcome="decline", criteria=["sound"], reasons=SAID
                ),
            )
            for one in rounds
        ]
    )
    for pair, one in zip(outcomes, rounds, strict=True):
        assert [isinstance(act, Conflict) for act in pair].count(True) == 1, pair
        one.task.refresh_from_db()
        assert (one.task.state == "declined") == isinstance(pair[0], Conflict)
