"""Sums carried from one list to the next are those that the engine makes of all entries."""

import datetime as dt
import json
from fractions import Fraction

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authorship.engine.reads import Reads
from authorship.engine.totals import Sums
from authorship.engine.totals import totals as engine_totals
from authorship.ledger import queries, services
from authorship.ledger.facts import Fact
from authorship.ledger.models import CreditEntry
from authorship.lists import carried, sums
from portal.core import clock

READS = Reads(points=(None, ("task",), ("review", "task")), counts=("review",), sources=True, first=True, since=True)
SCOPE = {"kinds": ["task", "review"]}
HANDLES = ("ana", "bo-lin", "cy-oye")

# A batch: pieces of work by the share of each person, and whether the first entry of the last of them is taken back.
PIECE = st.tuples(st.sampled_from(["task", "review"]), st.lists(st.integers(1, 7), min_size=1, max_size=3))
BATCHES = st.lists(st.tuples(st.lists(PIECE, max_size=4), st.integers(0, 4)), min_size=2, max_size=6)


def post(project, people, work, *, days_ago=0):
    at = clock.deciding()
    day = clock.today("UTC", at) - dt.timedelta(days=days_ago)
    before = CreditEntry.objects.filter(project=project).count()
    posted = []
    for number, (kind, weights) in enumerate(work):
        shares = {
            person.pk: f"{weight}/{sum(weights)}" if weight < sum(weights) else "1"
            for person, weight in zip(people, weights, strict=False)
        }
        fact = Fact(source=f"w{before}-{number}", type=kind, submitted=day, accepted=day, terms=1, shares=shares)
        posted += services.post_fact(project=project, fact=fact, at=at)
    return posted


def by_engine(project, as_of, count=None):
    rows = CreditEntry.objects.filter(project=project).select_related("reverses").order_by("seq")[:count]
    entries = [
        {
            "seq": row.seq,
            "subject": row.subject_id,
            "kind": row.kind,
            "amount": str(Fraction(row.numerator, row.denominator)),
            "source": row.source,
            "terms": row.terms,
            "on": row.on.isoformat(),
            "reverses": row.reverses and row.reverses.seq,
        }
        for row in rows
    ]
    found = {
        subject: Sums(
            points={kinds: totals.of(kinds) for kinds in READS.points},
            counts={kind: totals.counts.get(kind, 0) for kind in READS.counts},
            sources=totals.sources,
            first=totals.first,
            since=totals.since,
        )
        for subject, totals in engine_totals(entries, SCOPE, as_of).items()
    }
    return {entry["subject"]: found.get(entry["subject"]) for entry in entries}


def of_list(project, as_of):
    """The sums as a list asks for them, and whether the whole ledger was summed for it."""
    head = queries.head(project)
    with CaptureQueriesContext(
        connection,
    ) as asked:
        found = sums.sums(project, count=head.count, head=head.hash, scope=SCOPE, as_of=as_of, reads=READS, twice=False)
    return found, any("GROUP BY" in query["sql"] for query in asked)


def today():
    return clock.today("UTC", clock.deciding()).isoformat()


def same(project, as_of):
    found, whole = of_list(project, as_of)
    assert found == by_engine(project, as_of)
    return whole


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(batches=BATCHES)
def test_step_by_step_they_are_what_the_engine_makes(batches, member, open_project):
    people = [member(handle) for handle in HANDLES]
    post(open_project, people, [("task", [1])])
    same(open_project, today())
    for work, back in batches:
        posted = post(open_project, people, work)
        taken = posted[:1] if back == 0 else []
        if taken:
            services.reverse(project=open_project, entries=taken, at=clock.deciding(), actor=None)
        assert same(open_project, today()) is bool(taken)


def test_an_entry_of_a_later_day_is_named_and_not_summed(member, open_project):
    yesterday = (clock.today("UTC", clock.deciding()) - dt.timedelta(days=1)).isoformat()
    post(open_project, [member("ana")], [("task", [1])], days_ago=3)
    same(open_project, yesterday)
    post(open_project, [member("bo-lin")], [("task", [1])])
    assert same(open_project, yesterday) is False
    assert of_list(open_project, yesterday)[0][member("bo-lin").pk] is None


def test_what_a_transaction_took_back_is_not_carried_on(member, open_project):
    people = [member(handle) for handle in HANDLES]
    post(open_project, people, [("task", [1])])
    same(open_project, today())
    with transaction.atomic():
        post(open_project, people, [("review", [1, 2])])
        assert same(open_project, today()) is False
        transaction.set_rollback(True)
    post(open_project, people, [("task", [2, 1]), ("task", [1])])
    assert same(open_project, today()) is True


def test_an_older_head_after_a_newer_one_is_summed_anew(member, open_project):
    people = [member(handle) for handle in HANDLES]
    post(open_project, people, [("task", [1])])
    older = queries.head(open_project)
    count, head = older.count, older.hash
    post(open_project, people, [("task", [1, 1])])
    same(open_project, today())
    asked = {"scope": SCOPE, "as_of": today(), "reads": READS, "twice": False}
    assert sums.sums(open_project, count=count, head=head, **asked) == by_engine(open_project, today(), count=count)
    assert same(open_project, today()) is False


@pytest.mark.parametrize(("more", "whole"), [(2, False), (3, True)])
def test_more_entries_than_are_read_one_by_one(more, whole, member, open_project, monkeypatch):
    monkeypatch.setattr(carried, "MOST", 2)
    ana = member("ana")
    post(open_project, [ana], [("task", [1])])
    same(open_project, today())
    post(open_project, [ana], [("task", [1])] * more)
    assert same(open_project, today()) is whole


def test_whoever_gets_the_sums_may_change_them(member, open_project):
    post(open_project, [member("ana")], [("task", [1])])
    found, _whole = of_list(open_project, today())
    found.clear()
    same(open_project, today())


def test_one_row_is_kept_for_each_denominator(member, open_project):
    """Halves and whole points, first days and counts among them."""
    people = [member(handle) for handle in HANDLES]
    post(open_project, people, [("task", [1])], days_ago=2)
    same(open_project, today())
    for _ in range(3):
        post(open_project, people, [("task", [1]), ("review", [1, 1]), ("review", [1])])
        assert same(open_project, today()) is False
    key = carried.Key(open_project.pk, json.dumps(SCOPE), today(), READS)
    ana, bo, _cy = (person.pk for person in people)
    kept = carried.last(key).rows
    assert ({row[0] for row in kept[ana]}, len(kept[ana])) == ({1, 2}, 2)
    assert len(kept[bo]) == 1
