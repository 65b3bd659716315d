"""Sort keys of names, made under a named version and carried in the bundle as inputs.

Unicode data differ between versions of Python, so nobody makes a key a second time: the engine compares
the UTF-8 bytes of the keys it is given.
"""

import unicodedata
from collections.abc import Callable

DEFAULT = "root-folded/1"
# Two spaces sort before anything that may follow a family name inside it, so "Li, Na" stands before "Li Bai, A".
BETWEEN = "  "


class UnknownCollation(ValueError):
    """A version of the sort key that this site does not make."""


def sort_key(given: str, family: str, printed: str, collation: str = DEFAULT) -> str:
    """Family, then given; the printed name where there is neither."""
    if collation not in _FOLDS:
        raise UnknownCollation(collation)
    fold = _FOLDS[collation]
    parts = [folded for part in (family, given) if (folded := fold(part))]
    return BETWEEN.join(parts) or fold(printed)


def versions() -> list[str]:
    return sorted(_FOLDS)


def _root_folded_1(text: str) -> str:
    """NFKD, combining marks dropped, casefold, every run of other than letters and digits read as one space."""
    decomposed = unicodedata.normalize("NFKD", text)
    bare = "".join(c for c in decomposed if not unicodedata.category(c).startswith("M"))
    # Folding can bring marks back (U+0130 folds to i and a dot), so it is followed by the same step.
    folded = unicodedata.normalize("NFKD", bare.casefold())
    kept = [c for c in folded if not unicodedata.category(c).startswith("M")]
    return " ".join("".join(c if unicodedata.category(c)[0] in "LN" else " " for c in kept).split())


_FOLDS: dict[str, Callable[[str], str]] = {DEFAULT: _root_folded_1}
