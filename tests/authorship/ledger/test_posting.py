"""Facts become entries, once, exactly, on a chain."""

import json
from fractions import Fraction

import pytest
from django.db import IntegrityError, transaction

from authorship.ledger import queries, services
from authorship.ledger.chain import ZERO, entry_hash, fact_digest
from authorship.ledger.facts import Fact
from authorship.ledger.models import CreditEntry, CreditFact, LedgerHead
from portal.core import clock
from portal.core.errors import Conflict, Refused
from portal.core.record.models import RecordEntry
from portal.notices.models import OutboxMessage


def test_declared_shares_become_exact_entries(credit, member, open_project):
    ana, bo, cy = member("ana"), member("bo"), member("cy")
    entries = credit("t1", {ana: "1/3", bo: "1/3", cy: "1/3"})
    assert [(e.seq, e.numerator, e.denominator, e.kind, e.origin) for e in entries] == [
        (1, 1, 3, "task", "computed"),
        (2, 1, 3, "task", "computed"),
        (3, 1, 3, "task", "computed"),
    ]
    totals = queries.totals(open_project)
    assert sum((points["task"] for points in totals.values()), Fraction()) == 1
    assert totals[ana.pk] == {"task": Fraction(1, 3)}


def test_a_second_call_changes_nothing(credit, member, open_project):
    ana = member("ana")
    assert len(credit("t1", {ana: "1"})) == 1
    told = RecordEntry.objects.filter(kind="CreditPosted").count()
    assert credit("t1", {ana: "1"}) == []
    assert CreditEntry.objects.count() == 1
    assert RecordEntry.objects.filter(kind="CreditPosted").count() == told


def test_the_same_source_with_other_facts_is_a_conflict(credit, member):
    ana, bo = member("ana"), member("bo")
    credit("t1", {ana: "1"})
    with pytest.raises(Conflict):
        credit("t1", {bo: "1"})
    assert CreditEntry.objects.count() == 1


def test_one_entry_a_source_and_attempt_is_the_databases_own_rule(credit, member):
    [entry] = credit("t1", {member("ana"): "1"})
    copy = CreditEntry.objects.get(pk=entry.pk)
    copy.pk, copy.seq = None, 2
    with pytest.raises(IntegrityError), transaction.atomic():
        copy.save(force_insert=True)


def test_shares_that_do_not_add_up_to_one_are_refused_and_leave_no_trace(credit, member):
    ana, bo = member("ana"), member("bo")
    with pytest.raises(Refused, match="5/6"):
        credit("t1", {ana: "1/2", bo: "1/3"})
    assert not CreditEntry.objects.exists()
    assert not CreditFact.objects.exists()


@pytest.mark.parametrize("share", ["-1", "NaN", "1e400", "0.5", "１/２", " 1/2 ", "0", "1_0"])
def test_a_share_that_is_no_amount_is_refused(credit, member, share):
    with pytest.raises(Refused):
        credit("t1", {member("ana"): share, member("bo"): "1/2"})
    assert not CreditEntry.objects.exists()


def test_a_missing_version_is_refused(credit, member):
    with pytest.raises(Refused, match="version 7"):
        credit("t1", {member("ana"): "1"}, terms=7)


def test_a_fact_that_earns_nothing_leaves_no_trace(credit, member):
    assert credit("c1", {member("ana"): "1"}, type="claim") == []
    assert not CreditFact.objects.exists()


def test_the_chain_can_be_recomputed_by_hand(credit, member, open_project):
    ana = member("ana")
    [first] = credit("t1", {ana: "1"})
    [second] = credit("t2", {ana: "1"})
    head = LedgerHead.objects.get(project=open_project)
    fact = CreditFact.objects.get(source="t1")
    assert first.previous_hash == ZERO
    stored = CreditEntry.objects.get(pk=first.pk)
    assert stored.hash == entry_hash(
        ZERO, stored, project=open_project.public_id, reverses=None, fact=fact_digest(fact)
    )
    assert second.previous_hash == first.hash
    assert (head.count, head.hash) == (2, second.hash)


def test_the_record_says_what_was_posted_and_a_recompute_is_wanted(credit, member, open_project):
    ana = member("ana")
    OutboxMessage.objects.all().delete()
    [entry] = credit("t1", {ana: "1"})
    told = json.loads(RecordEntry.objects.get(kind="CreditPosted").payload)
    assert told["entries"] == [
        {
            "seq": 1,
            "subject": ana.pk,
            "kind": "task",
            "amount": "1",
            "source": "t1",
            "reverses": None,
            "hash": entry.hash,
        }
    ]
    wanted = OutboxMessage.objects.get(job="authorship.lists.recompute")
    assert wanted.args == {"project": open_project.public_id}


def test_many_facts_are_told_in_record_entries_of_at_most_500(member, open_project):
    ana, at = member("ana"), clock.deciding()
    day = clock.today("UTC", at)
    facts = [
        Fact(source=f"t{i}", type="task", submitted=day, accepted=day, terms=1, shares={ana.pk: "1"})
        for i in range(501)
    ]
    assert len(services.post_facts(project=open_project, facts=facts, at=at)) == 501
    assert RecordEntry.objects.filter(kind="CreditPosted").count() == 2
    assert queries.totals(open_project)[ana.pk] == {"task": Fraction(501)}


def test_amounts_follow_the_version_that_binds_the_work(credit, member, publish, open_project):
    """Scheme case 2: a task of version 1 is judged by version 1 for ever."""

    def double(document):
        document["authorship"]["kinds"][0]["amount"] = {"fixed": "2"}

    ana = member("ana")
    second = publish(double)
    credit("t1", {ana: "1"}, terms=1)
    credit("t2", {ana: "1"}, terms=second.number)
    assert [e.numerator for e in CreditEntry.objects.order_by("seq")] == [1, 2]
