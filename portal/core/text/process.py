"""The rendering process as its parent sees it: one a web process, made when first needed, killed when it hangs."""

import contextlib
import os
import selectors
import struct
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import IO

# Wall-clock, for what does not come back to Python; the worker itself stops at its processor budget.
ANSWER_SECONDS = 1.5
START_SECONDS = 15.0
ROOT = Path(__file__).resolve().parents[3]


class TooComplex(Exception):
    """The text was not rendered within its limits."""


class RenderingProcess:
    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0

    def render(self, source: str) -> str:
        """HTML of `source`. Raises TooComplex."""
        with self._lock:
            process = self._running()
            try:
                answer = self._ask(process, source.encode(), ANSWER_SECONDS)
            except (OSError, EOFError, TimeoutError) as error:
                self.stop()
                raise TooComplex from error
        if answer[:1] != b"+":
            raise TooComplex
        return answer[1:].decode()

    def stop(self) -> None:
        """Kills the process, if there is one; the next text gets a new one."""
        process, self._process = self._process, None
        if process is not None and self._owner == os.getpid():
            process.kill()
            process.wait()
            for pipe in (process.stdin, process.stdout):
                with contextlib.suppress(OSError):
                    if pipe:
                        pipe.close()

    def _running(self) -> subprocess.Popen[bytes]:
        # A fork inherits the object, not the right to share the pipes.
        if self._process is None or self._owner != os.getpid() or self._process.poll() is not None:
            self._owner = os.getpid()
            self._process = subprocess.Popen(
                [sys.executable, "-m", "portal.core.text.worker"],
                cwd=ROOT,
                env={"PATH": os.defpath, "LANG": "C.UTF-8"},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
            )
            # The first answer pays for the imports, so it is asked for with nothing at stake.
            try:
                self._ask(self._process, b"warm $x$", START_SECONDS)
            except (OSError, EOFError, TimeoutError) as error:
                self.stop()
                raise TooComplex from error
        return self._process

    def _ask(self, process: subprocess.Popen[bytes], source: bytes, seconds: float) -> bytes:
        deadline = time.monotonic() + seconds
        requests, answers = process.stdin, process.stdout
        if requests is None or answers is None:
            raise EOFError
        requests.write(struct.pack(">I", len(source)) + source)
        requests.flush()
        size = struct.unpack(">I", self._read(answers, 4, deadline))[0]
        return self._read(answers, size, deadline)

    def _read(self, answers: IO[bytes], size: int, deadline: float) -> bytes:
        read = b""
        with selectors.DefaultSelector() as selector:
            selector.register(answers, selectors.EVENT_READ)
            while len(read) < size:
                if not selector.select(max(0.0, deadline - time.monotonic())):
                    raise TimeoutError
                chunk = os.read(answers.fileno(), size - len(read))
                if not chunk:
                    raise EOFError
                read += chunk
        return read


shared = RenderingProcess()
