"""A site that `make run`'s own command started, for tests that need the real processes."""

import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


class RunningSite:
    """`manage.py run` on a free port over a data folder of its own. Its output collects in a file.

    With `by_make` make stands in between, as it does for people.
    """

    def __init__(self, data_dir: Path, *, port: int | None = None, by_make: bool = False, **variables: str) -> None:
        self.data_dir = data_dir
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        data_dir.mkdir(parents=True, exist_ok=True)
        self.log = data_dir / "run.log"
        command = [sys.executable, "manage.py", "run", "--port", str(self.port)]
        if by_make:
            command = ["make", "--no-print-directory", "run", f"PORT={self.port}"]
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=environment(data_dir, **variables),
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def output(self) -> str:
        return self.log.read_text(encoding="utf-8", errors="replace")

    def wait_ready(self, seconds: float = 90.0) -> None:
        wait_for(lambda: "Concord is at" in self.output() or self._failed(), seconds, self.output)
        assert not self._failed(), self.output()

    def _failed(self) -> bool:
        return self.process.poll() is not None or "concord: web ended" in self.output()

    def descendants(self) -> dict[int, str]:
        return descendants(self.process.pid)

    def role(self, name: str) -> int | None:
        """The process that the supervisor started for a role: web, worker or dispatcher."""
        for pid, command in self.descendants().items():
            if f"portal.run.child {name} {self.supervisor()}" in command:
                return pid
        return None

    @contextmanager
    def standing_still(self, name: str) -> Iterator[None]:
        """The process of a role is stopped between two of its writes and goes on afterwards, if it still lives.

        Stopped within one it would hold SQLite's lock, and every other process would wait for it until its time-out.
        """
        pid = self.role(name)
        assert pid is not None
        wait_for(lambda: self._stopped_between_writes(pid), 30, self.output)
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def _stopped_between_writes(self, pid: int) -> bool:
        os.kill(pid, signal.SIGSTOP)
        # Another process may be writing just now: that lock is gone within the second.
        with closing(sqlite3.connect(self.data_dir / "concord.sqlite3", timeout=2)) as database:
            try:
                database.execute("BEGIN IMMEDIATE")
            except sqlite3.OperationalError:
                os.kill(pid, signal.SIGCONT)
                return False
            database.rollback()
        return True

    def supervisor(self) -> int:
        inside = [pid for pid, command in self.descendants().items() if "manage.py run" in command]
        return inside[0] if inside else self.process.pid

    def end(self) -> None:
        """As Ctrl-C does, which reaches make and the supervisor alike; by force when that takes too long."""
        if self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGINT)
        try:
            self.process.wait(30)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def environment(data_dir: Path, **variables: str) -> dict[str, str]:
    """Nothing of the tests' own services reaches the site, unless named here."""
    hidden = {"DJANGO_SETTINGS_MODULE", "DATABASE_URL", "REDIS_URL", "CONCORD_DEMO", "SECRET_KEY", "BASE_URL"}
    clean = {name: value for name, value in os.environ.items() if name not in hidden}
    return {**clean, "CONCORD_DATA_DIR": str(data_dir), "CONCORD_DEMO": "0", **variables}


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port: int = listener.getsockname()[1]
        return port


def wait_for(holds: Callable[[], object], seconds: float, story: Callable[[], str]) -> None:
    """Fails with the story when `holds` stays false."""
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, story()
        time.sleep(0.05)


def processes() -> Mapping[int, tuple[int, str]]:
    """Process id to (parent, command line), without the dead that nobody has buried yet."""
    listing = subprocess.run(
        ["ps", "-A", "-ww", "-o", "pid=,ppid=,stat=,args="], capture_output=True, text=True, check=True
    )
    found = {}
    for line in listing.stdout.splitlines():
        pid, parent, state, command = line.split(None, 3)
        if not state.startswith("Z"):
            found[int(pid)] = (int(parent), command)
    return found


def descendants(pid: int) -> dict[int, str]:
    alive = processes()
    found: dict[int, str] = {}
    frontier = {pid}
    while frontier:
        frontier = {child for child, (parent, _) in alive.items() if parent in frontier}
        found.update({child: alive[child][1] for child in frontier})
    return found
