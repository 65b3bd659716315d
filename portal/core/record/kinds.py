"""The kinds of step the record knows. Each room registers its own in `presenters.py`; others raise.

A sentence is a lazy translated template with `%(field)s` places (`%(actor)s` and `%(day)s` are always
there), or a function of those values. Values that are subject ids are names when the sentence is read.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

Values = Mapping[str, object]
Sentence = Callable[[Values], object] | object

COMMITMENTS = "commitments"
RESERVED = frozenset({COMMITMENTS, "actor", "day"})


class UnknownKind(LookupError):
    """A programming error: no room registered this kind, or it has other fields."""


@dataclass(frozen=True)
class Kind:
    """`fields` are always there, `optional` may be; `texts` are free texts, committed to and never chained."""

    name: str
    sentence: Sentence
    fields: frozenset[str]
    optional: frozenset[str]
    texts: frozenset[str]

    def check(self, data: Values, texts: Mapping[str, str]) -> None:
        """Raises UnknownKind where the fields are not exactly the declared ones."""
        missing = self.fields - data.keys()
        unknown = data.keys() - self.fields - self.optional
        if missing or unknown or texts.keys() - self.texts:
            raise UnknownKind(
                f"{self.name}: missing {sorted(missing)}, unknown {sorted(unknown)}, "
                f"unknown texts {sorted(texts.keys() - self.texts)}"
            )


_kinds: dict[str, Kind] = {}


def register(
    kind: str,
    sentence: Sentence,
    fields: tuple[str, ...] = (),
    *,
    optional: tuple[str, ...] = (),
    texts: tuple[str, ...] = (),
) -> None:
    """Refuses a second registration of the same name and the names the record uses itself."""
    if kind in _kinds:
        raise ValueError(f"the record kind {kind} is registered twice")
    if clash := RESERVED & {*fields, *optional}:
        raise ValueError(f"{kind}: {sorted(clash)} are the record's own")
    _kinds[kind] = Kind(kind, sentence, frozenset(fields), frozenset(optional), frozenset(texts))


def get(kind: str) -> Kind:
    try:
        return _kinds[kind]
    except KeyError:
        raise UnknownKind(f"no room registered the record kind {kind!r}") from None


def registered() -> Mapping[str, Kind]:
    return dict(_kinds)
