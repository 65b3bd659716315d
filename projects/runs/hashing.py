"""What the hashes of runs cover."""

from __future__ import annotations

from collections.abc import Iterable

from authorship.engine import canonical
from projects.runs.models import ModelRun

# What somebody says of a run; two runs of one task that agree in all of it are the same said twice.
SAID = (
    "model",
    "version",
    "settings",
    "attempts",
    "solved",
    "failures",
    "note",
    "cost_minor",
    "currency",
    "tokens",
    "transcript",
)


def said(run: ModelRun) -> dict[str, object]:
    return {**{name: getattr(run, name) for name in SAID}, "ran_on": run.ran_on.isoformat(), "revision": run.revision}


def run_hash(run: ModelRun) -> str:
    """SHA-256 of canonical JSON of what is said of the run, its number and its salt: a run of few attempts would be
    found by trying."""
    return canonical.digest({**said(run), "number": run.number, "salt": run.salt})


def batch_hash(hashes: Iterable[str]) -> str:
    return canonical.digest(sorted(hashes))
