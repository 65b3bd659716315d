"""What the public hash of a revision covers."""

from __future__ import annotations

from collections.abc import Iterable

from authorship.engine import canonical
from projects.tasks.models import Attachment, Revision

# Whoever sees all of these may try words against the hash and learns nothing by it: they get the salt.
COVERED = frozenset({"title", "statement", "answer", "verification", "origin", "contributors"})


def revision_hash(revision: Revision, files: Iterable[Attachment]) -> str:
    """SHA-256 of canonical JSON of texts and details, the hashes of its `files` in their order, the shares, what was
    given up, the salt; and of the number of the task that this one goes on from, where there is one."""
    before = revision.task.predecessor
    return canonical.digest(
        {
            "title": revision.title,
            "tags": revision.tags,
            "statement": revision.statement,
            "answer": revision.answer,
            "verification": revision.verification,
            "details": revision.details,
            "attachments": [one.sha256 for one in files],
            "shares": revision.shares,
            "given_up": revision.given_up,
            "salt": revision.salt,
            **({"predecessor": before.number} if before else {}),
        }
    )
