"""What the catalogue is asked for: read from the address by an allow-list, and written back as the same address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import urlencode

from django.http import QueryDict

from portal.core.text.folding import words_of
from projects.catalogue.facets import FACETS, Facet
from projects.catalogue.index import Row

MOST_WORDS_TYPED = 100
DEFAULT_ORDER = "newest"
ORDERS = (DEFAULT_ORDER, "title", "flags", "tasks", "threshold", "active")
_MOST_IGNORED, _SHOWN = 5, 60


@dataclass(frozen=True)
class Asked:
    """`typed` are the words as they were typed; `chosen` has the facets with an option chosen; `ignored` are pieces of
    the address that nothing here understands."""

    typed: str = ""
    chosen: Mapping[str, frozenset[str]] = field(default_factory=dict)
    order: str = DEFAULT_ORDER
    ignored: tuple[str, ...] = ()

    @property
    def words(self) -> list[str]:
        return words_of(self.typed)

    @property
    def filtered(self) -> bool:
        return bool(self.words or self.chosen)

    def without(self, name: str, value: str | None = None) -> Asked:
        """The same without one option, or without a whole facet; `q` names the words."""
        if name == "q":
            return replace(self, typed="")
        left = self.chosen.get(name, frozenset()) - {value} if value is not None else frozenset()
        rest = {other: values for other, values in self.chosen.items() if other != name}
        return replace(self, chosen={**rest, name: left} if left else rest)

    @property
    def address(self) -> str:
        """`?…` in one order for equal questions; "" for the whole list."""
        pairs = [("q", self.typed)] if self.words else []
        pairs += [(facet.name, value) for facet in FACETS for value in sorted(self.chosen.get(facet.name, ()))]
        pairs += [("order", self.order)] if self.order != DEFAULT_ORDER else []
        return f"?{urlencode(pairs)}" if pairs else ""


def known_values(facet: Facet, rows: Iterable[Row]) -> frozenset[str]:
    """What may be asked of a facet: its own options, and what any of the rows holds."""
    return frozenset().union(facet.labels, *map(facet.values, rows))


def read(params: QueryDict, rows: Iterable[Row]) -> Asked:
    """`rows` are what the reader may see: a free value that none of them has is not understood."""
    known = list(rows)
    ignored: list[str] = []
    chosen: dict[str, frozenset[str]] = {}
    for facet in FACETS:
        asked = [value for value in params.getlist(facet.name) if value]
        options = known_values(facet, known) if asked else frozenset()
        understood = list(dict.fromkeys(value for value in asked if value in options))
        taken = understood[:1] if facet.single else understood
        if taken:
            chosen[facet.name] = frozenset(taken)
        ignored += [f"{facet.name}={value}" for value in asked if value not in taken]
    order = params.get("order") or DEFAULT_ORDER
    if order not in ORDERS:
        ignored.append(f"order={order}")
        order = DEFAULT_ORDER
    typed = params.get("q", "").strip()
    if len(typed) > MOST_WORDS_TYPED:
        ignored.append(f"q={typed}")
        typed = ""
    shown = [one if len(one) <= _SHOWN else f"{one[:_SHOWN]}…" for one in ignored]
    return Asked(typed, chosen, order, tuple(shown[:_MOST_IGNORED]))
