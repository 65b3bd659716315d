"""What can be wrong with rules or with a bundle, as data: a place, a code and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# A document with these problems is unfinished, not wrong: it may be kept as a draft, and it cannot be run.
# `missing`: a named part is open. `none`: it is answered with none where the engine would need a value.
DRAFT_CODES = frozenset({"missing", "none"})


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One thing that is wrong. `path` is written like `authorship.blocks[0].who.any[1]`.

    For whoever says it in other words or another language: `case` tells apart what one code is said of, and `values`
    are what the message names, as they stood in the data. Neither counts when problems are compared.
    """

    path: str
    code: str
    message: str
    case: str = field(default="", compare=False)
    values: Mapping[str, object] = field(default_factory=dict, compare=False, repr=False)

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class EngineError(ValueError):
    """The input cannot be computed; `problems` says why and is never empty."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


def shown(value: object) -> str:
    """A foreign value for a message: printable ASCII or escaped, at most 40 characters, never slow."""
    if isinstance(value, str):
        text = ascii(value[:60])
    elif value is None or isinstance(value, bool):
        text = {None: "null", True: "true", False: "false"}[value]
    elif isinstance(value, int):
        text = str(value) if value.bit_length() < 128 else "a number of many digits"
    elif isinstance(value, float):
        text = repr(value)
    elif isinstance(value, dict):
        text = "an object"
    elif isinstance(value, list | tuple):
        text = "a list"
    else:
        text = f"a {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."
