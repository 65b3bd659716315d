"""The demo's story as files: people, rubric, terms, task texts, and the timeline of who did what on which day."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

from ruamel.yaml import YAML

_FOLDER = Path(__file__).parent / "story"
# `day+535` in the terms is a date counted from the founding, so that the demo never grows old.
_DAY = re.compile(r"\bday\+(\d+)\b")


def load(name: str) -> Any:
    return YAML(typ="safe").load((_FOLDER / name).read_text(encoding="utf-8"))


def people() -> list[dict[str, str]]:
    found: list[dict[str, str]] = load("people.yaml")
    return found


def timeline() -> list[dict[str, Any]]:
    """In the order in which it happened."""
    steps: list[dict[str, Any]] = load("timeline.yaml")
    return sorted(steps, key=lambda step: step["day"])


def moments() -> Iterator[tuple[dict[str, Any], dt.timedelta]]:
    """Each step with its time since the midnight of the founding: between 7 and 22 h UTC, one after another."""
    for day, steps in groupby(timeline(), key=lambda step: int(step["day"])):
        start = dt.timedelta(days=day, hours=7 + day * 5 % 9, minutes=day * 17 % 60)
        for place, step in enumerate(steps):
            yield step, start + dt.timedelta(minutes=47 * place, seconds=day * 13 % 60)


def length() -> int:
    """Days from the founding to the last step."""
    return max(step["day"] for step in timeline())


def task(key: str) -> dict[str, Any]:
    """`title`, `tags`, and `revisions` of statement, answer, verification and note."""
    found: dict[str, Any] = load(f"tasks/{key}.yaml")
    return found


def terms(founded: dt.date) -> str:
    """The terms as YAML, with dates counted from `founded`."""
    text = (_FOLDER / "terms.yaml").read_text(encoding="utf-8")
    return dated(text, founded)


def earlier_work(founded: dt.date) -> bytes:
    """Credits that the project brings with it, as an import file."""
    return dated((_FOLDER / "earlier-work.csv").read_text(encoding="utf-8"), founded).encode()


def attachment(name: str) -> bytes:
    return (_FOLDER / name).read_bytes()


def dated(text: str, founded: dt.date) -> str:
    return _DAY.sub(lambda found: (founded + dt.timedelta(days=int(found[1]))).isoformat(), text)
