"""The process that renders: `python -m portal.core.text.worker`. Ends with its parent, holds no secret.

Reads frames of four bytes length and UTF-8 source, answers frames of one byte (`+` HTML, `-` too complex)
and UTF-8. A text that uses more processor time than its budget is given up; memory is limited for good.
"""

import resource
import signal
import struct
import sys
from types import FrameType
from typing import BinaryIO

CPU_SECONDS = 0.18
MEMORY = 1 << 30


class OutOfTime(BaseException):
    """No `except Exception` on the way may swallow it."""


def _out_of_time(number: int, frame: FrameType | None) -> None:
    raise OutOfTime


def render(source: str) -> bytes:
    from portal.core.text.pipeline import to_html

    try:
        signal.setitimer(signal.ITIMER_PROF, CPU_SECONDS)
        html = to_html(source)
        signal.setitimer(signal.ITIMER_PROF, 0)
        return b"+" + html.encode()
    except (OutOfTime, RecursionError, MemoryError):
        return b"-"
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    while len(head := requests.read(4)) == 4:
        answer = render(requests.read(struct.unpack(">I", head)[0]).decode())
        answers.write(struct.pack(">I", len(answer)) + answer)
        answers.flush()


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    signal.signal(signal.SIGPROF, _out_of_time)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the parent, and its end closes our input
    serve(sys.stdin.buffer, sys.stdout.buffer)
