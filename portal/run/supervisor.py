"""Starts Concord's processes, restarts those that die, and ends them all with itself."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

LOOK_SECONDS = 0.2
# Long enough for a request or a job at hand, short enough for somebody who waits for a prompt.
PATIENCE_SECONDS = 10.0
FIRST_DELAY, LONGEST_DELAY = 1.0, 30.0
# A child that lived this long had started well, so its next death is news and not the same one again.
SETTLED_SECONDS = 30.0


@dataclass
class Child:
    """One supervised process. `due` is the monotonic second of its next start, `delay` the wait after that."""

    role: str
    arguments: Sequence[str] = ()
    files: Sequence[int] = ()
    process: "subprocess.Popen[bytes] | None" = None
    started: float = 0.0
    due: float = 0.0
    delay: float = FIRST_DELAY

    def start(self, environment: Mapping[str, str], root: Path) -> None:
        """In a session of its own: Ctrl-C reaches the supervisor alone, which ends the others in order."""
        command = [sys.executable, "-m", "portal.run.child", self.role, str(os.getpid()), *self.arguments]
        self.process = subprocess.Popen(
            command,
            cwd=root,
            env=dict(environment),
            pass_fds=self.files,
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self.started = time.monotonic()

    def look(self) -> int | None:
        """The exit status of a process that died since the last look; sets when it may start again."""
        if self.process is None or self.process.poll() is None:
            return None
        status = self.process.returncode
        # What it had started itself goes with it, or a killed web server's workers would still answer.
        self.signal(signal.SIGKILL)
        self.process = None
        if time.monotonic() - self.started > SETTLED_SECONDS:
            self.delay = FIRST_DELAY
        self.due = time.monotonic() + self.delay
        self.delay = min(self.delay * 2, LONGEST_DELAY)
        return status

    def signal(self, number: int) -> None:
        """To the whole session, so that processes the child started hear it as well."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, number)


@dataclass
class Supervisor:
    """Runs in the main thread; a second Ctrl-C stops waiting for those that are slow to end."""

    environment: Mapping[str, str]
    root: Path
    stop: threading.Event = field(default_factory=threading.Event)
    hurry: threading.Event = field(default_factory=threading.Event)

    def prepare(self, first: Child, children: Sequence[Child]) -> int:
        """Runs `first` to its end while the others load, and returns its exit status; stopping ends it early with
        130. Where it did not end well, the others have ended."""
        for child in (first, *children):
            child.start(self.environment, self.root)
        status: int | None = None
        while status is None and not self.stop.wait(LOOK_SECONDS / 4):
            status = first.look()
        if status != 0:
            self._end([first, *children])
        return 130 if status is None else status

    def run(self, children: Sequence[Child]) -> None:
        """Until stopped."""
        while not self.stop.is_set():
            for child in children:
                status = child.look()
                if status is not None:
                    wait = child.due - time.monotonic()
                    self._say(f"{child.role} ended ({_meaning(status)}); starting it again in {wait:.0f} s.")
                if child.process is None and child.due <= time.monotonic():
                    child.start(self.environment, self.root)
            self.stop.wait(LOOK_SECONDS)
        self._end(children)

    @contextlib.contextmanager
    def signals(self) -> Iterator[None]:
        """SIGINT, SIGTERM and a closed terminal end the site instead of raising in the middle of a step."""
        numbers = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]
        before = {number: signal.signal(number, self._asked_to_stop) for number in numbers}
        yield
        for number, handler in before.items():
            signal.signal(number, handler)

    def _asked_to_stop(self, number: int, frame: FrameType | None) -> None:
        if self.stop.is_set():
            self.hurry.set()
        self.stop.set()

    def _end(self, children: Sequence[Child]) -> None:
        for child in children:
            child.signal(signal.SIGTERM)
        until = time.monotonic() + PATIENCE_SECONDS
        while any(child.process and child.process.poll() is None for child in children):
            if time.monotonic() > until or self.hurry.wait(LOOK_SECONDS / 4):
                break
        for child in children:
            child.signal(signal.SIGKILL)
            if child.process:
                child.process.wait()

    @staticmethod
    def _say(text: str) -> None:
        print(f"concord: {text}", file=sys.stderr, flush=True)


def _meaning(status: int) -> str:
    return f"signal {-status}" if status < 0 else f"exit status {status}"


def site_children(listener: socket.socket, gate: int) -> list[Child]:
    """The processes of one site: pages, jobs, and the clockwork that hands jobs out. They begin when the other end of
    `gate` is closed."""
    number = listener.fileno()
    return [
        Child("web", arguments=[str(gate), str(number)], files=[gate, number]),
        Child("worker", arguments=[str(gate)], files=[gate]),
        Child("dispatcher", arguments=[str(gate)], files=[gate]),
    ]
