"""The real site, started, killed and looked for."""

import os
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.running import ROOT, RunningSite, environment, free_port, processes, wait_for


@pytest.fixture
def site(tmp_path: Path) -> Iterator[RunningSite]:
    running = RunningSite(tmp_path / "data")
    try:
        running.wait_ready()
        yield running
    finally:
        running.end()


def of_site(site: RunningSite) -> list[str]:
    """Every process that names the site's supervisor on its command line, wherever it hangs by now."""
    return [
        command
        for _, command in processes().values()
        if re.search(rf"portal\.run\.child \w+ {site.process.pid}\b", command)
    ]


def refused(data_dir: Path, port: int, **variables: str) -> str:
    """What `manage.py run` says as it refuses to start."""
    command = [sys.executable, "manage.py", "run", "--port", str(port)]
    done = subprocess.run(
        command, cwd=ROOT, env=environment(data_dir, **variables), capture_output=True, text=True, timeout=60
    )
    assert done.returncode != 0
    assert "Traceback" not in done.stderr
    return done.stderr


def kill_and_await_restart(site: RunningSite, role: str) -> None:
    killed = site.role(role)
    assert killed is not None, f"{role}: {site.output()} {site.descendants()}"
    os.kill(killed, signal.SIGKILL)
    # The web server's own children live on for an instant under the same role: the line comes first.
    said = f"{role} ended (signal 9); starting it again in 1 s."
    wait_for(lambda: said in site.output() and site.role(role) not in {None, killed}, 30, site.output)


def roles(site: RunningSite) -> list[str]:
    return sorted(command.split("portal.run.child ")[1].split()[0] for command in site.descendants().values())


def test_killed_children_start_again_and_kill_9_of_the_supervisor_leaves_nothing(site: RunningSite) -> None:
    for role in ("worker", "dispatcher", "web"):
        kill_and_await_restart(site, role)
    with urllib.request.urlopen(f"{site.address}/healthz", timeout=60) as answer:
        assert answer.status == 200

    # One master and two workers serve pages; nobody else has children of their own.
    wait_for(
        lambda: roles(site) == ["dispatcher", "web", "web", "web", "worker"], 20, lambda: f"running: {roles(site)}"
    )
    before = site.descendants()

    site.process.kill()
    site.process.wait()

    wait_for(lambda: not set(before) & set(processes()), 5, lambda: f"left over: {of_site(site)}")
    assert of_site(site) == []
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", site.port), timeout=2)


def test_ctrl_c_ends_cleanly_and_the_second_start_keeps_data_and_keys(site: RunningSite) -> None:
    assert f"Concord already runs on {site.data_dir}" in refused(site.data_dir, free_port())
    with sqlite3.connect(site.data_dir / "concord.sqlite3") as database:
        database.execute(
            "INSERT INTO portal_demomail (at, 'to', subject, body) VALUES ('2026-01-01', 'a', 'kept', 'b')"
        )
    keys = {path.name: path.read_text() for path in (site.data_dir / "keys").iterdir()}
    assert set(keys) == {"secret_key", "checkpoint_key"}
    assert all(path.stat().st_mode & 0o777 == 0o600 for path in (site.data_dir / "keys").iterdir())

    before = site.descendants()
    site.process.send_signal(signal.SIGINT)
    assert site.process.wait(20) == 0, site.output()
    assert not set(before) & set(processes())
    assert "Traceback" not in site.output()

    again = RunningSite(site.data_dir, port=site.port, by_make=True)
    try:
        again.wait_ready()
        before = again.descendants()
        assert sum("manage.py run" in command for command in before.values()) == 1
        # Killing make in place of the supervisor helps nobody either.
        again.process.kill()
        again.process.wait()
        wait_for(lambda: not set(before) & set(processes()), 20, again.output)
    finally:
        again.end()
    # Nothing is made anew: no folder, no key, no row.
    assert {path.name: path.read_text() for path in (site.data_dir / "keys").iterdir()} == keys
    with sqlite3.connect(site.data_dir / "concord.sqlite3") as database:
        assert database.execute("SELECT subject FROM portal_demomail").fetchall() == [("kept",)]


def test_a_taken_port_is_named_before_anything_is_written(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        said = refused(tmp_path, port)
    assert f"Port {port} cannot be used (Address already in use)" in said
    assert f"make run PORT={port + 1}" in said
    assert not (tmp_path / "concord.sqlite3").exists()


def test_start_names_every_wrong_variable_at_once(tmp_path: Path) -> None:
    said = refused(
        tmp_path, free_port(), REDIS_URL="redis://127.0.0.1", CONCORD_PROXIES="many", BASE_URL="concord.example"
    )
    assert re.findall(r"^  (\w+) ", said, re.MULTILINE) == ["BASE_URL", "REDIS_URL", "CONCORD_PROXIES"]
