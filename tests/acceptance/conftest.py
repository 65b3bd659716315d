"""Acceptance runs on the shared data; without it they say so and pass."""

import os
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def pytest_configure(config):
    config.addinivalue_line("markers", "acceptance: reads the shared data of CONCORD_SHARED")


@pytest.fixture
def say(capsys):
    """Prints to the terminal whatever pytest captures."""

    def out(text):
        with capsys.disabled():
            sys.stdout.write(f"{text}\n")

    return out


@pytest.fixture
def shared(say):
    """The folder of shared data, or None where there is none."""
    folder = Path(os.environ.get("CONCORD_SHARED") or ROOT / ".." / "shared")
    if not folder.is_dir():
        say("no shared data")
        return None
    return folder
