"""Credit lines: bars on one scale for the whole list, so that lengths can be compared."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from django.utils.translation import gettext as _

from portal.core.text.series import series
from portal.core.web import numbers
from portal.core.web.components.registry import component, kept

COLOURS = 6
MOST_STEPS = 8


@dataclass(frozen=True, kw_only=True)
class Kind:
    """A kind of credit, in the order of the terms: the order gives it its colour."""

    id: str
    title: str


@dataclass(frozen=True, kw_only=True)
class EntryLine:
    """One entry behind a person's points. `title` is what was made, empty where the reader may not see it."""

    day: dt.date
    label: str
    amount: Fraction
    terms: int
    href: str = ""
    title: str = ""
    entry_href: str = ""
    seq: int = 0


@dataclass(frozen=True, kw_only=True)
class CreditRow:
    """One person of a list. `tied` = (first, last) place of the tie; `steps` are sentences of "why here".

    With `lines` the entries stand in "why here", else the sums by kind.
    """

    place: int | None
    name: str
    amounts: Mapping[str, Fraction]
    href: str = ""
    native: str = ""
    affiliation: str = ""
    note: str = ""
    tied: tuple[int, int] | None = None
    steps: Sequence[object] = field(default_factory=tuple)
    entries_href: str = ""
    why_href: str = ""
    lines: Sequence[EntryLine] = field(default_factory=tuple)
    question: object = ""


@component
def legend(*, kinds: Sequence[Kind], stacked: bool = False) -> dict[str, Any]:
    return {"kinds": [(_colour(i), kind.title) for i, kind in enumerate(kinds)], "stacked": stacked}


@component
def credit_list(
    *,
    rows: Sequence[CreditRow],
    kinds: Sequence[Kind],
    threshold: Fraction | str | None = None,
    threshold_label: object = "",
    why: bool = True,
    heading: object = "",
    most: Fraction | None = None,
    head: bool = True,
) -> dict[str, Any]:
    """`threshold` is drawn as a hairline through all rows; `heading` replaces "Name" above the names.

    Without a threshold a template passes "", which is what an attribute of None is there.
    `most` is the largest total of a list that these rows are a part of, so that all parts have one scale.
    """
    threshold = threshold if isinstance(threshold, Fraction) else None
    totals = [sum(row.amounts.values(), Fraction()) for row in rows]
    scale = round_up(max([*totals, threshold or Fraction(), most or Fraction(), Fraction(1)]))
    return {
        "rows": rows,
        "kinds": kinds,
        "scale": scale,
        "marks": _marks(scale),
        "threshold": numbers.per_cent(threshold, scale) if threshold else "",
        "threshold_on_number": threshold is not None and _on_number(threshold, scale),
        "threshold_label": threshold_label,
        "why": why,
        "head": head,
        "placed": any(row.place is not None for row in rows),
        "heading": heading or _("Name"),
    }


@kept
def credit_row(
    *,
    row: CreditRow,
    kinds: Sequence[Kind],
    scale: Fraction,
    threshold: str = "",
    why: bool = True,
    placed: bool = True,
) -> dict[str, Any]:
    """One row of `credit_list`; `threshold` is its place on the scale in per cent."""
    return {**_row(row, kinds, scale), "marks": _marks(scale), "threshold": threshold, "why": why, "placed": placed}


def round_up(most: Fraction) -> Fraction:
    """The end of the scale: the least of 1, 2, 5, 10, 20, 50 … steps, at most eight of them, that holds `most`."""
    step = _step(most)
    return step * -(-most // step)


def grid(scale: Fraction) -> list[Fraction]:
    step = _step(scale)
    return [step * i for i in range(int(scale / step) + 1)]


def _marks(scale: Fraction) -> list[dict[str, Any]]:
    """The number at the end is left out, beside the column of points, unless it is the only one besides 0."""
    at = grid(scale)
    anchors = ["start", *["middle"] * (len(at) - 2), "" if len(at) > 2 else "end"]
    return [
        {"x": numbers.per_cent(mark, scale), "label": numbers.fraction(mark), "zero": mark == 0, "anchor": anchor}
        for mark, anchor in zip(at, anchors, strict=True)
    ]


def _on_number(threshold: Fraction, scale: Fraction) -> bool:
    """Whether the hairline would go through a number of the axis, which takes a thirtieth of it to each side."""
    return any(abs(mark - threshold) * 30 <= scale for mark in grid(scale))


def _step(most: Fraction) -> Fraction:
    decade = Fraction(1)
    while True:
        for factor in (1, 2, 5):
            if decade * factor * MOST_STEPS >= most:
                return decade * factor
        decade *= 10


def _colour(index: int) -> int:
    return min(index + 1, COLOURS)


def _label(amount: Fraction, scale: Fraction) -> str:
    """A number needs room: a twentieth of the scale, and a tenth for each sign of a broken point such as 5⁄12."""
    label = numbers.fraction(amount)
    room = 1 if amount >= 1 else 2 * len(label)
    return label if amount * 20 >= scale * room else ""


def _row(row: CreditRow, kinds: Sequence[Kind], scale: Fraction) -> dict[str, Any]:
    total = sum(row.amounts.values(), Fraction())
    segments, parts, at = [], [], Fraction()
    for index, kind in enumerate(kinds):
        amount = row.amounts.get(kind.id, Fraction())
        if amount <= 0:
            continue
        segments.append(
            {
                "colour": _colour(index),
                "x": numbers.per_cent(at, scale),
                "width": numbers.per_cent(amount, scale),
                "middle": numbers.per_cent(at + amount / 2, scale),
                "label": _label(amount, scale),
            }
        )
        parts.append((kind.title, amount))
        at += amount
    listed = series(f"{numbers.fraction(amount)} {title}" for title, amount in parts)
    words = _("%(points)s: %(parts)s") % {"points": numbers.points(total), "parts": listed} if parts else _("no points")
    return {
        "row": row,
        "total": total,
        "segments": segments,
        "parts": parts,
        "words": words,
        "tie_first": row.tied is not None and row.place == row.tied[0],
        "tie_last": row.tied is not None and row.place == row.tied[1],
    }
