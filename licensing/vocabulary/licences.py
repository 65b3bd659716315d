"""What the known licences allow and ask, from the table `licences.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from licensing.vocabulary.spdx import Expression, is_reference

Terms = Literal["open", "no_derivatives", "non_commercial", "reference", "unknown"]
Openness = Literal["open", "limited", "closed"]
_RANKS: dict[Terms, int] = {"open": 2, "no_derivatives": 1, "non_commercial": 1, "reference": 0, "unknown": 0}
_OPENNESS: tuple[Openness, ...] = ("closed", "limited", "open")


@dataclass(frozen=True)
class Licence:
    """One SPDX id. ``only`` names a limit that none of the four answers says; ``source`` is where the text stands."""

    id: str
    name: str
    commercial: bool
    change: bool
    credit: bool
    share_alike: bool
    only: str
    source: str

    @property
    def terms(self) -> Terms:
        """A licence with both limits counts as non-commercial."""
        if not self.commercial:
            return "non_commercial"
        return "open" if self.change and not self.only else "no_derivatives"


@lru_cache(maxsize=1)
def table() -> dict[str, Licence]:
    """Every known licence by its SPDX id."""
    rows = tomllib.loads((Path(__file__).parent / "licences.toml").read_text("utf-8"))["licence"]
    return {
        spdx: Licence(
            spdx,
            row["name"],
            commercial=row["commercial"] == "yes",
            change=row["change"] == "yes",
            credit=row["credit"] == "yes",
            share_alike=row["share_alike"] == "yes",
            only=row.get("only", ""),
            source=row["source"],
        )
        for row in rows
        for spdx in row["ids"]
    }


def terms_of(key: str) -> Terms:
    """What the table says of one key; a house licence is a reference, a known id outside the table unknown."""
    if is_reference(key):
        return "reference"
    known = table().get(key)
    return known.terms if known else "unknown"


def openness(expression: Expression) -> Openness:
    """What the public gets. Of ``A OR B`` the taker may choose, so the best counts; ``A AND B`` both bind."""
    return _OPENNESS[_rank(expression)]


def _rank(expression: Expression) -> int:
    if expression.operator == "key":
        return _RANKS[terms_of(expression.key)]
    ranks = [_rank(part) for part in expression.parts]
    return max(ranks) if expression.operator == "or" else min(ranks)
