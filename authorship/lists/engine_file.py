"""The engine as one file, made once a process: its bytes and their hash."""

import hashlib
from dataclasses import dataclass
from functools import cache

from authorship.engine import pyz


@dataclass(frozen=True)
class EngineFile:
    content: bytes
    sha256: str


@cache
def engine_file() -> EngineFile:
    content = pyz.archive()
    return EngineFile(content, hashlib.sha256(content).hexdigest())
