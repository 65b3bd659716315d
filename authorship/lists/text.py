"""Canonical JSON of what was made or checked here."""

import hashlib

import orjson


def canonical(value: object) -> str:
    """What `canonical.dumps` gives, without its look at every number: this was made here and is plain JSON.

    Many times faster, and a list of many people is mostly this. A test holds the two together.
    """
    return orjson.dumps(value, option=orjson.OPT_SORT_KEYS).decode()


def text_digest(canonical: str) -> str:
    """SHA-256 of a text that is canonical JSON already."""
    return hashlib.sha256(canonical.encode()).hexdigest()
