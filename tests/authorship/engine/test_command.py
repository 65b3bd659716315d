"""The commands on bare Python, from the package and from the single file, under any locale, hash seed and zone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from authorship.engine.canonical import dumps
from authorship.engine.compute import compute
from authorship.engine.pyz import archive, build
from tests.authorship.engine.building import bundle, entry, subject, with_result

ROOT = Path(__file__).parents[3]
PEOPLE = [subject("s1", "żuraw"), subject("s2", "珊瑚"), subject("s3", "abe")]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = with_result(bundle(PEOPLE, [entry(1, "s1", "1"), entry(2, "s2", "1"), entry(3, "s3", "1/2")]))
    path = tmp_path / "bundle.json"
    path.write_text(dumps(made), encoding="utf-8")
    return path


def run(
    *arguments: str | Path, env: dict[str, str] | None = None, how: str = "module"
) -> subprocess.CompletedProcess[bytes]:
    """Without site-packages and without the environment of the tests."""
    start = ["-S", "-m", "authorship.engine"] if how == "module" else ["-I", "-S", how]
    return subprocess.run(
        [sys.executable, *start, *map(str, arguments)],
        cwd=ROOT if how == "module" else Path("/"),
        env=env or {"PATH": os.environ["PATH"]},
        capture_output=True,
        check=False,
        timeout=60,
    )


def change(file: Path, **parts: Any) -> None:
    file.write_text(json.dumps({**json.loads(file.read_text("utf-8")), **parts}), encoding="utf-8")


def test_the_same_says_same(file: Path) -> None:
    done = run("verify", file)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"same\n", b"")


def test_a_difference_is_a_line_and_exit_1(file: Path) -> None:
    change(file, as_of="2027-01-04")
    done = run("verify", file)
    assert done.returncode == 1
    assert b"authors: 's1' should not be here\n" in done.stdout
    assert done.stderr == b""


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\xff\xfe",
        b"[" * 100_000,
        b'{"bundle":1,"bundle":1}',
        b'{"bundle":NaN}',
        b'{"bundle":2}',
        b"[]",
        b"\x1f\x8b\x08",
    ],
    ids=["empty", "utf-16", "deep", "twice", "nan", "later", "list", "gzip"],
)
def test_malformed_files_are_exit_2_without_a_traceback(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    for command in (["verify", file], ["compute", file], ["explain", file, "s1"]):
        done = run(*command)
        assert (done.returncode, done.stdout) == (2, b"")
        assert done.stderr
        assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("arguments", [[], ["verify"], ["check", "x"], ["verify", "/no/such/file"], ["verify", "/"]])
def test_wrong_usage_is_exit_2(arguments: list[str]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr
    assert b"Traceback" not in done.stderr


def test_compute_and_explain_print_canonical_json(file: Path) -> None:
    made = json.loads(file.read_text("utf-8"))
    assert run("compute", file).stdout.decode() == dumps(compute(made)) + "\n"
    why = json.loads(run("explain", file, "s2").stdout)
    assert (why["entry"]["place"], why["before"]["mine"], why["before"]["theirs"]) == (2, "珊瑚", "żuraw")


def test_the_same_bytes_under_every_locale_hash_seed_and_zone(file: Path) -> None:
    path = {"PATH": os.environ["PATH"]}
    outputs = {
        run("explain", file, "s2", env={**path, "LC_ALL": locale, "PYTHONHASHSEED": seed, "TZ": zone, **coding}).stdout
        for locale, seed, zone, coding in (
            ("C", "0", "UTC", {}),
            ("tr_TR.UTF-8", "1", "Pacific/Kiritimati", {}),
            ("POSIX", "4294967295", "Pacific/Niue", {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}),
        )
    }
    assert len(outputs) == 1
    assert outputs != {b""}


def test_the_single_file_does_the_same_and_is_always_the_same_bytes(file: Path, tmp_path: Path) -> None:
    target = tmp_path / "engine.pyz"
    first = build(target)
    assert build(target) == first
    assert target.read_bytes() == archive()
    assert run("verify", file, how=str(target)).stdout == b"same\n"
    assert run("explain", file, "s2", how=str(target)).stdout == run("explain", file, "s2").stdout
    assert [found.name for found in tmp_path.iterdir() if found.name.endswith(".new")] == []


def test_the_engine_imports_the_standard_library_and_itself_only() -> None:
    code = (
        "import sys, pkgutil, importlib, authorship.engine as e\n"
        "found = [m.name for m in pkgutil.walk_packages(e.__path__, 'authorship.engine.')]\n"
        "names = [n for n in found if not n.endswith('__main__')]\n"
        "[importlib.import_module(n) for n in names]\n"
        "tops = {n.partition('.')[0] for n in sys.modules}\n"
        "ours = sys.stdlib_module_names | {'authorship', '__main__'}\n"
        "print(len(names) > 15, sorted(tops - ours))"
    )
    done = subprocess.run([sys.executable, "-S", "-c", code], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout == b"True []\n"
