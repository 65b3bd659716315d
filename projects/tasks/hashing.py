"""What the public hash of a revision covers."""

from __future__ import annotations

from authorship.engine import canonical
from projects.tasks.models import Revision

# Whoever sees all of these may try words against the hash and learns nothing by it: they get the salt.
COVERED = frozenset({"title", "statement", "answer", "verification", "contributors"})


def revision_hash(revision: Revision) -> str:
    """SHA-256 of canonical JSON of the texts, the file's hash, the shares, what was given up, and the salt."""
    return canonical.digest(
        {
            "title": revision.title,
            "tags": revision.tags,
            "statement": revision.statement,
            "answer": revision.answer,
            "verification": revision.verification,
            "attachment": revision.attachment.sha256 if revision.attachment else None,
            "shares": revision.shares,
            "given_up": revision.given_up,
            "salt": revision.salt,
        }
    )
