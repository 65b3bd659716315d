"""The name of one exact text of the terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from authorship.engine.canonical import digest


def version_hash(document: Mapping[str, Any], attachments: Sequence[str] = ()) -> str:
    """SHA-256 in hex of canonical JSON of schema, document and the hashes of the attached texts, in any order."""
    return digest({"schema": document["schema"], "document": dict(document), "attachments": sorted(attachments)})
