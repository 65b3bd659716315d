"""What an award rule reads about one piece of work."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from authorship.ledger.chain import FactLike


@dataclass(frozen=True, kw_only=True)
class Fact:
    """`source` is public and unique in the project, `work` is never shown; `type` is task, review, proposal, claim
    or import.

    Days are whole days in the project's zone; `terms` is the version that binds the work. `shares` is
    {subject id: "1/2"}. With a `kind` only that rule applies; `count` equal pieces of work are one fact.
    """

    source: str
    type: str
    submitted: dt.date
    accepted: dt.date
    terms: int
    shares: Mapping[str, str]
    attributes: Mapping[str, str | int] = field(default_factory=dict)
    kind: str = ""
    count: int = 1
    work: str = ""


def for_engine(fact: FactLike) -> dict[str, Any]:
    """As in bundle v1, from a Fact or its row."""
    made: dict[str, Any] = {
        "id": fact.source,
        "type": fact.type,
        "submitted": fact.submitted.isoformat(),
        "accepted": fact.accepted.isoformat(),
        "terms": fact.terms,
        "shares": dict(fact.shares),
        "attributes": dict(fact.attributes),
    }
    if fact.kind:
        made["kind"] = fact.kind
    if fact.count != 1:
        made["count"] = fact.count
    return made


def applies(fact: FactLike, rule: Mapping[str, Any]) -> bool:
    return bool(rule["id"] == fact.kind if fact.kind else rule["from"] == fact.type)
