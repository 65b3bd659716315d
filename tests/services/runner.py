"""`python -m tests.services.runner`: the suite on a throw-away PostgreSQL and Redis, and the tests of a worker.

Of the suite whatever an engine may change (`tests/engines.py`); with arguments, what they name.

Both servers live in one temporary folder, listen on ports of their own and end with this process.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.running import ROOT, free_port

NOBODY = "postgres"


def main() -> int:
    with tempfile.TemporaryDirectory(prefix="concord-services-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with postgresql(folder / "postgresql") as database, redis(folder / "redis") as queue:
            environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": queue}
            suites = [["-n", "auto", "--engine", "tests"], ["tests/services"]] if not sys.argv[1:] else [sys.argv[1:]]
            return max(run(suite, environment) for suite in suites)


def run(arguments: Sequence[str], environment: dict[str, str]) -> int:
    print(f"pytest {' '.join(arguments)}", flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *arguments], cwd=ROOT, env=environment).returncode


@contextlib.contextmanager
def postgresql(folder: Path) -> Iterator[str]:
    """A server without durability, for tests only. PostgreSQL refuses to run as root, so root steps down."""
    folder.mkdir()
    step_down: list[str] = []
    if os.getuid() == 0:
        shutil.chown(folder, NOBODY, NOBODY)
        step_down = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--init-groups", "env", f"HOME={folder}"]
    data, port = folder / "data", free_port()
    make = [
        *step_down,
        program("initdb"),
        "-D",
        str(data),
        "-U",
        "concord",
        "--auth=trust",
        "--encoding=UTF8",
        "--locale=C",
    ]
    subprocess.run(make, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    options = {
        "listen_addresses": "127.0.0.1",
        "port": port,
        "unix_socket_directories": folder,
        "fsync": "off",
        "full_page_writes": "off",
        "synchronous_commit": "off",
        "max_connections": 100,
    }
    serve = [*step_down, program("postgres"), "-D", data, *(f"--{name}={value}" for name, value in options.items())]
    ready = [program("pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    with server(serve, ready, folder / "log", signal.SIGINT):
        subprocess.run(
            [program("createdb"), "-h", "127.0.0.1", "-p", str(port), "-U", "concord", "concord"], check=True
        )
        yield f"postgres://concord@127.0.0.1:{port}/concord"


@contextlib.contextmanager
def redis(folder: Path) -> Iterator[str]:
    folder.mkdir()
    port = free_port()
    serve = [program("redis-server"), "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
    ready = [program("redis-cli"), "-p", str(port), "ping"]
    with server(serve, ready, folder / "log", signal.SIGTERM):
        yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def server(command: Sequence[object], ready: Sequence[str], log: Path, stop: int) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen([str(part) for part in command], cwd=log.parent, stdout=output, stderr=output)
    try:
        until = time.monotonic() + 30
        while subprocess.run(ready, capture_output=True).returncode != 0:
            if process.poll() is not None or time.monotonic() > until:
                sys.exit(f"{command[0]} does not start:\n{log.read_text(errors='replace')}")
            time.sleep(0.05)
        yield
    finally:
        process.send_signal(stop)
        process.wait()


def program(name: str) -> str:
    """On the PATH, or where Debian keeps PostgreSQL's own."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    path = os.pathsep.join([os.environ.get("PATH", ""), *map(str, places)])
    found = shutil.which(name, path=path)
    if not found:
        sys.exit(f"make test-services needs {name} (PostgreSQL and Redis; on Debian: postgresql redis-server)")
    return found


if __name__ == "__main__":
    sys.exit(main())
