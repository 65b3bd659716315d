"""Proves a project's record from its rows alone: chain, commitments, checkpoints, and the file outside."""

import datetime as dt
from collections.abc import Iterator

from authorship.engine import canonical
from portal.core import clock
from portal.core.parties import Collaboration
from portal.core.record import chain, checkpoints, kinds, signing
from portal.core.record.models import Checkpoint, RecordEntry, RecordHead, RecordText

_CHUNK = 500
# The file is written after the commit, by whichever machine signed.
_TIME_TO_WRITE = dt.timedelta(minutes=10)
_ENTRIES, _TEXTS, _CHECKPOINTS = (model._meta.db_table for model in (RecordEntry, RecordText, Checkpoint))


def verify_chain(project: Collaboration) -> list[str]:
    """A sentence for each thing that is wrong, the first one first; empty where everything holds."""
    name = project.public_id
    return [*_chain(name), *_texts(name), *_checkpoints(name), *_file(name)]


def _chain(project: str) -> Iterator[str]:
    """Stops at the first entry that does not follow: everything after it hangs on it."""
    previous, count, at = chain.GENESIS, 0, None
    for entry in RecordEntry.objects.filter(project=project).order_by("seq").iterator(_CHUNK):
        place = f"{_ENTRIES} seq {entry.seq}"
        if entry.seq != count + 1:
            yield f"{_ENTRIES} seq {count + 1}: the entry is missing"
            return
        if entry.previous_hash != previous:
            yield f"{place}: it does not follow the entry before it"
            return
        if fault := _content_fault(entry):
            yield f"{place}: {fault}"
            return
        if at is not None and entry.at < at:
            yield f"{place}: it is earlier than the entry before it"
            return
        previous, count, at = entry.hash, entry.seq, entry.at
    head = RecordHead.objects.filter(project=project).first()
    if (head.count, head.hash) != (count, previous) if head else count:
        says = head.count if head else 0
        yield f"{RecordHead._meta.db_table}: the head says {says} entries, the chain ends at seq {count}"


def _content_fault(entry: RecordEntry) -> str:
    try:
        payload = canonical.loads(entry.payload)
        if canonical.dumps(payload) != entry.payload:
            return "its payload is not canonical JSON"
    except canonical.CanonicalError as error:
        return f"its payload cannot be read: {error}"
    expected = chain.entry_hash(
        previous=entry.previous_hash,
        project=entry.project,
        seq=entry.seq,
        kind=entry.kind,
        at=entry.at,
        actor=entry.actor,
        payload=payload,
    )
    return "" if entry.hash == expected else "its hash is not the hash of its content"


def _texts(project: str) -> Iterator[str]:
    """An erased text (its row emptied) is no fault; one changed, missing or never committed to is."""
    committing = RecordEntry.objects.filter(project=project, payload__contains=f'"{kinds.COMMITMENTS}"')
    kept = RecordEntry.objects.filter(project=project, texts__isnull=False)
    for entry in (committing | kept).distinct().order_by("seq").prefetch_related("texts").iterator(_CHUNK):
        committed = _commitments(entry)
        rows = {row.name: row for row in entry.texts.all()}
        for name in sorted(committed.keys() | rows.keys()):
            place = f"{_TEXTS} of seq {entry.seq}: the text “{name}”"
            if name not in rows:
                yield f"{place} is missing"
            elif not rows[name].erased and committed.get(name) != _commitment(rows[name]):
                yield f"{place} is not the one committed to"


def _commitments(entry: RecordEntry) -> dict[str, object]:
    try:
        committed = canonical.loads(entry.payload).get(kinds.COMMITMENTS)
    except (AttributeError, ValueError):
        return {}
    return committed if isinstance(committed, dict) else {}


def _commitment(row: RecordText) -> str:
    try:
        return chain.commitment(row.salt, row.text)
    except ValueError:  # a salt that is no hex
        return ""


def _checkpoints(project: str) -> Iterator[str]:
    known = signing.known_keys()
    for row in Checkpoint.objects.filter(project=project).order_by("count", "at", "pk").iterator(_CHUNK):
        place = f"{_CHECKPOINTS} of {row.count} entries at {chain.instant(row.at)}"
        if row.public_key not in known:
            yield f"{place}: this site never signed with its key"
        elif not signing.holds(checkpoints.statement(row), row.public_key, row.signature):
            yield f"{place}: its signature does not hold"
        elif not RecordEntry.objects.filter(project=project, seq=row.count, hash=row.head).exists():
            yield f"{place}: the chain has another hash at seq {row.count}"


def _file(project: str) -> Iterator[str]:
    """What was published outside must still be in the database, and the other way round."""
    rows = {checkpoints.line(row): row for row in Checkpoint.objects.filter(project=project)}
    lines = list(checkpoints.file_lines(project))
    for number, line in enumerate(lines, start=1):
        if line not in rows:
            yield f"checkpoints/{project}.jsonl line {number}: the database no longer holds this checkpoint"
    written_by = clock.deciding() - _TIME_TO_WRITE
    for line in rows.keys() - set(lines):
        if rows[line].at < written_by:
            yield f"checkpoints/{project}.jsonl: the checkpoint of {rows[line].count} entries is not there"
