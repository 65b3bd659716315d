"""Everything the site keeps about one person, as one JSON document and the files they attached.

Each room says what it keeps in its `kept.py`; `portal.wiring` joins them. A provider reads what is the person's own
and what they did; it never names somebody whom the person may not know, such as a hidden reviewer of their work.
"""

import datetime as dt
import io
import json
import zipfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

from django.db.models import QuerySet

from portal.core.record.chain import instant
from portal.people.models import Subject

FORMAT = "concord-my-data/1"
_CHUNK = 64 * 1024


@dataclass(frozen=True)
class Kept:
    """One key of the document: what stands there, in a sentence, and how it is read."""

    key: str
    says: object
    read: Callable[[Subject], object]


@dataclass(frozen=True)
class File:
    """`open` gives the bytes, or None where the store has lost them."""

    name: str
    open: Callable[[], IO[bytes] | None]


Files = Callable[[Subject], Iterable[File]]
_kept: dict[str, Kept] = {}
_files: list[Files] = []


def provide(*kept: Kept, files: Files | None = None) -> None:
    """The wiring's. Refuses two providers of one key."""
    for one in kept:
        if one.key in _kept and _kept[one.key] != one:
            raise ValueError(f"two rooms keep {one.key}")
        _kept[one.key] = one
    if files is not None and files not in _files:
        _files.append(files)


def keys() -> list[Kept]:
    """By key, as they stand in the document."""
    return [_kept[key] for key in sorted(_kept)]


def document(subject: Subject, at: dt.datetime) -> dict[str, object]:
    """Plain JSON: instants in UTC, days as ISO dates, amounts as fractions in text."""
    found = {one.key: _plain(one.read(subject)) for one in keys()}
    return {"format": FORMAT, "made_at": instant(at), "subject": subject.pk, **found}


def dumps(made: dict[str, object]) -> str:
    return json.dumps(made, ensure_ascii=False, sort_keys=True, indent=2, allow_nan=False) + "\n"


def stream(subject: Subject, at: dt.datetime) -> Iterator[bytes]:
    """A ZIP in pieces: `data.json`, then the files under `files/`. What was read before the first piece is the JSON
    alone, so that a refusal can still be answered as a page."""
    text = dumps(document(subject, at))
    return _zipped(text, [file for files in _files for file in files(subject)], at)


def _zipped(text: str, files: Iterable[File], at: dt.datetime) -> Iterator[bytes]:
    pipe = _Pipe()
    stamp = at.astimezone(dt.UTC).timetuple()[:6]
    with zipfile.ZipFile(pipe, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(_entry("data.json", stamp), text.encode())
        yield pipe.taken()
        for file in files:
            with _opened(file) as source, archive.open(_entry(file.name, stamp), "w") as target:
                while piece := source.read(_CHUNK):
                    target.write(piece)
                    yield pipe.taken()
    yield pipe.taken()


def _entry(name: str, stamp: Any) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, stamp)
    info.compress_type = zipfile.ZIP_DEFLATED
    return info


def _opened(file: File) -> IO[bytes]:
    """A file the store has lost is an empty one: the rest is still the person's."""
    return file.open() or io.BytesIO()


class _Pipe(io.RawIOBase):
    """Where the archive writes; whoever reads takes what has come so far. It is never sought in."""

    def __init__(self) -> None:
        self._written = bytearray()

    def writable(self) -> bool:
        return True

    def write(self, piece: Any) -> int:
        self._written += piece
        return len(piece)

    def taken(self) -> bytes:
        piece, self._written = bytes(self._written), bytearray()
        return piece


def rows(found: QuerySet[Any], *fields: str) -> list[dict[str, object]]:
    """A list for a provider; `project__slug` stands under `project`."""
    names = [field.partition("__")[0] for field in fields]
    return [dict(zip(names, values, strict=True)) for values in found.values_list(*fields)]


def _plain(value: object) -> object:
    """Instants and days as text, tuples as lists."""
    if isinstance(value, dt.datetime):
        return instant(value)
    if isinstance(value, dt.date):
        return value.isoformat()
    if isinstance(value, dict):
        return {str(key): _plain(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(one) for one in value]
    return value
