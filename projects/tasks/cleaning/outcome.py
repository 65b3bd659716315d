"""What cleaning a file comes to. Pure."""

from __future__ import annotations

from dataclasses import dataclass, field

# Every code of `Cleaned.removed`; `words` says each in both languages.
CODES = (
    "exif",
    "xmp",
    "iptc",
    "text",
    "comment",
    "time",
    "preview",
    "info",
    "authors",
    "path",
    "pictures",
    "behind",
    "other",
)


class Unreadable(Exception):
    """The bytes begin like a file of this kind and are none."""


class Locked(Exception):
    """A password keeps everybody from looking through it."""


@dataclass(frozen=True)
class Cleaned:
    """`looked_through` is no where the kind of file is one that nothing is taken out of."""

    content: bytes
    removed: set[str] = field(default_factory=set)
    looked_through: bool = True
