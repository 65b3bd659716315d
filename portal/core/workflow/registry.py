"""The tables of moves by name, filled by the wiring; the diagrams in the docs are made from it."""

from collections.abc import Mapping

from portal.core.workflow.moves import Moves

_tables: dict[str, Moves] = {}


def register(name: str, moves: Moves) -> None:
    """`name` is the concept in the vocabulary's words: "task", "change request"."""
    if _tables.get(name, moves) is not moves:
        raise ValueError(f"the moves of {name} are registered twice")
    _tables[name] = moves


def registered() -> Mapping[str, Moves]:
    return dict(_tables)
