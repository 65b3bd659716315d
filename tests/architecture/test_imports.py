"""The import contracts hold, and they bite."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.running import ROOT

PACKAGES = ("portal", "projects", "licensing", "authorship")


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", "from importlinter.cli import lint_imports_command; lint_imports_command()"]
    return subprocess.run([*command, "--no-cache"], cwd=folder, capture_output=True, text=True)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the source, to be broken."""
    copy = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, copy / package, ignore=shutil.ignore_patterns("__pycache__", "migrations"))
    shutil.copy(ROOT / "pyproject.toml", copy)
    return copy


def test_the_contracts_hold(house: Path) -> None:
    done = lint(house)
    assert done.returncode == 0, done.stdout
    assert "0 broken" in done.stdout


@pytest.mark.parametrize(
    ("file", "line", "contract"),
    [
        ("authorship/engine/amounts.py", "import django", "The engine stands alone"),
        ("projects/terms/document/read.py", "import portal.core.ids", "its checks know no Django"),
        ("projects/checking/pasted.py", "import portal.core.ids", "The judging of foreign terms knows no Django"),
        ("projects/tasks/states.py", "import projects.reviews.states", "Imports point down, room by room"),
        ("projects/project/states.py", "import authorship.ledger.models", "Imports point down, room by room"),
        ("portal/core/ids.py", "import portal.people.models", "Every room of portal has its place"),
        ("projects/lounge/__init__.py", "", "Every room of projects has its place"),
    ],
)
def test_each_contract_refuses(house: Path, file: str, line: str, contract: str) -> None:
    path = house / file
    before = path.read_text() if path.exists() else None
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"{before or ''}\n{line}\n")
    try:
        done = lint(house)
    finally:
        if before is None:
            shutil.rmtree(path.parent)
        else:
            path.write_text(before)
    broken = [row for row in done.stdout.splitlines() if row.endswith("BROKEN")]
    assert done.returncode == 1
    assert any(contract in row for row in broken), done.stdout


def test_the_engine_is_standard_library_only() -> None:
    files = sorted((ROOT / "authorship" / "engine").rglob("*.py"))
    assert len(files) > 5
    foreign = {
        f"{file.relative_to(ROOT)}: {name}"
        for file in files
        for name in imported(file)
        if name.split(".")[0] not in sys.stdlib_module_names and not name.startswith("authorship.engine")
    }
    assert foreign == set()


def imported(file: Path) -> list[str]:
    names: list[str] = []
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{file}: relative import"
            names.append(node.module or "")
    return names
