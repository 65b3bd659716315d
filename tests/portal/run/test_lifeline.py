"""A grandchild watches its parent die, with the kernel's help and without."""

import subprocess
import sys

import pytest

from tests.running import ROOT, processes, wait_for

# The parent starts a child that holds the lifeline, prints its id and waits to be killed.
PARENT = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1], str(os.getpid())], stdout=subprocess.PIPE)
child.stdout.readline()
print(child.pid, flush=True)
child.wait()
"""
CHILD = """
import sys, time
from portal.run.lifeline import die_with_parent
die_with_parent(int(sys.argv[1]), kernel={kernel})
print("holds", flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("kernel", [True, False])
def test_the_child_ends_when_its_parent_is_killed(kernel: bool) -> None:
    parent = subprocess.Popen(
        [sys.executable, "-c", PARENT, CHILD.format(kernel=kernel)], stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert parent.stdout is not None
    child = int(parent.stdout.readline())
    assert child in processes()
    parent.kill()
    parent.wait()
    wait_for(lambda: child not in processes(), 5, lambda: f"{child} outlived its parent")


def test_a_parent_that_died_first_is_noticed() -> None:
    code = "from portal.run.lifeline import die_with_parent; die_with_parent(1 << 22); print('alive')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert (done.returncode, done.stdout) == (-9, "")
