"""The process that takes a file apart: `python -m projects.tasks.cleaning.worker KIND`. It holds no secret and knows
nothing of Django.

Reads the file from its input and answers one line of JSON and the bytes to keep. It is one a file: whatever a file does
to it, the next one has another.
"""

from __future__ import annotations

import json
import resource
import sys

from projects.tasks.cleaning.outcome import Cleaned, Locked, Unreadable

CPU_SECONDS = 10
MEMORY = 1 << 30


def clean(kind: str, content: bytes) -> Cleaned:
    """`kind` is a media type of `tasks.files`."""
    # Each reader is loaded for its own kind of file alone.
    if kind.startswith("image/"):
        from projects.tasks.cleaning import pictures

        return pictures.clean(kind, content)
    if kind == "application/pdf":
        from projects.tasks.cleaning import papers

        return papers.clean(content)
    if kind == "application/zip":
        from projects.tasks.cleaning import packed

        return packed.clean(content)
    return Cleaned(content, looked_through=False)


def answer(kind: str, content: bytes) -> bytes:
    """`said` is "kept", "unreadable" or "locked"; only the first is followed by bytes."""
    try:
        cleaned = clean(kind, content)
    except (Unreadable, Locked) as refused:
        return json.dumps({"said": "locked" if isinstance(refused, Locked) else "unreadable"}).encode() + b"\n"
    head = {"said": "kept", "removed": sorted(cleaned.removed), "looked_through": cleaned.looked_through}
    return json.dumps(head).encode() + b"\n" + cleaned.content


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))  # it writes to its pipe and nowhere else
    sys.stdout.buffer.write(answer(sys.argv[1], sys.stdin.buffer.read()))
