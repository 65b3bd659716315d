"""The one road into the record."""

import datetime as dt
import hashlib
import hmac
import json
from typing import Any

import pytest
from django.db import transaction

from authorship.engine.canonical import CanonicalError
from portal.core.record import kinds, queries
from portal.core.record.models import RecordEntry, RecordHead, RecordText
from portal.core.record.services import write
from tests.portal.core.record.conftest import AT, Person, Reef


def test_the_hash_is_sha256_of_the_canonical_text(db: None, reef: Reef, maya: Person) -> None:
    first = write(project=reef, kind="Tried", actor=maya, at=AT, data={"what": "é", "again": 2})
    second = write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "1/2"})
    content = {
        "previous": "0" * 64,
        "project": "preefbench",
        "seq": 1,
        "kind": "Tried",
        "at": "2026-12-01T09:30:15.123456+00:00",
        "actor": "s7k2mnpqrstuv",
        "payload": {"what": "é", "again": 2},
    }
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert first.hash == hashlib.sha256(text.encode()).hexdigest()
    assert (second.seq, second.previous_hash, second.actor) == (2, first.hash, "")
    assert queries.head(reef) == (2, second.hash)
    assert [entry.seq for entry in queries.entries(reef)] == [2, 1]


def test_chains_are_apart(db: None, reef: Reef) -> None:
    write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"})
    other = write(project=Reef("pother"), kind="Tried", actor=None, at=AT, data={"what": "x"})
    assert (other.seq, other.previous_hash) == (1, "0" * 64)


def test_free_text_is_committed_to_and_not_chained(db: None, reef: Reef) -> None:
    entry = write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"}, texts={"reasons": "Ana said no"})
    row = RecordText.objects.get(entry=entry)
    expected = hmac.new(bytes.fromhex(row.salt), b"Ana said no", hashlib.sha256).hexdigest()
    assert json.loads(entry.payload) == {"what": "x", "commitments": {"reasons": expected}}
    assert "Ana" not in entry.payload
    again = write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"}, texts={"reasons": "Ana said no"})
    assert json.loads(again.payload)["commitments"] != json.loads(entry.payload)["commitments"]


def test_no_entry_is_earlier_than_its_predecessor(db: None, reef: Reef) -> None:
    write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"})
    late = write(project=reef, kind="Tried", actor=None, at=AT - dt.timedelta(minutes=10), data={"what": "y"})
    assert late.at == AT


@pytest.mark.parametrize(
    ("kind", "data", "texts"),
    [
        ("Never", {}, None),
        ("Tried", {}, None),
        ("Tried", {"what": "x", "more": 1}, None),
        ("Tried", {"what": "x"}, {"notes": "x"}),
    ],
)
def test_unknown_kinds_and_fields_are_errors(
    db: None, reef: Reef, kind: str, data: dict[str, Any], texts: dict[str, str] | None
) -> None:
    with pytest.raises(kinds.UnknownKind):
        write(project=reef, kind=kind, actor=None, at=AT, data=data, texts=texts)
    assert not RecordEntry.objects.exists()


def test_a_float_is_refused_and_nothing_is_written(db: None, reef: Reef) -> None:
    with pytest.raises(CanonicalError), transaction.atomic():
        write(project=reef, kind="Tried", actor=None, at=AT, data={"what": 0.5})
    assert not RecordEntry.objects.exists()


def test_an_entry_goes_with_its_transaction(db: None, reef: Reef) -> None:
    with transaction.atomic():
        write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"})
        transaction.set_rollback(True)
    assert not RecordEntry.objects.exists()
    assert not RecordHead.objects.filter(count__gt=0).exists()


def test_a_kind_is_registered_once_and_leaves_the_records_own_names() -> None:
    with pytest.raises(ValueError, match="twice"):
        kinds.register("Tried", "x")
    with pytest.raises(ValueError, match="own"):
        kinds.register("Other", "x", ("actor",))
