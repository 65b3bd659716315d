"""A review as it is typed in the form: read from a request, from a draft, and back into rows."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from django.http import QueryDict

from projects.reviews.models import Assignment, ChangeRequest, ReviewDraft, Round
from projects.tasks.texts import NAMES

FIELDS = ("part", "exact", "prefix", "suffix", "line", "criterion", "text", "cure")
_ROW = re.compile(r"r([1-9][0-9]{0,2})-[a-z]+", re.ASCII)


@dataclass(frozen=True)
class Typed:
    """`scores` hold whole numbers only; an empty request row is no request."""

    version: int = 0
    verdict: str = ""
    text: str = ""
    scores: Mapping[str, int] = field(default_factory=dict)
    requests: tuple[Mapping[str, str], ...] = ()

    def at_version(self, version: int) -> Typed:
        return replace(self, version=version)

    def fields(self) -> list[tuple[str, str]]:
        """As names and values of a form that sends the same again."""
        sent = [("version", str(self.version)), ("verdict", self.verdict), ("text", self.text)]
        sent += [(f"score-{key}", str(value)) for key, value in self.scores.items()]
        for number, row in enumerate(self.requests, start=1):
            sent += [(f"r{number}-{name}", row.get(name, "")) for name in FIELDS]
        return sent


def read(post: QueryDict) -> Typed:
    version = post.get("version", "")
    scores = {
        name.removeprefix("score-"): int(value)
        for name, value in post.items()
        if isinstance(value, str) and name.startswith("score-") and value in ("1", "2", "3", "4", "5")
    }
    # Rows beyond the limit are read as well: filing refuses them, where cutting them off would lose them in silence.
    numbers = sorted({int(found[1]) for name in post if (found := _ROW.fullmatch(name))} | {1})
    rows = [{name: post.get(f"r{number}-{name}", "") for name in FIELDS} for number in numbers]
    return Typed(
        version=int(version) if version.isascii() and version.isdigit() and len(version) < 10 else 0,
        verdict=post.get("verdict", ""),
        text=post.get("text", ""),
        scores=scores,
        requests=tuple(row for row in rows if _said(row)),
    )


def _said(row: Mapping[str, str]) -> bool:
    return any(row[name].strip() for name in ("exact", "line", "text", "cure"))


def of_draft(assignment: Assignment) -> Typed:
    draft = ReviewDraft.objects.filter(assignment=assignment).first()
    if draft is None:
        return Typed()
    return Typed(draft.version, draft.verdict, draft.text, draft.scores, tuple(draft.requests))


def rows(given: Typed, round_: Round) -> dict[str, Any]:
    """For the template: criteria with their score, every request, and one empty row after them."""
    criteria = [
        {"id": row["id"], "sentence": row["sentence"], "score": given.scores.get(row["id"])}
        for row in round_.rubric.criteria
    ]
    empty = dict.fromkeys(FIELDS, "")
    return {
        "version": given.version,
        "verdict": given.verdict,
        "text": given.text,
        "criteria": criteria,
        "scale": range(1, 6),
        "parts": [(part, NAMES[part]) for part in ChangeRequest.Part.values],
        "requests": [{**empty, **row, "number": n} for n, row in enumerate([*given.requests, {}], start=1)],
    }
