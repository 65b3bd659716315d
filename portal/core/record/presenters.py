"""An entry as a sentence. Names are joined when it is read, since the chain holds ids alone."""

import datetime as dt
import re
from collections.abc import Iterable, Mapping

from authorship.engine import canonical
from portal.core.ids import ALPHABET
from portal.core.record import kinds
from portal.core.record.models import RecordEntry
from portal.core.web import dates

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_SUBJECT = re.compile(f"s[{ALPHABET}]{{12}}")


def payload(entry: RecordEntry) -> dict[str, object]:
    """What the chain holds: ids, numbers, hashes, and commitments to free texts."""
    value = canonical.loads(entry.payload)
    return value if isinstance(value, dict) else {}


def subjects(entries: Iterable[RecordEntry]) -> set[str]:
    """The ids whose names the sentences want."""
    found = set()
    for entry in entries:
        values = [entry.actor, *payload(entry).values()]
        found |= {value for value in values if isinstance(value, str) and _SUBJECT.fullmatch(value)}
    return found


def sentence(entry: RecordEntry, names: Mapping[str, str], site: str) -> str:
    """In the language now active. `names` is {subject id: printed name}; `site` stands where nobody acted.

    An entry of a kind that no room registers any more is shown by its kind: history stays readable.
    """
    values: dict[str, object] = {name: _shown(value, names) for name, value in payload(entry).items()}
    values["actor"] = names.get(entry.actor, entry.actor) if entry.actor else site
    values["day"] = dates.day(entry.at)
    try:
        told = kinds.get(entry.kind).sentence
    except kinds.UnknownKind:
        return entry.kind
    return str(told(values)) if callable(told) else str(told) % values


def _shown(value: object, names: Mapping[str, str]) -> object:
    """Ids as names and days in the reader's order; anything else as it is."""
    if not isinstance(value, str):
        return value
    return dates.day(dt.date.fromisoformat(value)) if _DAY.fullmatch(value) else names.get(value, value)


def texts(entry: RecordEntry) -> dict[str, str | None]:
    """The free texts; None where one was erased."""
    committed = payload(entry).get(kinds.COMMITMENTS, {})
    held = {row.name: row.text for row in entry.texts.all() if not row.erased}
    return {name: held.get(name) for name in committed} if isinstance(committed, dict) else {}
