"""The engine as one file that bare Python runs: `python engine.pyz verify FILE`."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

_ENGINE = Path(__file__).parent
_START = b"from authorship.engine.__main__ import run\n\nrun()\n"
_EPOCH = (1980, 1, 1, 0, 0, 0)  # the earliest a zip can name; no build leaves its time in the file


def build(target: Path) -> str:
    """Write the archive and return its SHA-256 in hex. The same sources give the same bytes on every machine.

    Members are stored, not compressed: compressors differ between versions of zlib. Written beside the target
    and moved over it, so that nobody downloads half a file.
    """
    content = archive()
    beside = target.with_name(f"{target.name}.new")
    beside.write_bytes(content)
    beside.replace(target)
    return hashlib.sha256(content).hexdigest()


def archive() -> bytes:
    """The bytes of engine.pyz: a shebang line and a zip of the engine's sources without this file."""
    members = {"__main__.py": _START, "authorship/__init__.py": b""}
    for source in _ENGINE.rglob("*.py"):
        if source != Path(__file__):
            name = source.relative_to(_ENGINE).as_posix()
            members[f"authorship/engine/{name}"] = source.read_bytes()
    buffer = io.BytesIO()
    buffer.write(b"#!/usr/bin/env python3\n")
    with zipfile.ZipFile(buffer, "a", zipfile.ZIP_STORED) as container:
        for name in sorted(members):
            member = zipfile.ZipInfo(name, _EPOCH)
            member.create_system = 3  # Unix on every system, else the byte differs
            member.external_attr = 0o644 << 16
            container.writestr(member, members[name])
    return buffer.getvalue()
