"""`make bench`: pages and recomputation against limits that this code did not choose. Writes `bench/results.md`.

Everything is thrown away afterwards: a PostgreSQL server, a data folder, two web servers with one worker each. What is
compared takes turns in one run, serially; see `limits/README.md`.
"""

import contextlib
import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from tests.running import ROOT, free_port
from tests.services.runner import postgresql

RESULTS = ROOT / "bench" / "results.md"
LIMITS = ROOT / "bench" / "limits"
THREADS = 4


def main() -> None:
    started = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="concord-bench-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        with postgresql(folder / "postgresql") as url:
            os.environ |= {
                "DATABASE_URL": url,
                "CONCORD_DATA_DIR": str(folder / "data"),
                "DJANGO_SETTINGS_MODULE": "portal.settings.dev",
                "CONCORD_DEMO": "0",
            }
            for hidden in ("REDIS_URL", "SECRET_KEY", "BASE_URL"):
                os.environ.pop(hidden, None)
            manage("prepare")
            manage("seed_demo", "--only", "tephra-bench", CONCORD_DEMO="1")
            report = measure(url)
    RESULTS.write_text(report.text(minutes=(time.monotonic() - started) / 60), encoding="utf-8")
    print(f"\n{RESULTS.relative_to(ROOT)} is written, {time.monotonic() - started:.0f} s in all.")


def measure(url: str) -> Any:
    """A `bench.report.Report`. Nothing of ours is imported before the database has its name."""
    import django

    django.setup()
    from bench import pages, queries, recompute, tasks, world
    from bench.report import Report

    step("laying projects, people and entries")
    report = Report(queries.sizes())
    world.lay()
    tasks.lay()
    world.settle()
    step("recomputing lists")
    report.ledgers = recompute.measure(url)
    with bare(url) as limit, site(url, "portal.settings.dev") as ours, site(url, "bench.anew") as anew:
        step("asking for pages")
        report.pages = pages.measure(ours, anew, limit)
    step("looking where the time goes")
    report.costs = pages.costs() + recompute.costs()
    return report


def step(text: str) -> None:
    print(f"bench: {text}", flush=True)


def manage(*arguments: str, **more: str) -> None:
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, env={**os.environ, **more}, check=True)


def site(url: str, settings: str) -> contextlib.AbstractContextManager[str]:
    variables = {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": settings}
    return server(ROOT, "portal.wsgi:application", "/healthz", variables)


def bare(url: str) -> contextlib.AbstractContextManager[str]:
    """The site of the limit, in the same database."""
    return server(LIMITS, "bare_view:application", "/static20k", {"DATABASE_URL": url, "DJANGO_SETTINGS_MODULE": ""})


@contextlib.contextmanager
def server(folder: Path, application: str, ready: str, variables: Mapping[str, str]) -> Iterator[str]:
    address = f"127.0.0.1:{free_port()}"
    command = [sys.executable, "-m", "gunicorn", "-k", "gthread", "--workers", "1", "--threads", str(THREADS)]
    command += ["-b", address, "--keep-alive", "30", "--log-level", "error", "--no-control-socket", application]
    environment = {name: value for name, value in {**os.environ, **variables}.items() if value}
    process = subprocess.Popen(command, cwd=folder, env=environment)
    try:
        wait(f"http://{address}{ready}", process)
        yield f"http://{address}"
    finally:
        process.terminate()
        process.wait()


def wait(address: str, process: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            if process.poll() is not None or time.monotonic() > until:
                sys.exit(f"nothing answers at {address}")
            time.sleep(0.1)


if __name__ == "__main__":
    main()
