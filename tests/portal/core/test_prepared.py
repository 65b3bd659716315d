"""Questions whose SQL is built once: each asking gets its own values."""

import datetime as dt

import pytest
from django.db import connection
from django.db.transaction import TransactionManagementError, atomic

from portal.core.prepared import Prepared, instant
from portal.core.record.models import RecordEntry, RecordHead

AT = dt.datetime(2026, 3, 1, 23, 59, 59, 123456, tzinfo=dt.UTC)


def entry(project, seq):
    return RecordEntry.objects.create(
        project=project, seq=seq, kind="Tried", at=AT + dt.timedelta(days=seq), payload="{}", hash=str(seq) * 64
    )


@pytest.mark.django_db
def test_two_askings_differ_in_their_texts_and_numbers_only():
    for project, seq in [("preef", 1), ("preef", 2), ("preef", 3), ("pmoss", 2)]:
        entry(project, seq)
    asked = []

    def between(project, first, last):
        asked.append((project, first, last))
        rows = RecordEntry.objects.filter(project=project, seq__gte=first, seq__lte=last).order_by("seq")
        return rows.values_list("project", "seq")

    question = Prepared(between)
    assert question("preef", 1, 2) == [("preef", 1), ("preef", 2)]
    assert question("preef", 2, 3) == [("preef", 2), ("preef", 3)]
    assert question("pmoss", 1, 3) == [("pmoss", 2)]
    assert question("pfern", 1, 3) == []
    assert len(asked) == 1, "the SQL is built once"


@pytest.mark.django_db
def test_an_instant_keeps_its_zone_and_its_microseconds():
    entry("preef", 1)
    [(at,)] = Prepared(lambda project: RecordEntry.objects.filter(project=project).values_list("at"))("preef")
    assert instant(at) == AT + dt.timedelta(days=1)
    assert instant("2026-03-01 23:59:59.123456") == AT


@pytest.mark.django_db(transaction=True)
def test_rows_are_locked_in_a_transaction_only():
    RecordHead.objects.create(project="preef", count=4)
    heads = RecordHead.objects.select_for_update()
    question = Prepared(lambda project: heads.filter(project=project).values_list("count"))
    with atomic():
        assert question("preef") == [(4,)]
    assert connection.get_autocommit()
    with pytest.raises(TransactionManagementError):
        question("preef")
