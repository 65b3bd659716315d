"""Whatever is changed behind the application's back is found and named."""

from contextlib import contextmanager

import pytest
from django.core.management import call_command
from django.db import connection

from authorship.ledger import choices, corrections, verify
from authorship.ledger.chain import ZERO, entry_hash, fact_digest
from authorship.ledger.models import CreditEntry, CreditFact, LedgerHead
from authorship.lists import services as lists
from authorship.lists import verify as lists_verify
from portal.core.append_only import triggers

pytestmark = pytest.mark.damages


@pytest.fixture
def world(credit, member, open_project, core_team):
    """Four entries, one of them a reversal, a choice, a list."""
    ana, bo = member("ana"), member("bo")
    tomas = member("tomas-lindqvist")
    credit("t1", {ana: "1/2", bo: "1/2"})
    [wrong] = credit("t2", {ana: "1"})
    credit("r1", {bo: "1"}, type="review")
    correction = corrections.propose(actor=core_team[0], project=open_project, seq=wrong.seq, reason="Copied.")
    corrections.confirm(actor=tomas, correction=correction)
    choices.choose(actor=bo, project=open_project, choice="acknowledged")
    lists.recompute(project=open_project)
    return open_project


def faults(project):
    return [
        fault
        for check in (
            verify.verify_chain,
            verify.verify_told,
            verify.verify_amounts,
            verify.verify_choices,
            lists_verify.verify_lists,
        )
        for fault in check(project)
    ]


@contextmanager
def behind_the_back():
    """PostgreSQL alters no table that deferred constraints still wait on, so they are checked before and after."""
    connection.check_constraints()
    with triggers.lifted():
        yield
        connection.check_constraints()


def tamper(sql, *values):
    with behind_the_back(), connection.cursor() as cursor:
        cursor.execute(sql, values)
        assert cursor.rowcount == 1


def test_an_untouched_project_has_no_fault(world, capsys):
    assert faults(world) == []
    call_command("verify", world.slug)
    assert "wrong" not in capsys.readouterr().out


@pytest.mark.parametrize(
    ("column", "value"),
    [
        ("numerator", 2),
        ("denominator", 3),
        ("kind", "review"),
        ("source", "r1"),
        ("on", "2026-01-01"),
        ("origin", "imported"),
        ("terms", 9),
        ("attempt", 2),
        ("posted_at", "2026-01-01 00:00:00+00:00"),
        ("hash", "0" * 64),
    ],
)
def test_every_column_of_an_entry_is_covered(world, column, value):
    tamper(f'UPDATE authorship_creditentry SET "{column}" = %s WHERE seq = 1', value)
    assert faults(world)[0].startswith("authorship_creditentry seq 1:")


def test_the_command_names_the_place_and_fails(world, capsys):
    tamper("UPDATE authorship_creditentry SET numerator = 2 WHERE seq = 1")
    with pytest.raises(SystemExit) as stopped:
        call_command("verify", world.slug)
    assert stopped.value.code == 1
    assert f"wrong {world.slug} ledger: authorship_creditentry seq 1" in capsys.readouterr().out


def test_a_changed_fact_is_found_at_its_entry(world):
    tamper("UPDATE authorship_creditfact SET terms = 2 WHERE source = 'r1'")
    assert faults(world)[0].startswith("authorship_creditentry seq 4: its hash")


def test_a_missing_entry_is_found(world):
    tamper("UPDATE authorship_creditentry SET seq = 99 WHERE seq = 4")
    assert "authorship_creditentry seq 4: the entry is missing" in faults(world)


def test_a_ledger_rewritten_as_a_whole_is_found_by_the_record(world):
    """Somebody with the database's password recomputes every hash; the record does not follow."""
    with behind_the_back():
        CreditEntry.objects.filter(project=world, seq=1).update(numerator=1, denominator=3)
        previous = ZERO
        for entry in CreditEntry.objects.filter(project=world).select_related("reverses").order_by("seq"):
            fact = fact_digest(CreditFact.objects.get(project=world, source=entry.source))
            reverses = entry.reverses.seq if entry.reverses else None
            digest = entry_hash(previous, entry, project=world.public_id, reverses=reverses, fact=fact)
            CreditEntry.objects.filter(pk=entry.pk).update(previous_hash=previous, hash=digest)
            previous = digest
        LedgerHead.objects.filter(project=world).update(hash=previous)
    assert list(verify.verify_chain(world)) == []
    assert next(iter(verify.verify_told(world))) == "authorship_creditentry seq 1: the record says another hash"
    assert next(iter(verify.verify_amounts(world))).startswith("authorship_creditentry seq 1: 1/3 on")


def test_a_changed_choice_is_found(world):
    tamper("UPDATE authorship_choice SET choice = 'author' WHERE seq = 1")
    assert faults(world)[0] == "authorship_choice seq 1: its hash is not the hash of its content"


def test_a_changed_list_is_found(world):
    tamper("UPDATE authorship_listsnapshot SET result = replace(result, 'choice', 'chance') WHERE generation = 1")
    assert faults(world) == [
        "authorship_listsnapshot paper-1 generation 1: the list is not the one whose hash was stored"
    ]


def test_changed_people_are_found(world):
    tamper("UPDATE authorship_listpeople SET subjects = replace(subjects, 'sort_key', 'sort-key')")
    assert "the people are not those" in faults(world)[0]


def test_a_head_that_says_more_is_found(world):
    tamper("UPDATE authorship_ledgerhead SET count = count + 1")
    assert faults(world)[0].startswith("authorship_ledgerhead: the head says 6 entries")
