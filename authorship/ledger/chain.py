"""The hash chains of a project's ledger and of its choices.

An entry's hash is SHA-256 over the canonical JSON of the previous hash and every field, the digest of the
fact it was computed from among them; so neither an entry nor its fact can change without being seen.
"""

import datetime as dt
from collections.abc import Mapping
from typing import Protocol

from authorship.engine.canonical import digest

ZERO = "0" * 64


class FactLike(Protocol):
    @property
    def source(self) -> str: ...

    @property
    def type(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def count(self) -> int: ...

    @property
    def submitted(self) -> dt.date: ...

    @property
    def accepted(self) -> dt.date: ...

    @property
    def terms(self) -> int: ...

    @property
    def shares(self) -> Mapping[str, str]: ...

    @property
    def attributes(self) -> Mapping[str, str | int]: ...


class EntryLike(Protocol):
    @property
    def seq(self) -> int: ...

    @property
    def subject_id(self) -> str: ...

    @property
    def kind(self) -> str: ...

    @property
    def numerator(self) -> int: ...

    @property
    def denominator(self) -> int: ...

    @property
    def origin(self) -> str: ...

    @property
    def source(self) -> str: ...

    @property
    def attempt(self) -> int: ...

    @property
    def terms(self) -> int: ...

    @property
    def on(self) -> dt.date: ...

    @property
    def posted_at(self) -> dt.datetime: ...


class ChoiceLike(Protocol):
    @property
    def seq(self) -> int: ...

    @property
    def subject_id(self) -> str: ...

    @property
    def choice(self) -> str: ...

    @property
    def on(self) -> dt.date: ...

    @property
    def made_at(self) -> dt.datetime: ...


def fact_digest(fact: FactLike) -> str:
    return digest(
        {
            "source": fact.source,
            "type": fact.type,
            "kind": fact.kind,
            "count": fact.count,
            "submitted": fact.submitted.isoformat(),
            "accepted": fact.accepted.isoformat(),
            "terms": fact.terms,
            "shares": dict(fact.shares),
            "attributes": dict(fact.attributes),
        }
    )


def entry_hash(previous: str, entry: EntryLike, *, project: str, reverses: int | None, fact: str) -> str:
    """`project` is a public id, `reverses` the seq of the original or None, `fact` a `fact_digest`."""
    return digest(
        {
            "previous": previous,
            "project": project,
            "seq": entry.seq,
            "subject": entry.subject_id,
            "kind": entry.kind,
            "numerator": entry.numerator,
            "denominator": entry.denominator,
            "origin": entry.origin,
            "source": entry.source,
            "attempt": entry.attempt,
            "terms": entry.terms,
            "on": entry.on.isoformat(),
            "posted_at": instant(entry.posted_at),
            "reverses": reverses,
            "fact": fact,
        }
    )


def choice_hash(previous: str, choice: ChoiceLike, *, project: str) -> str:
    return digest(
        {
            "previous": previous,
            "project": project,
            "seq": choice.seq,
            "subject": choice.subject_id,
            "choice": choice.choice,
            "on": choice.on.isoformat(),
            "made_at": instant(choice.made_at),
        }
    )


def instant(at: dt.datetime) -> str:
    """UTC to the microsecond, the finest both databases keep."""
    return at.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
