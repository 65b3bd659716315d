"""The commands: recompute, export, and the exit codes of each."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from authorship.lists import bundle, queries
from authorship.lists import services as lists

ROOT = Path(bundle.__file__).resolve().parents[2]


def exit_code(*arguments):
    with pytest.raises(SystemExit) as stopped:
        call_command(*map(str, arguments))
    return stopped.value.code


def test_recompute_names_new_lists_and_says_unchanged(credit, member, open_project, capsys):
    credit("t1", {member("ana"): "1"})
    call_command("recompute_lists", open_project.slug)
    call_command("recompute_lists")
    assert capsys.readouterr().out.splitlines() == [
        f"{open_project.slug}: paper-1 list 1",
        f"{open_project.slug}: unchanged",
    ]
    assert exit_code("recompute_lists", "no-such-project") == 2


def test_export_writes_what_bare_python_verifies(credit, member, open_project, tmp_path, capsys):
    credit("t1", {member("ana"): "1/2", member("bo-lin"): "1/2"})
    lists.recompute(project=open_project)
    call_command("export_bundle", "--list")
    assert capsys.readouterr().out == f"{open_project.slug}\n"
    for arguments in ((open_project.slug,), (open_project.slug, "paper-1")):
        file = tmp_path / "bundle.json"
        call_command("export_bundle", *arguments, str(file))
        done = subprocess.run(
            [sys.executable, "-S", "-s", "-m", "authorship.engine", "verify", str(file)],
            env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)},
            cwd="/",
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert (done.returncode, done.stdout) == (0, "same\n")


def test_export_refuses_with_reasons(open_project, tmp_path, capsys):
    file = tmp_path / "bundle.json"
    assert exit_code("export_bundle", open_project.slug, file) == 1
    assert exit_code("export_bundle", open_project.slug, "paper-9", file) == 1
    assert exit_code("export_bundle", "no-such-project", file) == 2
    assert exit_code("export_bundle", open_project.slug) == 2
    assert not file.exists()
    lists.recompute(project=open_project)
    assert queries.current(queries.outputs(open_project).get()) is not None
    assert exit_code("export_bundle", open_project.slug, tmp_path / "no-such-folder" / "bundle.json") == 1
