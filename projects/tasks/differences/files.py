"""Files of two revisions compared by their bytes, that is by SHA-256. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class File(Protocol):
    @property
    def name(self) -> str: ...

    @property
    def sha256(self) -> str: ...


@dataclass(frozen=True)
class Row:
    """`sign` is same, renamed, changed, added or removed; what is not there is None."""

    sign: str
    old: File | None
    new: File | None


def differences(old: Sequence[File], new: Sequence[File]) -> list[Row]:
    """The new files in their order, then those that are gone. The same bytes are the same file, whatever its name; of
    the others, those of one name are one file that changed."""
    by_bytes = {one.sha256: one for one in old}
    gone = [one for one in old if one.sha256 not in {other.sha256 for other in new}]
    rows = []
    for one in new:
        if same := by_bytes.get(one.sha256):
            rows.append(Row("same" if same.name == one.name else "renamed", same, one))
        elif before := next((other for other in gone if other.name == one.name), None):
            gone.remove(before)
            rows.append(Row("changed", before, one))
        else:
            rows.append(Row("added", None, one))
    return rows + [Row("removed", one, None) for one in gone]
