"""Cleaning as its caller sees it: a process of its own for each file, ended when it takes too long."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from projects.tasks.cleaning.outcome import Cleaned, Locked, Unreadable

# Wall-clock, for what waits without working; the worker itself is stopped by its processor time.
SECONDS = 30.0
ROOT = Path(__file__).resolve().parents[3]
# What something is taken out of. Anything else is kept as it came, and needs no process.
KINDS = frozenset({"image/png", "image/jpeg", "image/gif", "image/webp", "application/pdf", "application/zip"})


def clean(kind: str, content: bytes) -> Cleaned:
    """Raises Unreadable, also where the process died or was ended, and Locked."""
    if kind not in KINDS:
        return Cleaned(content, looked_through=False)
    try:
        done = subprocess.run(  # noqa: S603  # our own module, and a kind from the list above
            [sys.executable, "-m", "projects.tasks.cleaning.worker", kind],
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            env={"PATH": os.defpath, "LANG": "C.UTF-8"},
            timeout=SECONDS,
            check=True,
        )
        head, _line, kept = done.stdout.partition(b"\n")
        told = json.loads(head)
    except (subprocess.SubprocessError, OSError, ValueError) as error:
        raise Unreadable from error
    if told["said"] == "locked":
        raise Locked
    if told["said"] != "kept":
        raise Unreadable
    return Cleaned(kept, set(told["removed"]), told["looked_through"])
