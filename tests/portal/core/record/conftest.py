"""Kinds of the tests' own, and a chain to work on."""

import datetime as dt
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from portal.core.record import kinds

AT = dt.datetime(2026, 12, 1, 9, 30, 15, 123456, tzinfo=dt.UTC)
SEED = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60"  # RFC 8032, 7.1, test 1
PUBLIC = "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a"


@dataclass(frozen=True)
class Reef:
    public_id: str = "preefbench"


@dataclass(frozen=True)
class Person:
    id: str


@pytest.fixture(autouse=True)
def own_kinds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kinds, "_kinds", dict(kinds.registered()))
    kinds.register("Tried", "%(actor)s tried %(what)s.", ("what",), optional=("again",), texts=("reasons",))


@pytest.fixture(autouse=True)
def own_key_and_folder(settings: Any, tmp_path: Path) -> None:
    settings.CONCORD_CHECKPOINT_KEY = SEED
    settings.CONCORD_DATA_DIR = tmp_path


@pytest.fixture
def reef() -> Reef:
    return Reef()


@pytest.fixture
def maya() -> Person:
    return Person("s7k2mnpqrstuv")
