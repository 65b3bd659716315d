"""The arithmetic of the chain, pure: what is hashed, and how a free text is committed to."""

import datetime as dt
import hashlib
import hmac

from authorship.engine import canonical

GENESIS = "0" * 64


def instant(at: dt.datetime) -> str:
    """ISO 8601 in UTC, always with six digits of a second."""
    return at.astimezone(dt.UTC).isoformat(timespec="microseconds")


def entry_hash(
    *, previous: str, project: str, seq: int, kind: str, at: dt.datetime, actor: str, payload: object
) -> str:
    return canonical.digest(
        {
            "previous": previous,
            "project": project,
            "seq": seq,
            "kind": kind,
            "at": instant(at),
            "actor": actor,
            "payload": payload,
        }
    )


def commitment(salt: str, text: str) -> str:
    """HMAC-SHA256 in hex; `salt` is the key, in hex. Without the salt nobody can test a guess."""
    return hmac.new(bytes.fromhex(salt), text.encode(), hashlib.sha256).hexdigest()
