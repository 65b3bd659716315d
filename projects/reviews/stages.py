"""The stages of review that a terms version names, in their order. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from projects.tasks.days import after
from projects.tasks.leading import reviews_before_lead

Document = Mapping[str, Any]


@dataclass(frozen=True)
class Stage:
    """`after`: ids of the stages that must have accepted first.

    Days are whole days in the project's zone; None where the terms answer none and so promise no day.
    """

    id: str
    kind: str
    after: tuple[str, ...]
    reviewers: int
    quorum: int
    decides: str
    first_answer_days: int | None
    decision_days: int | None

    @property
    def filed_before_lead(self) -> int:
        return reviews_before_lead(self.kind, self.quorum)

    @property
    def seats(self) -> int:
        """How many reviewers are asked. The lead of a final stage takes one of its places."""
        taken = 1 if self.decides == "lead" and self.kind == "final" else 0
        return self.reviewers - taken

    @property
    def least(self) -> int:
        """How many reviews the stage cannot be decided without."""
        return self.filed_before_lead if self.decides == "lead" else max(self.quorum, 1)


def stages(document: Document) -> tuple[Stage, ...]:
    """The stages people decide, each after those it follows. Blind solves run elsewhere and open no round."""
    rows = [row for row in document["participation"]["stages"] if row["kind"] != "blind_solve"]
    kept = {row["id"] for row in rows}
    waiting = [_stage(row, kept) for row in rows]
    ordered: list[Stage] = []
    while waiting:
        passed = {stage.id for stage in ordered}
        ready = [stage for stage in waiting if set(stage.after) <= passed]
        if not ready:
            break
        ordered += ready
        waiting = [stage for stage in waiting if stage not in ready]
    return tuple(ordered)


def from_row(row: Mapping[str, Any]) -> Stage:
    """A stage as the terms write it, without regard to the others."""
    return _stage(row, set())


def stage(document: Document, stage_id: str) -> Stage:
    return next(one for one in stages(document) if one.id == stage_id)


def ready(all_stages: Iterable[Stage], passed: frozenset[str]) -> list[Stage]:
    """The stages whose round may open: not passed themselves, and everything before them is."""
    return [one for one in all_stages if one.id not in passed and set(one.after) <= passed]


def deadline(at: dt.datetime, days: int | None, zone: str) -> dt.datetime | None:
    """The last second of the day that is `days` after the day of `at`, in the project's zone; None without days."""
    return None if days is None else after(at, days, zone)


def _stage(row: Mapping[str, Any], kept: set[str]) -> Stage:
    after = row.get("after") or []
    names = [after] if isinstance(after, str) else list(after)
    if names == ["none"]:
        names = []
    return Stage(
        id=row["id"],
        kind=row["kind"],
        after=tuple(name for name in names if name in kept),
        reviewers=int(row["reviewers"]),
        quorum=int(row["quorum"]),
        decides=row["decides"],
        first_answer_days=_days(row["first_answer_days"]),
        decision_days=_days(row["decision_days"]),
    )


def _days(value: object) -> int | None:
    return value if isinstance(value, int) else None
