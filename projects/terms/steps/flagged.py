"""Whether an answer would lead into a red flag of the fairness card. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from projects.terms.checks.catalogue import CHECKS
from projects.terms.checks.registry import REGISTRY, run
from projects.terms.checks.terms import Terms
from projects.terms.document.fields import generic
from projects.terms.steps.state import state
from projects.terms.steps.typed import TICK, Data

_EVERY_TEXT = "*"


def flags(before: Mapping[str, str], after: Mapping[str, str], name: str) -> bool:
    """Whether a check that reads the clause at `name` flags `after` where it did not flag `before`.

    Only what those checks read is judged, so that a long document costs no more than a short one. Checks that read
    every text are left to the tests: the words of ready answers are ours.
    """
    checks, roots = _near(generic(name))
    return bool(_flagged(after, checks, roots) - _flagged(before, checks, roots))


def _flagged(data: Mapping[str, str], checks: tuple[str, ...], roots: frozenset[str]) -> set[tuple[str, str]]:
    read: Data = {path: text for path, text in data.items() if _root(path) in roots}
    terms = Terms(state(read, people=lambda handle: handle).document)
    found = [run(check, terms) for check in checks]
    return {(one.check, reason.path) for one in found if one.code == "flag" for reason in one.reasons}


@cache
def _near(path: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The checks that read something at a path, above or below it, and the parts of the document that they read."""
    heads = {check: _heads(check) for check in REGISTRY}
    checks = tuple(
        check for check, read in heads.items() if any(one.startswith(path) or path.startswith(one) for one in read)
    )
    return checks, frozenset(_root(head) for check in checks for head in heads[check])


def _heads(check: str) -> list[str]:
    return [one.partition("{")[0].rstrip(".") for one in CHECKS[check].reads if one != _EVERY_TEXT]


def _root(path: str) -> str:
    return path.removeprefix(TICK).partition(".")[0].partition("[")[0]
