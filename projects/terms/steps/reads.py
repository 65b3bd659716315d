"""What the rules and rows of a step say as sentences, to be put in their places while somebody types."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from projects.terms.steps.controls import Control


def sentences(controls: Iterable[Control]) -> Iterator[tuple[str, str]]:
    """The place of each rule and row on the page, with what it says now: "" where that is nothing yet."""
    for control in controls:
        if control.rule or control.reads:
            yield control.name, control.reads
        yield from sentences(control.parts)
        for row in control.rows:
            yield row.path, row.reads
            yield from sentences([*row.controls, *row.more])
