"""Words the readers know, one data file each."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any


def data(name: str) -> dict[str, Any]:
    """One data file of the check set; it is versioned with it."""
    return tomllib.loads((Path(__file__).parent / name).read_text("utf-8"))


VENUES = data("venues.toml")
