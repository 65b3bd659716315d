"""The one road into the public record."""

import datetime as dt
import secrets
from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from authorship.engine import canonical
from portal.core.errors import Conflict
from portal.core.parties import Actor, Collaboration
from portal.core.prepared import Prepared, Rows, instant
from portal.core.record import chain, kinds
from portal.core.record.models import RecordEntry, RecordHead, RecordText

_TRIES = 20


def write(
    *,
    project: Collaboration,
    kind: str,
    actor: Actor | None,
    at: dt.datetime,
    data: Mapping[str, object],
    texts: Mapping[str, str] | None = None,
) -> RecordEntry:
    """Appends one entry in the transaction of the change it tells of.

    An unknown kind or field raises. `texts` stand beside the chain under salted commitments. An instant
    earlier than the predecessor's becomes the predecessor's: acts that waited for one another are told in
    the order in which they took effect.
    """
    texts = texts or {}
    kinds.get(kind).check(data, texts)
    salts = {name: secrets.token_hex(32) for name in texts}
    payload: dict[str, object] = dict(data)
    if texts:
        payload[kinds.COMMITMENTS] = {name: chain.commitment(salts[name], text) for name, text in texts.items()}
    # No savepoint: where this fails, so does the change it tells of.
    with transaction.atomic(savepoint=False):
        entry = _append(project=project.public_id, kind=kind, at=at, actor=actor.id if actor else "", payload=payload)
        RecordText.objects.bulk_create(
            RecordText(entry=entry, name=name, salt=salts[name], text=text) for name, text in texts.items()
        )
    return entry


def _append(*, project: str, kind: str, at: dt.datetime, actor: str, payload: dict[str, object]) -> RecordEntry:
    text = canonical.dumps(payload)
    for _try in range(_TRIES):
        head = _locked_head(project)
        seq = head.seq + 1
        at = max(at, _last_instant(project, head.seq) or at)
        digest = chain.entry_hash(
            previous=head.hash,
            project=project,
            seq=seq,
            kind=kind,
            at=at,
            actor=actor,
            payload=payload,
        )
        # The lock is nothing on SQLite; this comparison is right on both engines.
        moved = RecordHead.objects.filter(pk=head.pk, count=head.seq, hash=head.hash).update(count=seq, hash=digest)
        if moved:
            return RecordEntry.objects.create(
                project=project,
                seq=seq,
                kind=kind,
                at=at,
                actor=actor,
                payload=text,
                previous_hash=head.hash,
                hash=digest,
            )
    raise Conflict(_("The record is busy. Nothing was changed; please try again."))


class _Head(NamedTuple):
    pk: int
    seq: int
    hash: str


def _locked_head(project: str) -> _Head:
    found = _head(project)
    if not found:
        RecordHead.objects.get_or_create(project=project)
        found = _head(project)
    return _Head(*found[0])


def _locked(project: str) -> Rows:
    return RecordHead.objects.select_for_update().filter(project=project).values_list("pk", "count", "hash")


def _instant_of(project: str, seq: int) -> Rows:
    return RecordEntry.objects.filter(project=project, seq=seq).order_by().values_list("at")


# Each act of the site asks both.
_head, _at = Prepared(_locked), Prepared(_instant_of)


def _last_instant(project: str, count: int) -> dt.datetime | None:
    return next((instant(at) for (at,) in _at(project, count)), None)


def hold(project: Collaboration) -> None:
    """Takes the lock of the project's chain until the transaction ends.

    For acts that lock a second chain before they write here: with one order of locks nobody waits in a circle.
    """
    _locked_head(project.public_id)


def forget_texts(actor: str) -> int:
    """Empties the free texts a subject id put into records and destroys the salts of their commitments; part of
    erasing. The entries, their hashes and the chain stay. Returns how many were emptied."""
    theirs = RecordText.objects.filter(entry__actor=actor).exclude(text="", salt="")
    return theirs.update(text="", salt="")
