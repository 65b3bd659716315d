"""`python -m authorship.engine verify FILE`, `compute`, `explain`, `hash`, on bare Python."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from typing import Any

from authorship.engine.canonical import MAX_BYTES, CanonicalError, dumps, loads
from authorship.engine.check import list_hash, malformed, verify
from authorship.engine.compute import compute
from authorship.engine.errors import EngineError
from authorship.engine.explain import explain

SAME, DIFFERENT, MALFORMED = 0, 1, 2
USAGE = "usage: engine verify FILE | compute FILE | explain FILE SUBJECT | hash FILE"


def main(arguments: Sequence[str]) -> int:
    """Prints to standard output; what is malformed, and wrong usage, to standard error with exit code 2."""
    match arguments:
        case ["verify", file]:
            return _guarded(file, _verify)
        case ["compute", file]:
            return _guarded(file, _compute)
        case ["explain", file, subject]:
            return _guarded(file, lambda bundle: _explain(bundle, subject))
        case ["hash", file]:
            return _guarded(file, _hash)
    print(USAGE, file=sys.stderr)
    return MALFORMED


def _guarded(file: str, command: Callable[[Any], int]) -> int:
    try:
        return command(_read(file))
    except (CanonicalError, OSError) as error:
        print(f"{ascii(file)[1:-1]}: {error}", file=sys.stderr)
        return MALFORMED
    except EngineError as error:
        for problem in error.problems:
            print(problem, file=sys.stderr)
        return MALFORMED


def _read(file: str) -> Any:
    with open(file, "rb") as source:
        return loads(source.read(MAX_BYTES + 1))


def _verify(bundle: Any) -> int:
    problems = malformed(bundle)
    if problems:
        raise EngineError(problems)
    lines = verify(bundle)
    for line in lines or ["same"]:
        print(line)
    return DIFFERENT if lines else SAME


def _compute(bundle: Any) -> int:
    print(dumps(compute(bundle)))
    return SAME


def _explain(bundle: Any, subject: str) -> int:
    print(dumps(explain(bundle, compute(bundle), subject)))
    return SAME


def _hash(bundle: Any) -> int:
    print(list_hash(compute(bundle)))
    return SAME


def run() -> None:
    """The same bytes on every machine: UTF-8 and bare newlines whatever the locale says."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    raise SystemExit(main(sys.argv[1:]))


if __name__ == "__main__":
    run()
