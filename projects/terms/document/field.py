"""What one path of the terms document is: its type, whose version binds, how changes of it count, and its words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Protocol

Kind = Literal[
    "object",  # parts are the fields below it
    "list",  # items are objects whose parts stand at path[]
    "schema",
    "language",  # BCP 47
    "zone",  # IANA
    "text",  # one line
    "long_text",
    "id",  # a-z, 0-9 and hyphen; never none
    "ids",  # one id or several
    "role",  # the id of a role, or words that name it
    "words",  # list of words outside a closed list
    "choice",
    "choices",  # list of values of a closed list
    "yes_no",
    "yes_no_text",
    "number",  # whole number
    "number_text",
    "days",  # whole number of days
    "hours",  # [low, high], each a whole number or an amount
    "date",
    "date_choice",
    "money",
    "money_text",
    "share",  # amount between 0 and 1
    "person",
    "spdx",
    "expression",
    "condition",
    "keys",  # sort keys
    "seed_text",  # {random: seed} or words
    "rule_part",  # part of an award rule, read with the rule by the engine
]


@dataclass(frozen=True)
class Words:
    en: str
    zh: str

    def said(self, lang: str) -> str:
        return self.zh if lang.lower().startswith("zh") else self.en


@dataclass(frozen=True)
class Choice:
    value: str
    label: Words


@dataclass(frozen=True)
class Field:
    """``path`` marks list items by ``[]``. ``mandatory`` counts once the list or object above is answered.

    ``binds`` is W work, P person, O output, J project; ``better`` is ``+`` more, ``-`` less, ``""`` neither;
    ``klass`` is T text, R register, M material. ``default`` is what Concord takes where the clause is open.
    ``minimum`` and ``maximum`` bound numbers and days; ``choices`` are also the words that a ``date_choice`` takes
    beside a day, and a ``yes_no_text`` beside words of one’s own. ``one`` is the title of one item of a list where
    English has another word for it than for all of them.
    """

    path: str
    kind: Kind
    title: Words
    help: Words
    mandatory: bool = True
    binds: str = "J"
    better: str = ""
    klass: str = "M"
    choices: tuple[Choice, ...] = ()
    default: str | None = None
    minimum: int = 0
    maximum: int = 1_000_000
    most_items: int = 200
    one: str = ""
    chapter: int = 0
    number: str = ""

    @property
    def name(self) -> str:
        """The last key of the path."""
        return self.path.removesuffix("[]").rpartition(".")[2]

    def item(self, number: int, lang: str) -> str:
        """What one item of the list is called: ``Member 2``."""
        return f"{Words(self.one or self.title.en, self.title.zh).said(lang)} {number}"

    @property
    def takes_none(self) -> bool:
        return self.kind not in {"schema", "language", "zone", "id"}

    @property
    def values(self) -> tuple[str, ...]:
        return tuple(choice.value for choice in self.choices)


class Maker(Protocol):
    def __call__(
        self,
        path: str,
        kind: Kind,
        *words: str,
        choices: tuple[Choice, ...] = (),
        default: str | None = None,
        minimum: int = 0,
        maximum: int = 1_000_000,
        most_items: int = 200,
        better: str | None = None,
        one: str = "",
    ) -> Field: ...


def maker(binds: str, better: str, klass: str) -> Maker:
    """Fields that share the three letters of one row of the table in docs/interfaces.md.

    ``path`` ending in ``?`` is not mandatory. ``words`` are title and help in English, then title and help in Chinese.
    """
    row_better = better

    def make(
        path: str,
        kind: Kind,
        *words: str,
        choices: tuple[Choice, ...] = (),
        default: str | None = None,
        minimum: int = 0,
        maximum: int = 1_000_000,
        most_items: int = 200,
        better: str | None = None,
        one: str = "",
    ) -> Field:
        title_en, help_en, title_zh, help_zh = words
        return Field(
            path=path.removesuffix("?"),
            kind=kind,
            title=Words(title_en, title_zh),
            help=Words(help_en, help_zh),
            mandatory=not path.endswith("?"),
            binds=binds,
            better=row_better if better is None else better,
            klass=klass,
            choices=choices,
            default=default,
            minimum=minimum,
            maximum=maximum,
            most_items=most_items,
            one=one,
        )

    return make


def choices(*triples: tuple[str, str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value, Words(en, zh)) for value, en, zh in triples)
