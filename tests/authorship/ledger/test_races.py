"""Many at once, on real connections: the chain keeps its order and nothing is posted or reversed twice."""

import threading
from fractions import Fraction

import pytest
from django.db import connection, connections

from authorship.ledger import choices, corrections, queries, services, verify
from authorship.ledger.facts import Fact
from authorship.ledger.models import CreditEntry
from authorship.lists import jobs
from authorship.lists import verify as lists_verify
from authorship.lists.models import ListSnapshot
from portal.core import clock
from portal.core.errors import Conflict, DomainError
from portal.core.record import verify as record_verify

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE = 6


def together(acts):
    """Runs each act in a thread of its own, all released at one moment; returns what each gave or raised."""
    barrier = threading.Barrier(len(acts))
    outcomes = [None] * len(acts)

    def run(index, act):
        try:
            barrier.wait(timeout=20)
            outcomes[index] = act()
        except BaseException as error:
            outcomes[index] = error
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate(acts)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=60)
    connection.close()
    return outcomes


def sound(project):
    return [
        *verify.verify_chain(project),
        *verify.verify_told(project),
        *verify.verify_amounts(project),
        *verify.verify_choices(project),
        *lists_verify.verify_lists(project),
        *record_verify.verify_chain(project),
    ]


@pytest.fixture
def fact_of():
    day = clock.today("UTC")

    def make(source, subject):
        return Fact(source=source, type="task", submitted=day, accepted=day, terms=1, shares={subject.pk: "1"})

    return make


def test_posting_in_parallel_keeps_the_chain(member, open_project, fact_of):
    ana = member("ana")
    acts = [
        lambda n=n: [
            services.post_fact(project=open_project, fact=fact_of(f"t{n}-{i}", ana), at=clock.deciding())
            for i in range(5)
        ]
        for n in range(AT_ONCE)
    ]
    outcomes = together(acts)
    assert [error for error in outcomes if isinstance(error, BaseException)] == []
    assert list(CreditEntry.objects.order_by("seq").values_list("seq", flat=True)) == list(range(1, 31))
    assert queries.totals(open_project) == {ana.pk: {"task": Fraction(30)}}
    assert sound(open_project) == []


def test_one_fact_posted_by_many_at_once_is_one_entry(member, open_project, fact_of):
    ana = member("ana")
    fact = fact_of("t1", ana)
    outcomes = together([lambda: services.post_fact(project=open_project, fact=fact, at=clock.deciding())] * AT_ONCE)
    assert sorted(len(made) for made in outcomes) == [0] * (AT_ONCE - 1) + [1]
    assert CreditEntry.objects.count() == 1
    assert sound(open_project) == []


def test_a_correction_confirmed_by_many_at_once_is_one_reversal(member, open_project, fact_of, core_team):
    ana, tomas = member("ana"), member("tomas-lindqvist")
    [entry] = services.post_fact(project=open_project, fact=fact_of("t1", ana), at=clock.deciding())
    correction = corrections.propose(actor=core_team[0], project=open_project, seq=entry.seq, reason="Copied.")

    def confirm():
        mine = type(correction).objects.select_related("entry", "project").get(pk=correction.pk)
        return corrections.confirm(actor=tomas, correction=mine)

    outcomes = together([confirm] * AT_ONCE)
    assert sum(isinstance(made, CreditEntry) for made in outcomes) == 1
    assert sum(isinstance(made, Conflict) for made in outcomes) == AT_ONCE - 1
    assert queries.totals(open_project) == {ana.pk: {}}
    assert sound(open_project) == []


def test_choices_posts_and_recomputes_at_once_end_in_one_true_list(member, open_project, fact_of):
    """Locks are taken in one order, so nobody waits in a circle; the job runs in parallel and too often."""
    people = [member(handle) for handle in ("ana", "bo-lin", "cy-oye")]
    acts = [
        lambda p=person: [
            services.post_fact(project=open_project, fact=fact_of(f"t-{p.pk}-{i}", p), at=clock.deciding())
            for i in range(3)
        ]
        for person in people
    ]
    acts += [
        lambda p=person: [
            choices.choose(actor=p, project=open_project, choice=choice) for choice in ("acknowledged", "author")
        ]
        for person in people
    ]
    acts += [lambda: [jobs.recompute(project=open_project.public_id) for _ in range(3)]] * 2
    outcomes = together(acts)
    assert [error for error in outcomes if isinstance(error, BaseException)] == []
    jobs.recompute(project=open_project.public_id)
    jobs.recompute(project=open_project.public_id)
    counts = list(ListSnapshot.objects.order_by("generation").values_list("ledger_count", flat=True))
    assert counts == sorted(counts), "generations only move forward"
    assert counts[-1] == 9
    assert sound(open_project) == []


def test_a_refusal_under_pressure_leaves_nothing_half_written(member, open_project, fact_of):
    """Good and bad facts at once: the bad ones are refused, the chain holds the good ones alone."""
    ana = member("ana")

    def bad():
        day = clock.today("UTC")
        fact = Fact(source="bad", type="task", submitted=day, accepted=day, terms=1, shares={ana.pk: "1/2"})
        return services.post_facts(project=open_project, facts=[fact_of("good-too", ana), fact], at=clock.deciding())

    def good():
        return services.post_fact(project=open_project, fact=fact_of("good", ana), at=clock.deciding())

    outcomes = together([bad, good, bad, good])
    assert sum(isinstance(made, DomainError) for made in outcomes) == 2
    assert list(CreditEntry.objects.values_list("source", flat=True)) == ["good"]
    assert sound(open_project) == []
