"""A process that ends with its parent, however the parent ends."""

import ctypes
import os
import signal
import sys
import threading
import time

PR_SET_PDEATHSIG = 1
WATCH_SECONDS = 0.5


def die_with_parent(parent: int, *, by: int = signal.SIGKILL, kernel: bool = True) -> None:
    """Call in the child, in its main thread; `parent` is the process that started it.

    Linux sends the signal itself. Elsewhere (or without `kernel`) a thread looks for the parent twice a
    second. A parent that died before this call is noticed here. A forked child must call again.
    """
    watched = not (kernel and _ask_kernel(by))
    if os.getppid() != parent:
        os.kill(os.getpid(), by)
    if watched:
        threading.Thread(target=_watch, args=(parent, by), name="lifeline", daemon=True).start()


def _ask_kernel(by: int) -> bool:
    if not sys.platform.startswith("linux"):
        return False
    try:
        libc = ctypes.CDLL(None, use_errno=True)
        return bool(libc.prctl(PR_SET_PDEATHSIG, by, 0, 0, 0) == 0)
    except (OSError, AttributeError):
        return False


def _watch(parent: int, by: int) -> None:
    while os.getppid() == parent:
        time.sleep(WATCH_SECONDS)
    os.kill(os.getpid(), by)
