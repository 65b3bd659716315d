"""Published heads."""

import datetime as dt
import json
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from portal.core.access import check
from portal.core.errors import Forbidden, Refused
from portal.core.record import checkpoints
from portal.core.record.models import Checkpoint
from portal.core.record.services import write
from portal.core.record.verify import verify_chain
from tests.portal.core.record.conftest import AT, PUBLIC, Person, Reef


def _step(reef: Reef) -> str:
    return write(project=reef, kind="Tried", actor=None, at=AT, data={"what": "x"}).hash


def test_anyone_can_check_the_signature(db: None, reef: Reef) -> None:
    head = _step(reef)
    row = checkpoints.publish(reef, AT)
    signed = {"at": "2026-12-01T09:30:15.123456+00:00", "count": 1, "head": head, "project": "preefbench"}
    text = json.dumps(signed, sort_keys=True, separators=(",", ":")).encode()
    assert row.public_key == PUBLIC
    key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(PUBLIC))
    key.verify(bytes.fromhex(row.signature), text)
    with pytest.raises(InvalidSignature):
        key.verify(bytes.fromhex(row.signature), text.replace(b'"count":1', b'"count":2'))


def test_once_a_day_unless_something_happened(db: None, reef: Reef) -> None:
    _step(reef)
    first = checkpoints.publish(reef, AT)
    assert checkpoints.publish(reef, AT + dt.timedelta(hours=2)) == first
    _step(reef)
    second = checkpoints.publish(reef, AT + dt.timedelta(hours=3))
    assert (first.count, second.count) == (1, 2)
    assert checkpoints.publish(reef, AT + dt.timedelta(days=1)).count == 2
    assert Checkpoint.objects.count() == 3


def test_an_empty_record_and_a_missing_key_are_refused(db: None, reef: Reef, settings: Any) -> None:
    with pytest.raises(Refused, match="nothing in the record"):
        checkpoints.publish(reef, AT)
    _step(reef)
    settings.CONCORD_CHECKPOINT_KEY = ""
    with pytest.raises(Refused, match="CHECKPOINT_KEY"):
        checkpoints.publish(reef, AT)
    assert not Checkpoint.objects.exists()


def test_the_file_holds_each_once_and_is_made_good(
    db: None, reef: Reef, tmp_path: Path, django_capture_on_commit_callbacks: Any
) -> None:
    _step(reef)
    checkpoints.publish(reef, AT)  # the commit callback is lost, as in a crash
    with django_capture_on_commit_callbacks(execute=True):
        _step(reef)
        checkpoints.publish(reef, AT)
        checkpoints.publish(reef, AT)
    lines = (tmp_path / "checkpoints" / "preefbench.jsonl").read_text().splitlines()
    assert [json.loads(line)["count"] for line in lines] == [1, 2]
    assert verify_chain(reef) == []


def test_old_checkpoints_hold_after_the_key_was_changed(db: None, reef: Reef, settings: Any) -> None:
    _step(reef)
    checkpoints.publish(reef, AT)
    settings.CONCORD_CHECKPOINT_KEY = "11" * 32
    checkpoints.publish(reef, AT + dt.timedelta(days=1))
    assert verify_chain(reef) == []
    assert len({row.public_key for row in Checkpoint.objects.all()}) == 2


def test_on_demand_for_members_only(db: None, reef: Reef, maya: Person, monkeypatch: pytest.MonkeyPatch) -> None:
    _step(reef)
    monkeypatch.setattr(check, "_holders", {"member": lambda actor, project, obj: actor.id == maya.id})
    with pytest.raises(Forbidden):
        checkpoints.publish_now(project=reef, actor=Person("s2"))
    assert checkpoints.publish_now(project=reef, actor=maya).count == 1
