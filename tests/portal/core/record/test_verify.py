"""What is changed behind the application's back is named, the first place first."""

import datetime as dt
from pathlib import Path
from typing import Any

import pytest
from django.db import connection

from portal.core import clock
from portal.core.append_only import triggers
from portal.core.record import checkpoints
from portal.core.record.models import Checkpoint, RecordText
from portal.core.record.services import write
from portal.core.record.verify import verify_chain
from tests.portal.core.record.conftest import AT, Reef


@pytest.fixture
def chain(db: None, reef: Reef) -> Reef:
    for number in range(1, 6):
        write(
            project=reef,
            kind="Tried",
            actor=None,
            at=AT + dt.timedelta(minutes=number),
            data={"what": f"step {number}"},
            texts={"reasons": f"because {number}"} if number == 4 else None,
        )
    return reef


@pytest.fixture
def published(chain: Reef, django_capture_on_commit_callbacks: Any) -> Checkpoint:
    with django_capture_on_commit_callbacks(execute=True):
        return checkpoints.publish(chain, AT + dt.timedelta(hours=1))


def behind_the_back(sql: str) -> None:
    """As somebody with the database's password would: triggers off, the change, triggers on."""
    connection.check_constraints()  # PostgreSQL alters nothing while foreign keys wait to be checked
    with triggers.lifted(), connection.cursor() as cursor:
        cursor.execute(sql)
        connection.check_constraints()
    assert triggers.missing() == []


def test_a_sound_chain_has_no_fault(chain: Reef, published: Checkpoint) -> None:
    assert verify_chain(chain) == []


@pytest.mark.parametrize(
    ("sql", "first"),
    [
        (
            "UPDATE portal_recordentry SET payload = replace(payload, 'step 3', 'step 8') WHERE seq = 3",
            "portal_recordentry seq 3: its hash is not the hash of its content",
        ),
        (
            "UPDATE portal_recordentry SET payload = payload || ' ' WHERE seq = 2",
            "portal_recordentry seq 2: its payload is not canonical JSON",
        ),
        (
            "UPDATE portal_recordentry SET payload = 'nothing' WHERE seq = 2",
            "portal_recordentry seq 2: its payload cannot be read: this is no JSON",
        ),
        (
            "UPDATE portal_recordentry SET actor = 'somebody' WHERE seq = 1",
            "portal_recordentry seq 1: its hash is not the hash of its content",
        ),
        (
            "UPDATE portal_recordentry SET kind = 'Erased' WHERE seq = 5",
            "portal_recordentry seq 5: its hash is not the hash of its content",
        ),
        (
            "UPDATE portal_recordentry SET previous_hash = hash WHERE seq = 4",
            "portal_recordentry seq 4: it does not follow the entry before it",
        ),
        ("DELETE FROM portal_recordentry WHERE seq = 3", "portal_recordentry seq 3: the entry is missing"),
        (
            "DELETE FROM portal_recordentry WHERE seq = 5",
            "portal_recordhead: the head says 5 entries, the chain ends at seq 4",
        ),
        (
            "UPDATE portal_recordhead SET count = 4",
            "portal_recordhead: the head says 4 entries, the chain ends at seq 5",
        ),
        (
            "UPDATE portal_recordtext SET text = 'because of Ana'",
            "portal_recordtext of seq 4: the text “reasons” is not the one committed to",
        ),
    ],
)
def test_the_first_wrong_thing_is_named(chain: Reef, sql: str, first: str) -> None:
    behind_the_back(sql)
    assert verify_chain(chain)[0].startswith(first)


def test_an_erased_text_is_no_fault(chain: Reef) -> None:
    RecordText.objects.update(salt="", text="")
    assert verify_chain(chain) == []


def test_a_text_taken_out_is_named(chain: Reef) -> None:
    row = RecordText.objects.select_related("entry").first()
    assert row is not None
    seq = row.entry.seq
    row.delete()
    assert verify_chain(chain) == [f"portal_recordtext of seq {seq}: the text “{row.name}” is missing"]


def test_a_chain_cut_short_with_its_head_is_caught_by_the_checkpoint(chain: Reef, published: Checkpoint) -> None:
    behind_the_back("DELETE FROM portal_recordentry WHERE seq = 5")
    behind_the_back(
        "UPDATE portal_recordhead SET count = 4, hash = (SELECT hash FROM portal_recordentry WHERE seq = 4)"
    )
    (fault,) = verify_chain(chain)
    assert fault.startswith("portal_checkpoint of 5 entries at 2026-12-01T10:30:15")
    assert fault.endswith("the chain has another hash at seq 5")


def test_a_checkpoint_taken_away_is_caught_by_the_file(chain: Reef, published: Checkpoint) -> None:
    behind_the_back("DELETE FROM portal_checkpoint")
    assert verify_chain(chain) == ["checkpoints/preefbench.jsonl line 1: the database no longer holds this checkpoint"]


def test_a_checkpoint_that_was_changed_does_not_hold(chain: Reef, published: Checkpoint) -> None:
    behind_the_back("UPDATE portal_checkpoint SET count = 4")
    assert "its signature does not hold" in verify_chain(chain)[0]


def test_a_checkpoint_signed_by_a_stranger_is_named(
    chain: Reef, published: Checkpoint, settings: Any, tmp_path: Path
) -> None:
    """The stranger holds the database and signs with a key of their own, elsewhere."""
    settings.CONCORD_CHECKPOINT_KEY = "11" * 32
    settings.CONCORD_DATA_DIR = tmp_path / "elsewhere"
    checkpoints.publish(chain, AT + dt.timedelta(days=3))
    settings.CONCORD_CHECKPOINT_KEY = "22" * 32
    settings.CONCORD_DATA_DIR = tmp_path
    assert verify_chain(chain)[0].endswith("this site never signed with its key")


def test_a_line_taken_out_of_the_file_is_named(chain: Reef, published: Checkpoint, tmp_path: Path) -> None:
    (tmp_path / "checkpoints" / "preefbench.jsonl").unlink()
    clock.move(max(published.at - clock.deciding(), dt.timedelta()) + dt.timedelta(minutes=11))
    assert verify_chain(chain) == ["checkpoints/preefbench.jsonl: the checkpoint of 5 entries is not there"]
